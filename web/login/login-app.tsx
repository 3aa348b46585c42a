import { useCallback, useEffect, useState } from 'react'
import { SignInFrame } from '../app/shell/sign-in-frame.tsx'
import { ForgotPassword, ResetPassword, VerifyEmail } from './link-views.tsx'
import { LoginContext, type LoginState } from './login-context.ts'
import { SignIn } from './sign-in.tsx'
import { usePendingLogout } from './use-pending-logout.ts'

const views = { 'sign-in': SignIn, forgot: ForgotPassword, reset: ResetPassword, verify: VerifyEmail } as const

/** The path, and `?forgot`, select the view. */
const currentView = ({ pathname, search }: Location): keyof typeof views => {
  if (/^\/login\/reset\/?$/.test(pathname)) return 'reset'
  if (/^\/login\/verify\/?$/.test(pathname)) return 'verify'
  return new URLSearchParams(search).has('forgot') ? 'forgot' : 'sign-in'
}

/**
 * Links in e-mails carry their token in the fragment, which is never sent to a server. It is removed from the address, so
 * that the browser history does not keep it, and stays in `history.state`, so that a reload still works.
 */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token) history.replaceState({ token }, '', `${location.pathname}${location.search}`)
  return (history.state as { token?: string } | null)?.token ?? ''
}

const withoutNotices = (search: string): string =>
  search.replace(/([?&])(ended|farewell|forgot|sso|number|window)(=[^&]*)?(&|$)/g, '$1').replace(/[?&]$/, '')

let visits = 0
/** Each visit to a view starts with empty fields: the key makes React mount the view again. */
const readVisit = () => ({ key: ++visits, view: currentView(location), token: takeToken() })

/** The sign-in site: one page with four views. */
export function LoginApp() {
  const [visit, setVisit] = useState(readVisit)
  const [email, setEmail] = useState('')
  /** Search parameters of the initial URL, including `next`; kept while the view changes. */
  const [search, setSearch] = useState(location.search)
  const pendingLogout = usePendingLogout()
  useEffect(() => {
    const onPopState = () => setVisit(readVisit())
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [])
  const open = useCallback((href: string) => {
    setSearch(withoutNotices)
    history.pushState(null, '', href)
    setVisit(readVisit())
  }, [])
  const state: LoginState = { email, setEmail, search, token: visit.token, open, pendingLogout }
  const View = views[visit.view]
  return (
    <LoginContext value={state}>
      <SignInFrame company={null}>
        <View key={visit.key} />
      </SignInFrame>
    </LoginContext>
  )
}
