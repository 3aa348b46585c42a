import { positionCookie, positionCookieSeconds, type ReadPosition } from '@gya/domain/common/read-position.ts'

const currentPosition = (): ReadPosition =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${positionCookie}=`))
    ?.slice(positionCookie.length + 1) ?? ''

/**
 * From now on the server answers all tabs with at least this state. In a cookie, which downloads and the next page send too;
 * written here and not by the server, because responses may arrive in another order than their commits. Null: the server has no
 * standbys.
 */
export function raisePosition(position: ReadPosition | null): void {
  if (position === null || position <= currentPosition()) return
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${positionCookie}=${position}; path=/; max-age=${positionCookieSeconds}; samesite=lax${secure}`
}
