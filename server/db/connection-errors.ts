/**
 * Whether a failure means that the database was not reached, or that the connection to it broke: refused, reset, silent for
 * too long, ended by its server (57P01 to 57P03 while it stops, crashes or recovers, 25P03 after idling in a transaction),
 * or with no connection left for us (53300).
 */
export function isConnectionError(error: Error & { code?: string }): boolean {
  return (
    /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|57P0[123]|25P03|08\w{3}|53300)$/.test(
      error.code ?? '',
    ) ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|has been discarded/.test(
      error.message,
    )
  )
}
