/**
 * End of a session in the browser. Expiry stores drafts of forms; a logout stores nothing. Both remove the page's content, so
 * that neither Back nor the back/forward cache shows it.
 */
import { hostCookieName, presenceCookie, readHostCookie } from '@gya/domain/common/cookies.ts'
import { sessionCheckSeconds } from '@gya/domain/features/sessions/sessions.rules.ts'
import { leaveWithoutAsking } from '../forms/unsaved-edits.ts'
import { forgetFirstLoadAccount, readFirstLoadAccount } from './first-load-account.ts'
import { endServerSession, isLogoutPending, onLogoutElsewhere, setLogoutPending } from './pending-logout.ts'

/** `leaving`: redirecting. `logout-pending`: the server could not be reached. */
type Ended = 'leaving' | 'logout-pending'

const ending = new EventTarget()
let ended: Ended | null = null

/** Runs `save` before the redirect of an expired session, and before the screen that asks for a second factor. Returns the unsubscribe function. */
export const onSessionEnd = (save: () => void): (() => void) => {
  ending.addEventListener('end', save)
  return () => ending.removeEventListener('end', save)
}

/** For `useSyncExternalStore`. */
export const sessionEnd = {
  subscribe: (listen: () => void): (() => void) => {
    ending.addEventListener('change', listen)
    return () => ending.removeEventListener('change', listen)
  },
  get: (): Ended | null => ended,
}

export const isSessionEnded = (): boolean => ended !== null

function become(state: Ended): void {
  ended = state
  leaveWithoutAsking()
  ending.dispatchEvent(new Event('change'))
}

/** Reads the presence cookie: the session cookie is HttpOnly. */
export const hasSession = (): boolean => readHostCookie(document.cookie, presenceCookie) !== undefined && !isLogoutPending()

const removePresence = (): void => {
  for (const isSecure of [true, false])
    document.cookie = `${hostCookieName(presenceCookie, isSecure)}=; path=/; max-age=0; samesite=lax${isSecure ? '; secure' : ''}`
}

const forgetScope = (): void => {
  sessionStorage.removeItem('gya.place')
  forgetFirstLoadAccount()
}

/** Drafts, undoable changes, and open cards of people. */
const forgetWork = (): void => {
  for (const key of Object.keys(sessionStorage)) if (/^gya\.(draft|undo|recent)/.test(key)) sessionStorage.removeItem(key)
}

/**
 * There is no session, or it has ended: stores drafts and redirects to the sign-in site with `next`. The site says that a session has ended
 * only if this browser tab had one.
 */
export function expireSession(): void {
  if (ended) return
  // A refusal by the server leaves the presence cookie; an expired cookie leaves the tab's account.
  const hadSession = hasSession() || readFirstLoadAccount() !== null
  ending.dispatchEvent(new Event('end'))
  become('leaving')
  forgetScope()
  const here = `${location.pathname}${location.search}${location.hash}`
  location.replace(`/login?${new URLSearchParams({ ...(hadSession ? { ended: '1' } : {}), next: here })}`)
}

/** A second factor is required from today on, during an open session: stores drafts, and the app asks for one. */
export function requireSecondFactor(): void {
  if (ended) return
  ending.dispatchEvent(new Event('end'))
  ending.dispatchEvent(new Event('second-factor'))
}

/** Returns the unsubscribe function. */
export const onSecondFactorRequired = (ask: () => void): (() => void) => {
  ending.addEventListener('second-factor', ask)
  return () => ending.removeEventListener('second-factor', ask)
}

/** Reason of a logout, shown on the sign-in page. */
export type LogoutReason = 'signed-out' | 'account-deleted' | 'company-deleted'

/** The server has ended the session; nothing is stored. */
export function redirectToLogin(farewell: LogoutReason): void {
  removePresence()
  forgetScope()
  forgetWork()
  become('leaving')
  location.replace(`/login?${new URLSearchParams({ farewell })}`)
}

/**
 * "Logout clears the cookie and redirects to the login site. A logout failure is tolerated and the logout continues"
 * ([administration §4](docs/design/administration.md#4)): the browser clears the session first, then calls the server. If it cannot be
 * reached, the page says so.
 */
export async function logOut(): Promise<void> {
  setLogoutPending(true)
  removePresence()
  forgetScope()
  forgetWork()
  become('leaving')
  if (await endServerSession()) redirectToLogin('signed-out')
  else become('logout-pending')
}

/**
 * Ends the session in this page when the browser has none: checks on start, every `sessionCheckSeconds`, when another tab logs out, and
 * when the page is restored from the back/forward cache.
 */
export function watchSession(): () => void {
  const check = () => {
    if (!hasSession()) expireSession()
  }
  check()
  const timer = setInterval(check, sessionCheckSeconds * 1000)
  const stopListening = onLogoutElsewhere(check)
  const hide = () => {
    document.documentElement.style.visibility = 'hidden'
  }
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !hasSession()) return ended ? location.replace('/login') : expireSession()
    document.documentElement.style.visibility = ''
  }
  addEventListener('pagehide', hide)
  addEventListener('pageshow', show)
  return () => {
    clearInterval(timer)
    stopListening()
    removeEventListener('pagehide', hide)
    removeEventListener('pageshow', show)
  }
}
