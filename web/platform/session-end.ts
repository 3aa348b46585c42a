/**
 * The end of a session in the browser: forms put aside what was typed, what the app remembers of the account is dropped,
 * and the browser goes to the sign-in site, which leads back to the same page.
 */
const presence = 'gya_session_present'
const ending = new EventTarget()
let over = false

/** Runs `save` just before the page is left because the session ended; answers how to stop listening. */
export const onSessionEnd = (save: () => void): (() => void) => {
  ending.addEventListener('end', save)
  return () => ending.removeEventListener('end', save)
}

export const isSessionOver = (): boolean => over

const purge = (): void => {
  sessionStorage.removeItem('gya.place')
}

/** Puts typed work aside and goes to the sign-in site; `next` leads back here. */
export function endSession(): void {
  if (over) return
  over = true
  ending.dispatchEvent(new Event('end'))
  purge()
  const here = `${location.pathname}${location.search}${location.hash}`
  location.assign(`/login?${new URLSearchParams({ ended: '1', next: here })}`)
}

/** After logging out there is nothing to come back to. */
export function leaveSignedOut(): void {
  over = true
  purge()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('gya.draft')) sessionStorage.removeItem(key)
  location.assign('/login')
}

/** "A session cookie is checked every 30 seconds" (administration document, section 4). */
export const sessionCheckMilliseconds = 30_000

export const hasSessionCookie = (): boolean => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${presence}=`))

/** Starts the check; a cookie that has gone ends the session. */
export function watchSession(): () => void {
  const timer = setInterval(() => {
    if (!hasSessionCookie()) endSession()
  }, sessionCheckMilliseconds)
  return () => clearInterval(timer)
}
