import { addressLine } from '@gya/domain/common/address-line.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { MemoParties } from '@gya/domain/features/memo/build-memo.ts'
import type { Recipient, Solicitor } from '@gya/domain/features/memo/memo.model.ts'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Memo } from '../../db/schema.ts'

const findSolicitors = (db: Db, { companyId, propertyId }: PropertyIds) =>
  db
    .selectFrom('property_contact as a')
    .innerJoin('company_contact as c', (join) =>
      join.onRef('c.company_id', '=', 'a.company_id').onRef('c.id', '=', 'a.contact_id'),
    )
    .leftJoin('company_contact_poc as p', (join) =>
      join.onRef('p.company_id', '=', 'a.company_id').onRef('p.contact_id', '=', 'a.contact_id').onRef('p.id', '=', 'a.poc_id'),
    )
    .select(['a.role', 'c.name as firm', 'c.email as firm_email', 'c.tel as firm_tel'])
    .select(['c.line1', 'c.line2', 'c.town', 'c.county', 'c.country', 'c.postcode'])
    .select(['p.name as poc', 'p.email as poc_email', 'p.tel as poc_tel'])
    .where('a.company_id', '=', companyId)
    .where('a.property_id', '=', propertyId)
    .where('a.role', 'in', ['vendorSolicitor', 'buyerSolicitor'])
    .execute()

/** The point of contact's e-mail and telephone take precedence over the firm's. */
const toSolicitor = (row: Awaited<ReturnType<typeof findSolicitors>>[number] | undefined): Solicitor | null =>
  row
    ? {
        firm: row.firm,
        poc: row.poc ?? '',
        email: row.poc_email || row.firm_email,
        tel: row.poc_tel || row.firm_tel,
        address:
          row.line1 === null || row.postcode === null ? '' : addressLine({ ...row, line1: row.line1, postcode: row.postcode }),
      }
    : null

const sideNames: Record<string, string> = { vendor: 'Vendor’s contact', buyer: 'Buyer’s contact' }

async function findAdditionalRecipients(db: Db, { companyId, propertyId }: PropertyIds): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('property_additional_contact')
    .select(['side', 'first_name', 'last_name', 'email', 'memo'])
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .orderBy('side', 'desc')
    .orderBy('position')
    .execute()
  return rows.map(({ side, first_name, last_name, email, memo }) => ({
    name: `${first_name} ${last_name}`,
    email,
    who: sideNames[side] ?? '',
    party: false,
    marked: memo,
  }))
}

/** The last e-mailed memorandum with its price; the first ones recorded none. */
export async function findLastMade(
  db: Db,
  { companyId, propertyId }: PropertyIds,
): Promise<{ at: Instant; price: number } | null> {
  const row = await db
    .selectFrom('event')
    .select(['at', sql<number | null>`(data->>'price')::float8`.as('price')])
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('kind', '=', 'memo-emailed')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && row.price !== null ? { at: row.at, price: row.price } : null
}

/** The solicitors of both sides, and the further recipients. */
export async function findMemoParties(db: Db, ids: PropertyIds): Promise<MemoParties> {
  const solicitors = await findSolicitors(db, ids)
  const memo = await findMemo(db, ids)
  return {
    version: memo?.version ?? 1,
    vendorSolicitor: toSolicitor(solicitors.find(({ role }) => role === 'vendorSolicitor')),
    buyerSolicitor: toSolicitor(solicitors.find(({ role }) => role === 'buyerSolicitor')),
    additional: await findAdditionalRecipients(db, ids),
  }
}

const findMemo = (db: Db, { companyId, propertyId }: PropertyIds) =>
  db.selectFrom('memo').selectAll().where('company_id', '=', companyId).where('property_id', '=', propertyId).executeTakeFirst()

/** Creates the memo's row if missing, and locks it. */
export async function lockMemo(db: Db, { companyId, propertyId }: PropertyIds, now: string) {
  await db
    .insertInto('memo')
    .values({ company_id: companyId, property_id: propertyId, createdon: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('memo')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const updateMemoRow = (db: Db, { companyId, propertyId }: PropertyIds, fields: Updateable<Memo>) =>
  db
    .updateTable('memo')
    .set((set) => ({ ...fields, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .execute()

export const findLetterhead = (db: Db, { companyId, propertyId }: PropertyIds) =>
  db
    .selectFrom('property as p')
    .innerJoin('company as c', 'c.id', 'p.company_id')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .select(['c.name as company', 'c.logo', 'c.brand_colour', 'c.tel as company_tel', 'b.name as branch', 'b.tel', 'b.email'])
    .select(['b.line1', 'b.line2', 'b.town', 'b.county', 'b.country', 'b.postcode'])
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', propertyId)
    .executeTakeFirstOrThrow()
