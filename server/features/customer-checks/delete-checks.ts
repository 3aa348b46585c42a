import type { DateOnly } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AddJob } from '../../jobs/queue.ts'
import { recordPropertyEvents } from '../events/events.repository.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import { isInCheck, takeOriginals } from '../mail-in/mail-in.repository.ts'
import { deletedDigest, readCheckDigests } from '../record/check-digests.ts'

/** Properties with customers whose five years were over before a day, with an id above `after`. */
export async function findSalesWithOldChecks(
  db: Db,
  companyId: string,
  { today, after, most }: { today: DateOnly; after: string | null; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct k.property_id as id from customer k
    where k.company_id = ${companyId} and k.keep_until < ${today}::date and (${after}::uuid is null or k.property_id > ${after}::uuid)
    order by 1 limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

type Deleting = { db: Db; now: string; today: DateOnly; newId(): string; addJob: AddJob }

/**
 * "Deletes customers with `keep_until < today`, rows and files, and writes `checks-deleted { customers, checks, files, digest }` on the
 * property." [sale-file §2.2.10](docs/design/sale-file.md#2.2.10). The guard lets nothing else delete them.
 */
export async function deleteOldChecks(context: Deleting, companyId: string, propertyId: string): Promise<void> {
  const { db, now, today, newId, addJob } = context
  const old = sql`(select k.id from customer k where k.company_id = ${companyId} and k.property_id = ${propertyId} and k.keep_until < ${today}::date)`
  const { rows: kept } = await sql<{ id: string }>`
    with h as (select h.id from customer_check h where h.company_id = ${companyId} and h.customer_id in ${old} for update)
    select id from h
    union all
    select f.id from customer_check_file f join h on h.id = f.check_id where f.company_id = ${companyId}`.execute(db)
  const digests = await readCheckDigests(
    db,
    companyId,
    kept.map(({ id }) => id),
  )
  await sql`select set_config('gya.erasing', 'on', true), set_config('gya.kept_before', ${today}, true)`.execute(db)
  const { rows: files } = await sql<{ file: string; sha256: Buffer }>`
    delete from customer_check_file f using customer_check h
    where f.company_id = ${companyId} and h.company_id = f.company_id and h.id = f.check_id and h.customer_id in ${old}
    returning f.file, f.sha256`.execute(db)
  await sql`delete from customer_check h where h.company_id = ${companyId} and h.customer_id in ${old}`.execute(db)
  const { rows: customers } = await sql<{ id: string }>`
    delete from customer k where k.company_id = ${companyId} and k.id in ${old} returning k.id`.execute(db)
  await sql`select set_config('gya.erasing', 'off', true), set_config('gya.kept_before', '', true)`.execute(db)
  if (customers.length === 0) return
  const originals = await discardMailsWith(
    db,
    companyId,
    files.map(({ sha256 }) => sha256),
  )
  await discardFiles({ db, now, addJob }, [...files.map(({ file }) => file), ...originals], 'original')
  const removed = digests.map((one) => one.digest).toSorted()
  const digest = deletedDigest(removed)
  const checks = digests.length - files.length
  const data = { customers: customers.length, checks, files: files.length, digest, removed }
  await recordPropertyEvents(db, { companyId, userId: null, at: now, newId }, [{ propertyId, kind: 'checks-deleted', data }])
}

/** The e-mails that these papers came with lose their original: it holds them too. Not while another check has the same paper. */
const discardMailsWith = (db: Db, companyId: string, sums: readonly Buffer[]): Promise<string[]> =>
  takeOriginals(
    db,
    companyId,
    sql`exists (select from mail_in_file f where f.company_id = ${companyId} and f.mail_in_id = m.id and f.sha256 = any(${sums}::bytea[])
      and not ${isInCheck(companyId)})`,
  )
