import type pg from 'pg'
import { StartError } from '../startup-errors.ts'
import { sessionTimeoutMs } from './pool.ts'

/**
 * A transaction pooler (PgBouncer) assigns a server connection for one transaction, so the app cannot configure it. These are settings of
 * the role in this database instead. `current_setting` returns them in this spelling.
 */
const roleSettings: Record<string, string> = {
  TimeZone: 'UTC',
  statement_timeout: `${sessionTimeoutMs / 1000}s`,
  idle_in_transaction_session_timeout: `${sessionTimeoutMs / 1000}s`,
}

/** Sets them for new connections, on a direct connection. Every role may do this for itself. */
export async function setRoleSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter role current_user in database %I set %I = %L', current_database(), key, value) as statement
     from jsonb_each_text($1) where not exists (
       select from pg_db_role_setting cross join unnest(setconfig) as setting
       where setdatabase = (select oid from pg_database where datname = current_database())
         and setrole = current_user::regrole and lower(setting) = lower(key || '=' || value))`,
    [roleSettings],
  )
  for (const { statement } of rows) await client.query(statement)
}

/**
 * Throws StartError if the connections behind the pooler do not have the settings: it opened them earlier, or applies its own. Otherwise
 * times would be read in another time zone.
 */
export async function requireRoleSettings(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [Object.keys(roleSettings)],
  )
  const wrong = rows.filter(({ name, value }) => roleSettings[name] !== value)
  if (wrong.length === 0) return
  const found = wrong.map(({ name, value }) => `${name} is ${value}, not ${roleSettings[name]}`).join(', ')
  throw new StartError(
    `Database: ${found} on the connections of the pooler of DATABASE_URL. The role has the right settings; have the pooler open new connections (RECONNECT, then restart it).`,
  )
}
