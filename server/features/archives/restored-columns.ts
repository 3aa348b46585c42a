import type { Instant } from '@gya/domain/common/dates.ts'
import { type RawBuilder, sql } from 'kysely'

/** The hash of an unknown value. */
const unknownHash = sql`sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))`

/**
 * Values of the columns that archives leave out (`without` in `server/db/tables.ts`) and whose default does not fit. "Endpoints, feeds, party links and keys come
 * switched off, without secrets": [connect §2.1](docs/design/connect.md#2.1), point 6. Accounts get the defaults: no password, not
 * activated.
 */
export const restoredColumns: Readonly<
  Record<string, (at: { now: Instant; position: number }) => Readonly<Record<string, RawBuilder<unknown>>>>
> = {
  api_key: ({ now }) => ({ secret_hash: unknownHash, revoked_on: sql`${now}::timestamptz` }),
  calendar_feed: ({ now }) => ({ token_hash: unknownHash, revoked_on: sql`${now}::timestamptz` }),
  // Encrypted anew by `renew-secrets.ts`.
  company_provider: () => ({ secret_encrypted: unknownHash }),
  connected_app: () => ({ state: sql`'asked'` }),
  // An import that was in progress has no job in this installation.
  import: ({ now }) => ({ job_failed_on: sql`${now}::timestamptz` }),
  mail_account: () => ({ secret_encrypted: unknownHash, state: sql`'off'` }),
  // A number of another installation could occur again here after a change, which would then go unnoticed.
  sale: () => ({ revision: sql`nextval('sale_revision')` }),
  // An access that an archive claims to be open, or to wait for approval, is over.
  support_access: ({ now }) => ({
    ended_on: sql`coalesce(r.ended_on, case when r.refused_on is null and coalesce(r.ends_on, ${now}::timestamptz) >= ${now}::timestamptz then ${now}::timestamptz end)`,
    reported_on: sql`coalesce(r.reported_on, ${now}::timestamptz)`,
  }),
  webhook: ({ position }) => ({
    secret_encrypted: unknownHash,
    state: sql`'off'`,
    off_because: sql`'by-hand'`,
    cursor: sql`${position}::bigint`,
  }),
}
