import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Decision } from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import type { CheckFacts, CustomerFacts } from '@gya/domain/features/customer-checks/customer-state.ts'
import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Customer, CustomerCheck, CustomerCheckFile } from '../../db/schema.ts'

type Person = { _id: string; name: string }

/** `file`: its id in the file store. */
export type StoredCheckFile = { _id: string; file: string; fileName: string; bytes: number }

export type StoredCheck = CheckFacts & {
  id: string
  provider: string
  reference: string
  documents: string
  words: string
  checkedBy: Person
  struckOn: Instant | null
  struckBy: Person | null
  struckBecause: string
  files: StoredCheckFile[]
}

export type CustomerPlace = { _id: string; branchId: string; branch: string; line1: string; postcode: string; deleted: boolean }

export type StoredCustomer = Omit<CustomerFacts, 'checks'> & {
  propertyId: string
  place: CustomerPlace
  reasonsBecause: string
  decisionReason: string
  decidedBy: Person | null
  decidedOn: Instant | null
  keepUntil: DateOnly | null
  version: number
  createdOn: Instant
  createdBy: string
  updatedOn: Instant | null
  updatedBy: string | null
  checks: StoredCheck[]
}

const person = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object('_id', ${sql.ref(`${alias}.id`)},
    'name', ${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}) end`

const files = sql`(
  select coalesce(json_agg(json_build_object('_id', f.id, 'file', f.file, 'fileName', f.file_name, 'bytes', f.bytes) order by f.createdon, f.id), '[]')
  from customer_check_file f where f.company_id = h.company_id and f.check_id = h.id)`

const instant = (column: string) => sql`to_json(${sql.ref(column)} at time zone 'UTC') #>> '{}' || 'Z'`

const checks = sql`(
  select coalesce(json_agg(json_build_object('id', h.id, 'kind', h.kind, 'way', h.way, 'provider', h.provider, 'reference', h.reference,
    'documents', h.documents, 'result', h.result, 'words', h.words, 'checkedOn', h.checked_on, 'expiresOn', h.expires_on,
    'enteredOn', ${instant('h.createdon')}, 'struck', h.struck_on is not null, 'struckOn', ${instant('h.struck_on')},
    'struckBecause', h.struck_because, 'checkedBy', ${person('b')}, 'struckBy', ${person('s')}, 'files', ${files})
    order by h.checked_on desc, h.createdon desc, h.id desc), '[]')
  from customer_check h join app_user b on b.id = h.checked_by left join app_user s on s.id = h.struck_by
  where h.company_id = k.company_id and h.customer_id = k.id)`

/** Customers of a company that meet a condition on `k`, in the order in which they were entered. */
export async function listCustomerRows(db: Db, companyId: string, which: RawBuilder<SqlBool>): Promise<StoredCustomer[]> {
  const { rows } = await sql<StoredCustomer>`
    select k.id, k.property_id as "propertyId", json_build_object('_id', p.id, 'branchId', p.branch_id, 'branch', r.name, 'line1', p.line1,
        'postcode', p.postcode, 'deleted', p.deleted_on is not null or r.deleted_on is not null) as place,
      k.side, k.form, k.name, k.owner_of as "ownerOf", k.met, k.reasons,
      k.reasons_because as "reasonsBecause", k.decision, k.decision_reason as "decisionReason", ${person('d')} as "decidedBy",
      k.decided_on as "decidedOn", k.offer_id as "offerId", coalesce(o.cash_buy, false) as "cashBuy", k.ended_on as "endedOn",
      k.keep_until as "keepUntil", k.version, k.createdon as "createdOn", k.created_by as "createdBy", k.updatedon as "updatedOn",
      k.updated_by as "updatedBy", ${checks} as checks
    from customer k
    join property p on p.company_id = k.company_id and p.id = k.property_id
    join branch r on r.company_id = p.company_id and r.id = p.branch_id
    left join offer o on o.company_id = k.company_id and o.id = k.offer_id
    left join app_user d on d.id = k.decided_by
    where k.company_id = ${companyId} and ${which}
    order by k.createdon, k.id`.execute(db)
  return rows
}

export const listCustomersOf = (db: Db, { companyId, propertyId }: PropertyIds): Promise<StoredCustomer[]> =>
  listCustomerRows(db, companyId, sql`k.property_id = ${propertyId}`)

const inBranches = (branchIds: readonly string[] | null) =>
  sql<SqlBool>`(${branchIds}::uuid[] is null or p.branch_id = any(${branchIds}::uuid[]))`

/** All customers of some branches, or of the company. */
export const listCustomersInBranches = (
  db: Db,
  companyId: string,
  branchIds: readonly string[] | null,
): Promise<StoredCustomer[]> => listCustomerRows(db, companyId, inBranches(branchIds))

/** The customers of these properties, to whom owners belong. */
export const listCustomersOfAll = (db: Db, companyId: string, propertyIds: readonly string[]): Promise<StoredCustomer[]> =>
  listCustomerRows(db, companyId, sql`k.property_id = any(${propertyIds}::uuid[])`)

/** Whether a company has customers. */
export const hasCustomers = async (db: Db, companyId: string): Promise<boolean> =>
  (await db.selectFrom('customer').select('id').where('company_id', '=', companyId).limit(1).executeTakeFirst()) !== undefined

/** The next day on which customers are deleted: the day after the last on which they are kept. */
export async function findNextDeletion(db: Db, companyId: string): Promise<{ on: DateOnly; customers: number } | null> {
  const { rows } = await sql<{ on: DateOnly; customers: number }>`
    select k.keep_until + 1 as on, count(*)::int as customers from customer k
    where k.company_id = ${companyId} and k.keep_until is not null group by k.keep_until order by 1 limit 1`.execute(db)
  return rows[0] ?? null
}

export const insertCustomer = (db: Db, row: Insertable<Customer>) => db.insertInto('customer').values(row).execute()

export const updateCustomerRow = (
  db: Db,
  { companyId, customerId }: { companyId: string; customerId: string },
  values: Updateable<Customer>,
) =>
  db
    .updateTable('customer')
    .set((set) => ({ ...values, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', customerId)
    .execute()

/** The owners of a customer have its offer. */
export const moveOwnersToOffer = (
  db: Db,
  { companyId, propertyId }: PropertyIds,
  ids: readonly string[],
  offerId: string | null,
) =>
  sql`
    update customer set offer_id = ${offerId}::uuid
    where company_id = ${companyId} and property_id = ${propertyId} and id = any(${ids}::uuid[])`.execute(db)

export const insertCheck = (db: Db, row: Insertable<CustomerCheck>) => db.insertInto('customer_check').values(row).execute()

export const strikeCheckRow = (
  db: Db,
  { companyId, checkId }: { companyId: string; checkId: string },
  struck: { on: Instant; by: string; because: string },
) =>
  db
    .updateTable('customer_check')
    .set({ struck_on: struck.on, struck_by: struck.by, struck_because: struck.because })
    .where('company_id', '=', companyId)
    .where('id', '=', checkId)
    .execute()

export const insertCheckFile = (db: Db, row: Insertable<CustomerCheckFile>) =>
  db.insertInto('customer_check_file').values(row).execute()

/** A file of a check of the property. */
export const findCheckFile = (db: Db, { companyId, propertyId }: PropertyIds, fileId: string) =>
  db
    .selectFrom('customer_check_file as f')
    .innerJoin('customer_check as h', (join) => join.onRef('h.company_id', '=', 'f.company_id').onRef('h.id', '=', 'f.check_id'))
    .innerJoin('customer as k', (join) => join.onRef('k.company_id', '=', 'h.company_id').onRef('k.id', '=', 'h.customer_id'))
    .select(['f.id', 'f.file', 'f.file_name', 'f.bytes', 'h.id as check_id'])
    .where('f.company_id', '=', companyId)
    .where('f.id', '=', fileId)
    .where('k.property_id', '=', propertyId)
    .executeTakeFirst()

export type DecisionColumns = {
  decision: Decision
  decision_reason: string
  decided_by: string | null
  decided_on: Instant | null
}
/** "A new check or reason after it sets the decision back to `none`." */
export const noDecision: DecisionColumns = { decision: 'none', decision_reason: '', decided_by: null, decided_on: null }
