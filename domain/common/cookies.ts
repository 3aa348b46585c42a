/**
 * With https the name begins with `__Host-`: a browser takes such a cookie only with `Secure`, from this host itself and for all
 * of its paths, so that no other host of the domain can set it.
 */
export const hostCookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)

/** Only indicates that there is a session. Scripts can read it; the session cookie is HttpOnly. */
export const presenceCookie = 'gya_session_present'

/** The value of a cookie in the browser, whether set over https or not; undefined if there is none. */
export function readHostCookie(cookies: string, name: string): string | undefined {
  const named = cookies.split('; ').map((cookie) => cookie.split('='))
  return named.find(([found]) => found === hostCookieName(name, true) || found === name)?.[1]
}
