import { passwordProblems } from '@gya/domain/common/password.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { callAuth } from './auth-api.ts'
import { EmailField, emailErrors, invalidEmail } from './email-field.tsx'
import { useLogin } from './login-context.ts'
import { LoginLink, LoginPage } from './login-page.tsx'
import { type FormErrors, useLoginForm } from './use-login-form.tsx'

/* The views around e-mailed links: request one, set a password with one, confirm an address with one. */

/** Requests a reset link. The response does not reveal whether the address has an account. */
export function ForgotPassword() {
  const { email, setEmail } = useLogin()
  const form = useLoginForm({ email })
  const request = async () => {
    const address = form.values.email.trim()
    const answer = await callAuth('forgot', { email: address })
    if (answer.ok)
      form.show(
        'good',
        `If ${address} has an account, a link to choose a new password is on its way. Look in your junk mail, too.`,
      )
    else if (answer.code === 'VALIDATION_FAILED') form.fail('email', invalidEmail)
    else form.show('bad', answer.message)
  }
  return (
    <LoginPage
      title="Forgotten your password?"
      intro="We send you a link to choose a new one."
      onSubmit={() => void form.submit(emailErrors(form.values.email), request)}
    >
      {form.notice}
      <EmailField {...form.field('email', setEmail)} />
      <Button variant="primary" size="l" type="submit" pending={form.pending}>
        Send the link
      </Button>
      <p>
        <LoginLink href="/login">Back to sign in</LoginLink>
      </p>
    </LoginPage>
  )
}

const UnusableLink = ({ children }: { children: string }) => (
  <Notice tone="bad">
    {children} <LoginLink href="/login?forgot">Ask for a new link</LoginLink>
  </Notice>
)

const resetErrors = ({ password, again }: { password: string; again: string }): FormErrors<'password' | 'again'> => {
  const [problem] = passwordProblems(password)
  return { ...(problem ? { password: problem } : {}), ...(password === again ? {} : { again: 'Passwords do not match.' }) }
}

/** Sets a new password with the token of the reset link. */
export function ResetPassword() {
  const { token } = useLogin()
  const form = useLoginForm({ password: '', again: '' })
  const [status, setStatus] = useState<'incomplete' | 'open' | 'expired' | 'saved'>(token ? 'open' : 'incomplete')
  const save = async () => {
    if (!token) return
    const answer = await callAuth('reset', { token, password: form.values.password })
    if (answer.ok) return setStatus('saved')
    if (answer.code === 'LINK_EXPIRED' || answer.code === 'VALIDATION_FAILED') return setStatus('expired')
    setStatus('open')
    if (answer.code === 'PASSWORD_WEAK' || answer.code === 'PASSWORD_KNOWN') form.fail('password', answer.message)
    else form.show('bad', answer.message)
  }
  const saved = status === 'saved'
  return (
    <LoginPage
      title="Choose a new password"
      intro={saved ? undefined : 'You are then signed out everywhere, and sign in with the new one.'}
      onSubmit={() => void (saved || form.submit(resetErrors(form.values), save))}
    >
      {status === 'incomplete' && <UnusableLink>This link is not complete.</UnusableLink>}
      {status === 'expired' && <UnusableLink>This link has expired or was already used.</UnusableLink>}
      {status === 'open' && form.notice}
      {saved && (
        <Notice tone="good">
          Your new password is saved. <LoginLink href="/login">Sign in</LoginLink>
        </Notice>
      )}
      {!saved && (
        <>
          <PasswordField label="New password" rule={passwordProblems} {...form.field('password')} />
          <PasswordField label="Confirm password" autoComplete="new-password" {...form.field('again')} />
          <Button variant="primary" size="l" type="submit" pending={form.pending}>
            Save password
          </Button>
        </>
      )}
      <p>
        <LoginLink href="/login">Back to sign in</LoginLink>
      </p>
    </LoginPage>
  )
}

/** Confirms an e-mail address with the token of the link, as soon as the page opens. */
export function VerifyEmail() {
  const { token } = useLogin()
  const form = useLoginForm({})
  const [mayRetry, setMayRetry] = useState(false)
  const confirm = async () => {
    form.show('info', 'Please wait...')
    const answer = token ? await callAuth('verifyemail', { token }) : ({ ok: false, code: 'LINK_EXPIRED', message: '' } as const)
    const isTemporary = !answer.ok && answer.code !== 'LINK_EXPIRED' && answer.code !== 'VALIDATION_FAILED'
    setMayRetry(isTemporary)
    if (answer.ok) form.show('good', 'Thank you. Your e-mail address is confirmed.')
    else if (isTemporary) form.show('bad', answer.message)
    else form.show('bad', 'This link has expired or was already used. Ask your estate agent to send a new one.')
  }
  const submit = () => void form.submit({}, confirm)
  const started = useRef(false)
  const latest = useRef(submit)
  useEffect(() => {
    // A token can be used once: StrictMode runs effects twice in development.
    if (started.current) return
    started.current = true
    latest.current()
  }, [])
  return (
    <LoginPage title="Confirm your e-mail address" onSubmit={submit}>
      {form.notice}
      {mayRetry && (
        <Button variant="primary" size="l" type="submit" pending={form.pending}>
          Try again
        </Button>
      )}
      <p>
        <LoginLink href="/login">Go to sign in</LoginLink>
      </p>
    </LoginPage>
  )
}
