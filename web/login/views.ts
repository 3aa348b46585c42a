import { passwordHint, passwordProblems } from '@gya/domain/common/password.ts'
import { isLogoutPending, logoutPendingText, retryLogout, setLogoutPending } from '../lib/session/pending-logout.ts'
import type { LogoutReason } from '../lib/session/session-end.ts'
import { call } from './call.ts'
import { type GateForm, icon, linkTo } from './gate-form.ts'
import { nextPath } from './next-path.ts'

/** What a view needs from outside: the address it was opened with, and how to go elsewhere. */
export type Surroundings = {
  search: string
  token: string
  email: string
  leaveTo: (path: string) => void
  rememberEmail: (email: string) => void
}

const emailProblem = (email: string): Record<string, string> => {
  if (!email.trim()) return { email: 'Enter your e-mail address.' }
  return /^[^\s@]+@\S+$/.test(email.trim()) ? {} : { email: 'Enter an e-mail address, such as name@example.com.' }
}

const askAgain = () => linkTo('forgot', '/login?forgot', 'Ask for a new link')

/** Why one is here, by what the app says as it leaves (`Farewell` of session-end.ts). */
const farewells: Record<string, string> & Record<LogoutReason, string> = {
  'signed-out': 'You are signed out.',
  'account-deleted': 'Your account is deleted, and you are signed out everywhere.',
  'company-deleted': 'The company is deleted, and everybody in it is signed out.',
}

/** Sign in; back to where one was. */
export const signIn = (view: GateForm, { search, email, leaveTo, rememberEmail }: Surroundings): void => {
  view.input('email').value = email
  view.input('email').addEventListener('change', () => rememberEmail(view.value('email')))
  const ended = new URLSearchParams(search).has('ended') ? 'Your session has ended. Sign in to carry on where you were.' : null
  const farewell = farewells[new URLSearchParams(search).get('farewell') ?? '']
  const noteAsBefore = () =>
    isLogoutPending()
      ? view.note('warn', logoutPendingText)
      : ended
        ? view.note('info', ended)
        : farewell
          ? view.note('good', farewell)
          : view.note(null)
  noteAsBefore()
  const endPendingLogout = () =>
    isLogoutPending() ? retryLogout(() => view.note('good', farewells['signed-out'])) : () => undefined
  let stopRetrying = endPendingLogout()
  view.onSubmit(
    () => ({ ...emailProblem(view.value('email')), ...(view.value('password') ? {} : { password: 'Enter your password.' }) }),
    async () => {
      // A logout that is answered after the sign-in would remove the new session's cookies.
      stopRetrying()
      const answer = await call('login', { email: view.value('email').trim(), password: view.value('password') })
      if (answer.ok) {
        // The sign-in has ended the session that was still open on the server.
        setLogoutPending(false)
        view.note('good', 'Signed in. Please wait...')
        leaveTo(nextPath(search, location.origin))
        return
      }
      stopRetrying = endPendingLogout()
      noteAsBefore()
      if (answer.code === 'SIGN_IN_FAILED' || answer.code === 'VALIDATION_FAILED') {
        view.fail('password', 'E-mail and password do not match.')
        view.input('password').select()
      } else if (answer.code === 'TOO_MANY_REQUESTS') {
        // A link from the e-mail opens the account at once.
        view.note(
          'bad',
          `${answer.message} Or choose a new password by e-mail: `,
          linkTo('forgot', '/login?forgot', 'Forgotten your password?'),
        )
      } else view.note('bad', answer.message)
    },
  )
}

/** Ask for a link. The answer is the same whether or not the address has an account. */
export const forgot = (view: GateForm, { email, rememberEmail }: Surroundings): void => {
  view.input('email').value = email
  view.onSubmit(
    () => emailProblem(view.value('email')),
    async () => {
      const address = view.value('email').trim()
      rememberEmail(address)
      const answer = await call('forgot', { email: address })
      if (answer.ok) {
        view.note(
          'good',
          `If ${address} has an account, a link to choose a new password is on its way. Look in your junk mail, too.`,
        )
      } else if (answer.code === 'VALIDATION_FAILED') view.fail('email', 'Enter an e-mail address, such as name@example.com.')
      else view.note('bad', answer.message)
    },
  )
}

/** The rule under the new password: quiet while empty, then red with a cross or green with a tick. */
const showRule = (view: GateForm): void => {
  const hint = view.form.querySelector('#rule')
  const show = () => {
    const password = view.value('password')
    const problems = passwordProblems(password)
    const met = problems.length === 0
    hint?.classList.toggle('met', password !== '' && met)
    hint?.classList.toggle('unmet', password !== '' && !met)
    hint?.replaceChildren(...(password === '' ? [passwordHint] : [icon(met ? 'check' : 'x', 12), ` ${passwordHint}`]))
  }
  view.input('password').addEventListener('input', show)
  show()
}

/** Choose a new password with the link from the e-mail. */
export const reset = (view: GateForm, { token }: Surroundings): void => {
  showRule(view)
  if (!token) view.note('bad', 'This link is not complete. ', askAgain())
  view.onSubmit(
    () => {
      const [problem] = passwordProblems(view.value('password'))
      const same = view.value('password') === view.value('again')
      return { ...(problem ? { password: problem } : {}), ...(same ? {} : { again: 'Passwords do not match.' }) }
    },
    async () => {
      if (!token) return view.note('bad', 'This link is not complete. ', askAgain())
      const answer = await call('reset', { token, password: view.value('password') })
      if (answer.ok) {
        for (const part of view.form.querySelectorAll('.fld, button[type="submit"], h1 + .mut')) part.remove()
        return view.note('good', 'Your new password is saved. ', linkTo('sign-in', '/login', 'Sign in'))
      }
      if (answer.code === 'LINK_EXPIRED' || answer.code === 'VALIDATION_FAILED') {
        return view.note('bad', 'This link has expired or was already used. ', askAgain())
      }
      if (answer.code === 'PASSWORD_WEAK' || answer.code === 'PASSWORD_KNOWN') return view.fail('password', answer.message)
      view.note('bad', answer.message)
    },
  )
}

/** Confirm an e-mail address: at once, without a press. */
export const verify = (view: GateForm, { token }: Surroundings): void => {
  const confirm = async () => {
    view.note('info', 'Please wait...')
    const answer = token ? await call('verifyemail', { token }) : ({ ok: false, code: 'LINK_EXPIRED', message: '' } as const)
    const again = !answer.ok && answer.code !== 'LINK_EXPIRED' && answer.code !== 'VALIDATION_FAILED'
    if (view.button) view.button.hidden = !again
    if (answer.ok) view.note('good', 'Thank you. Your e-mail address is confirmed.')
    else if (again) view.note('bad', answer.message)
    else view.note('bad', 'This link has expired or was already used. Ask your estate agent to send a new one.')
  }
  view.onSubmit(() => ({}), confirm)
  void confirm()
}
