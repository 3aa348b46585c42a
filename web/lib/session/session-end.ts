/**
 * The end of a session in the browser. Forms keep what was typed when a session expires; a logout keeps nothing. In both
 * cases the page's content is removed, so that neither Back nor the back/forward cache shows it again.
 */
import { endServerSession, isLogoutPending, onLogoutElsewhere, setLogoutPending } from './pending-logout.ts'

const presence = 'gya_session_present'

/** What the page shows in place of the app: nothing while it leads elsewhere, or that the server does not know yet. */
type Ended = 'leaving' | 'logout-pending'

const ending = new EventTarget()
let ended: Ended | null = null

/** Runs `save` just before the page is left because the session expired; answers how to stop listening. */
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
  ending.dispatchEvent(new Event('change'))
}

/** Whether somebody is signed in, as far as the browser can tell: the session cookie itself cannot be read. */
export const hasSession = (): boolean =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${presence}=`)) && !isLogoutPending()

const removePresence = (): void => {
  document.cookie = `${presence}=; path=/; max-age=0; samesite=lax`
}

const forgetScope = (): void => sessionStorage.removeItem('gya.place')

const forgetDrafts = (): void => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('gya.draft')) sessionStorage.removeItem(key)
}

/** The session expired: keeps typed work and goes to the sign-in site; `next` leads back here. */
export function expireSession(): void {
  if (ended) return
  ending.dispatchEvent(new Event('end'))
  become('leaving')
  forgetScope()
  const here = `${location.pathname}${location.search}${location.hash}`
  location.replace(`/login?${new URLSearchParams({ ended: '1', next: here })}`)
}

/** Why nobody is signed in any more, told on the sign-in page. */
export type LogoutReason = 'signed-out' | 'account-deleted' | 'company-deleted'

/** The server has ended the session: there is nothing to come back to. */
export function redirectToLogin(farewell: LogoutReason): void {
  removePresence()
  forgetScope()
  forgetDrafts()
  become('leaving')
  location.replace(`/login?${new URLSearchParams({ farewell })}`)
}

/**
 * "Logout clears the cookie and redirects to the login site. A logout failure is tolerated and the logout continues"
 * (administration document, section 4): this browser forgets the session first and tells the server then. While the server
 * cannot be told, the page says so and stays.
 */
export async function logOut(): Promise<void> {
  setLogoutPending(true)
  removePresence()
  forgetScope()
  forgetDrafts()
  become('leaving')
  if (await endServerSession()) redirectToLogin('signed-out')
  else become('logout-pending')
}

/** "A session cookie is checked every 30 seconds" (administration document, section 4). */
export const sessionCheckMilliseconds = 30_000

/**
 * Ends the session in this page as soon as the browser has none: at start, every 30 seconds, when another tab logs out, and
 * when the browser takes the page out of its back/forward cache.
 */
export function watchSession(): () => void {
  const check = () => {
    if (!hasSession()) expireSession()
  }
  check()
  const timer = setInterval(check, sessionCheckMilliseconds)
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
