import type { Wire } from '@gya/domain/endpoint.ts'
import type { startPasskeySignIn } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { useState } from 'react'
import { askForPasskey, whyNoPasskeys } from '../lib/session/passkeys.ts'
import { setLogoutPending } from '../lib/session/pending-logout.ts'
import { Button } from '../ui/button.tsx'
import type { NoticeTone } from '../ui/feedback/notice.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { type Answer, callAuth } from './auth-api.ts'
import { useLogin } from './login-context.ts'
import { LoginPage } from './login-page.tsx'
import { nextPath } from './next-path.ts'
import { useLoginForm } from './use-login-form.tsx'

type Question = Wire<typeof startPasskeySignIn, 'response'>

/** Leaves the sign-in site, because the browser has a session. */
export function enter(show: (tone: NoticeTone, text: string) => void, search: string): void {
  // The sign-in has ended the session whose logout was pending.
  setLogoutPending(false)
  show('good', 'Signed in. Please wait...')
  location.assign(nextPath(search, location.origin))
}

/** Signs in with a passkey alone, or as the second step of `ticket`; null if the user cancels in the browser. */
export async function signInWithPasskey(ticket?: string): Promise<Answer | null> {
  const question = await callAuth<Question>('passkey/options', ticket === undefined ? {} : { ticket })
  if (!question.ok) return question
  try {
    const passkey = await askForPasskey(question.read.options)
    return await callAuth(ticket === undefined ? 'passkey' : 'second', { ticket: question.read.ticket, passkey })
  } catch {
    return null
  }
}

const ways = {
  totp: {
    intro: 'Open your authenticator app and enter its code for GYA.',
    label: 'Code',
    missing: 'Enter the code.',
    link: 'Use the authenticator app',
  },
  recovery: {
    intro: 'Enter one of the recovery codes you kept. Each works once.',
    label: 'Recovery code',
    missing: 'Enter a recovery code.',
    link: 'Use a recovery code',
  },
  passkey: { intro: 'Confirm with the passkey of this account.', label: '', missing: '', link: 'Use a passkey' },
} as const
type Way = keyof typeof ways

const isWay = (text: string): text is Way => Object.hasOwn(ways, text)

type Props = {
  ticket: string
  /** The factors of the account, separated by spaces: `passkey totp recovery`. */
  ways: string
  /** `isOver`: the ticket has ended. */
  onBack: (isOver: boolean) => void
}

/** The second step of signing in: a code of the authenticator app, a passkey or a recovery code. */
export function SecondStep({ ticket, ways: offered, onBack }: Props) {
  const { search, pendingLogout } = useLogin()
  const usable = offered.split(' ').filter((way): way is Way => isWay(way) && (way !== 'passkey' || whyNoPasskeys() === null))
  const [way, setWay] = useState<Way>(usable.includes('totp') ? 'totp' : (usable[0] ?? 'totp'))
  const form = useLoginForm({ code: '' })
  const texts = ways[way]
  const isPasskey = way === 'passkey'
  const send = async () => {
    pendingLogout.pause()
    const answer = isPasskey ? await signInWithPasskey(ticket) : await callAuth('second', { ticket, [way]: form.values.code })
    if (answer?.ok) return enter(form.show, search)
    pendingLogout.resume()
    form.clearNotice()
    if (!answer) return form.show('info', 'No passkey was used. Try again, or choose another way.')
    if (answer.code === 'SIGN_IN_FAILED' && !isPasskey) return onBack(true)
    if (answer.code === 'SIGN_IN_FAILED') return form.show('bad', 'This passkey could not be used. Choose another way.')
    if (answer.code === 'VALIDATION_FAILED')
      return form.fail('code', way === 'totp' ? 'A code has 6 digits.' : 'A recovery code has 10 letters and digits.', true)
    if (answer.code === 'SECOND_FACTOR_WRONG') return form.fail('code', answer.message, true)
    return form.show('bad', answer.message)
  }
  const submit = () => void form.submit(isPasskey || form.values.code.trim() ? {} : { code: texts.missing }, send)
  return (
    <LoginPage title="One more step" intro={texts.intro} onSubmit={submit}>
      {form.notice}
      {!isPasskey && (
        <TextField
          key={way}
          label={texts.label}
          inputMode={way === 'totp' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          spellCheck={false}
          {...form.field('code')}
        />
      )}
      <Button variant="primary" size="l" type="submit" pending={form.pending}>
        {isPasskey ? 'Use the passkey' : 'Sign in'}
      </Button>
      {usable
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} variant="quiet" onClick={() => setWay(other)}>
            {ways[other].link}
          </Button>
        ))}
      <Button variant="quiet" onClick={() => onBack(false)}>
        Back to sign in
      </Button>
    </LoginPage>
  )
}
