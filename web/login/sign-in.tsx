import { lazy, Suspense, useState } from 'react'
import { whyNoPasskeys } from '../lib/session/passkeys.ts'
import { isLogoutPending, logoutPendingText } from '../lib/session/pending-logout.ts'
import type { LogoutReason } from '../lib/session/session-end.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { callAuth } from './auth-api.ts'
import { EmailField, emailErrors } from './email-field.tsx'
import { useLogin } from './login-context.ts'
import { LoginLink, LoginPage } from './login-page.tsx'
import { nextPath } from './next-path.ts'
import { enter, SecondStep, signInWithPasskey } from './second-step.tsx'
import { useLoginForm } from './use-login-form.tsx'

const ProviderResult = lazy(() => import('./provider-result.tsx'))

/** Why the app redirected here: the `farewell` parameter. */
const reasons: Record<string, string> & Record<LogoutReason, string> = {
  'signed-out': 'You are signed out.',
  'account-deleted': 'Your account is deleted, and you are signed out everywhere.',
  'company-deleted': 'The company is deleted, and everybody in it is signed out.',
}

/** Shown while the form has no notice of its own. */
function InitialNotice({ search, logoutConfirmed }: { search: string; logoutConfirmed: boolean }) {
  const parameters = new URLSearchParams(search)
  const reason = reasons[logoutConfirmed ? 'signed-out' : (parameters.get('farewell') ?? '')]
  if (parameters.has('sso'))
    return (
      <Suspense fallback={null}>
        <ProviderResult />
      </Suspense>
    )
  if (isLogoutPending()) return <Notice tone="warn">{logoutPendingText}</Notice>
  if (parameters.has('ended') && !logoutConfirmed)
    return <Notice tone="info">Your session has ended. Sign in to carry on where you were.</Notice>
  return reason ? <Notice tone="good">{reason}</Notice> : null
}

/** Signs in, in one or two steps, and opens the URL of the `next` parameter. */
export function SignIn() {
  const [step, setStep] = useState<{ ticket: string; ways: string } | null>(null)
  const [ended, setEnded] = useState(false)
  if (!step) return <FirstStep ended={ended} onSecondStep={setStep} />
  const goBack = (isOver: boolean) => {
    setStep(null)
    setEnded(isOver)
  }
  return <SecondStep {...step} onBack={goBack} />
}

function FirstStep({ ended, onSecondStep }: { ended: boolean; onSecondStep: (step: { ticket: string; ways: string }) => void }) {
  const { email, setEmail, search, pendingLogout } = useLogin()
  const form = useLoginForm({ email, password: '' })
  /** Link to the provider of the company, for the entered address. */
  const [provider, setProvider] = useState({ email: '', ticket: '' })
  const typed = form.values.email.trim()
  const findProvider = async () => {
    if (typed === provider.email || emailErrors(typed).email) return
    const answer = await callAuth<{ ticket: string | null }>('start', { email: typed })
    setProvider({ email: typed, ticket: answer.ok ? (answer.read.ticket ?? '') : '' })
  }
  const hasProvider = provider.ticket !== '' && typed === provider.email
  const leave = async () => {
    // A logout sent later would end the session that the provider opens.
    if (isLogoutPending()) return form.show('warn', logoutPendingText)
    const next = nextPath(search, location.origin)
    location.assign(`/api/auth/sso?${new URLSearchParams({ ticket: provider.ticket, next })}`)
  }
  const signIn = async () => {
    // A logout that the server handles after the sign-in would remove the new session's cookies.
    pendingLogout.pause()
    const answer = await callAuth('login', { email: form.values.email.trim(), password: form.values.password })
    if (answer.ok) return enter(form.show, search)
    pendingLogout.resume()
    form.clearNotice()
    const { ticket, ways } = answer.details ?? {}
    if (answer.code === 'SECOND_FACTOR_REQUIRED' && ticket) return onSecondStep({ ticket, ways: ways ?? '' })
    if (answer.code === 'SIGN_IN_FAILED' || answer.code === 'VALIDATION_FAILED')
      form.fail('password', 'E-mail and password do not match.', true)
    else if (answer.code === 'TOO_MANY_REQUESTS')
      // A reset link signs in despite the limit.
      form.show(
        'bad',
        `${answer.message} Or choose a new password by e-mail: `,
        <LoginLink key="forgot" href="/login?forgot">
          Forgotten your password?
        </LoginLink>,
      )
    else form.show('bad', answer.message)
  }
  const signInByPasskey = async () => {
    pendingLogout.pause()
    const answer = await signInWithPasskey()
    if (answer?.ok) return enter(form.show, search)
    pendingLogout.resume()
    if (!answer) form.clearNotice()
    else
      form.show(
        'bad',
        answer.code === 'SIGN_IN_FAILED' ? 'This passkey is not known here. Sign in with your password.' : answer.message,
      )
  }
  const submit = () =>
    hasProvider && !form.values.password
      ? void form.submit({}, leave)
      : void form.submit(
          { ...emailErrors(form.values.email), ...(form.values.password ? {} : { password: 'Enter your password.' }) },
          signIn,
        )
  return (
    <LoginPage title="Sign in" intro="Use the e-mail address your branch has for you." onSubmit={submit}>
      {form.notice ??
        (ended ? (
          <Notice tone="bad">That took too long, or did not match too often. Sign in again.</Notice>
        ) : (
          <InitialNotice search={search} logoutConfirmed={pendingLogout.confirmed} />
        ))}
      <EmailField {...form.field('email', setEmail)} onBlur={() => void findProvider()} />
      <PasswordField label="Password" {...form.field('password')} />
      <Button variant="primary" size="l" type="submit" pending={form.pending}>
        Sign in
      </Button>
      <div className="company-way" role="status">
        {hasProvider && (
          <Button size="l" pending={form.pending} onClick={() => void form.submit({}, leave)}>
            Sign in with your company
          </Button>
        )}
      </div>
      {whyNoPasskeys() === null && (
        <Button size="l" pending={form.pending} onClick={() => void form.submit({}, signInByPasskey)}>
          Sign in with a passkey
        </Button>
      )}
      <p>
        <LoginLink href="/login?forgot">Forgotten your password?</LoginLink>
      </p>
    </LoginPage>
  )
}
