/**
 * With https the name begins with `__Host-`: a browser takes such a cookie only with `Secure`, from this host itself and for all
 * of its paths, so that no other host of the domain can set it.
 */
export const hostCookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)

/** Says only that there is a session, readable by scripts: the session cookie is HttpOnly. */
export const presenceCookie = 'gya_session_present'

/** The value of a cookie in the browser, set with https or without; undefined if there is none. */
export function readHostCookie(cookies: string, name: string): string | undefined {
  const named = cookies.split('; ').map((cookie) => cookie.split('='))
  return named.find(([found]) => found === hostCookieName(name, true) || found === name)?.[1]
}
