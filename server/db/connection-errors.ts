/** SQLSTATE read_only_sql_transaction: the server is a standby, or its operator has disabled writes. */
export const readOnlyCode = '25006'

/** SQLSTATE deadlock_detected and serialization_failure: caused by a concurrent change, so a retry may succeed. */
export const collisionCodes: readonly string[] = ['40P01', '40001']

/**
 * Whether the database was not reachable or the connection broke: refused, reset, timed out, ended by the server (57P01 to
 * 57P03 on shutdown, crash or recovery, 25P03 on idle in transaction), no connection slots (53300), or a server that does not
 * accept writes (25006). PgBouncer reports its own errors as 08P01.
 */
export function isConnectionError(error: Error & { code?: string }): boolean {
  return (
    /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|57P0[123]|25P03|25006|08\w{3}|53300)$/.test(
      error.code ?? '',
    ) ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|has been discarded/.test(
      error.message,
    )
  )
}
