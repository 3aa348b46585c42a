import { nobodyStaffId } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import type { ReportColumn } from '@gya/domain/features/report/report-columns.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

type Ids = { companyId: string; mailId: string }

/** A report's message with its attachment count, for its sender only. */
export const findReportMail = (db: Db, { companyId, mailId }: Ids, userId: string) =>
  db
    .selectFrom('mail as m')
    .select(['m.id', 'm.recipients', 'm.state', 'm.last_error'])
    .select((select) =>
      select
        .selectFrom('mail_attachment as a')
        .whereRef('a.mail_id', '=', 'm.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('attachments'),
    )
    .where('m.company_id', '=', companyId)
    .where('m.id', '=', mailId)
    .where('m.sent_by', '=', userId)
    .where('m.property_id', 'is', null)
    .executeTakeFirst()

/** Whether a message still waits for its PDF; locks it. */
export async function isAwaitingPdf(db: Db, { companyId, mailId }: Ids): Promise<boolean> {
  const mail = await db
    .selectFrom('mail')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()
  if (!mail) return false
  const attached = await db.selectFrom('mail_attachment').select('file').where('mail_id', '=', mailId).executeTakeFirst()
  return attached === undefined
}

export const failReportMail = (db: Db, { companyId, mailId }: Ids, lastError: string) =>
  db
    .updateTable('mail')
    .set({ state: 'failed', last_error: lastError })
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .execute()

/** The names in the report's header and filters. */
export async function findReportNames(db: Db, { companyId, branchIds }: { companyId: string; branchIds: string[] | null }) {
  const company = await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  const branches = branchIds?.length
    ? await db
        .selectFrom('branch')
        .select('name')
        .where('company_id', '=', companyId)
        .where('id', 'in', branchIds)
        .orderBy('name')
        .execute()
    : []
  return {
    company: company.name,
    branches: branchIds === null ? undefined : branches.map(({ name }) => name),
  }
}

/** The names of the colleagues of a filter; `nobody` for its word `none`. */
export async function findStaffNames(
  db: Db,
  companyId: string,
  filter: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (!filter) return undefined
  const ids = filter.filter((id) => id !== nobodyStaffId)
  const staff = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .orderBy('last_name')
    .execute()
  return [
    ...(filter.includes(nobodyStaffId) ? ['nobody'] : []),
    ...staff.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
  ]
}

/** Names of the company's branches by id; none if no column shows them. */
export async function findBranchNames(
  db: Db,
  companyId: string,
  columns: readonly Pick<ReportColumn, 'id'>[],
): Promise<ReadonlyMap<string, string>> {
  if (!columns.some(({ id }) => id === 'branch')) return new Map()
  const branches = await db.selectFrom('branch').select(['id', 'name']).where('company_id', '=', companyId).execute()
  return new Map(branches.map(({ id, name }) => [id, name]))
}

export const findSender = (db: Db, userId: string) =>
  db.selectFrom('app_user').select(['first_name', 'last_name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()
