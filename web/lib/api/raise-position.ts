import { hostCookieName, readHostCookie } from '@gya/domain/common/cookies.ts'
import { positionCookie, positionCookieSeconds, type ReadPosition } from '@gya/domain/common/read-position.ts'

const currentPosition = (): ReadPosition => readHostCookie(document.cookie, positionCookie) ?? ''

/**
 * From now on the server answers all tabs with at least this state. Stored in a cookie, so that downloads and the next page send it too. It
 * is written here and not by the server, because responses may arrive in another order than their commits. Null: the server has no
 * standbys.
 */
export function raisePosition(position: ReadPosition | null): void {
  if (position === null || position <= currentPosition()) return
  const isSecure = location.protocol === 'https:'
  const named = `${hostCookieName(positionCookie, isSecure)}=${position}`
  document.cookie = `${named}; path=/; max-age=${positionCookieSeconds}; samesite=lax${isSecure ? '; secure' : ''}`
}
