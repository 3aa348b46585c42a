/** Debian's PostgreSQL: the oldest that the product runs on, and one that brings pg_dump along. */
export const postgresBin: string
/** Whether the machine has its server and its programs. */
export function isPostgresHere(): boolean
