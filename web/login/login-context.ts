import { createContext, useContext } from 'react'
import type { PendingLogout } from './use-pending-logout.ts'

export type LoginState = {
  /** The address entered in one view, offered in the next. */
  email: string
  setEmail: (email: string) => void
  /** Search parameters that the page was opened with. */
  search: string
  /** The token of the e-mailed link, or an empty string. */
  token: string
  /** Shows another view of the sign-in site. */
  open: (href: string) => void
  pendingLogout: PendingLogout
}

export const LoginContext = createContext<LoginState | null>(null)

export function useLogin(): LoginState {
  const state = useContext(LoginContext)
  if (!state) throw new Error('useLogin outside LoginApp')
  return state
}
