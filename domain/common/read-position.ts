/**
 * Position in the database's write-ahead log, as 16 hexadecimal digits, which compare as text. The response of a changing call contains the
 * position of its commit; reads that send it are answered by a server that has reached it. Sent only if standbys answer reads
 * (docs/decisions/growth.md#47).
 */
export type ReadPosition = string

/** Response header of changing calls; request header of clients without cookies. */
export const positionHeader = 'gya-position'

/** Set by the app in the browser, so that all its requests and tabs send it. */
export const positionCookie = 'gya_position'

/** Seconds. Longer than any standby in use is behind (DATABASE_READ_MAX_LAG). */
export const positionCookieSeconds = 60

/** Used after missed notifications: only the primary is known to have everything. */
export const latestPosition: ReadPosition = 'FFFFFFFFFFFFFFFF'

export const isReadPosition = (text: string): boolean => /^[0-9A-F]{16}$/.test(text)
