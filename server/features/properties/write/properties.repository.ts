import type { Address } from '@gya/domain/common/address.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { ExpectedDates } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { Template } from '@gya/domain/features/timeline/timeline.model.ts'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'
import type { Property } from '../../../db/schema.ts'

export type LockedProperty = { id: string; version: number; updatedon: string; updated_by: string | null }

/** Locks properties for the rest of the transaction, in the order of their ids. Returns their versions, and when and by whom they were last saved. */
export const lockProperties = async (
  db: Db,
  properties: { companyId: string; propertyIds: readonly string[] },
): Promise<LockedProperty[]> => (await db.executeQuery(lockingStatement(properties))).rows

const lockingStatement = prepareStatement(
  'lock-properties',
  (db, { companyId, propertyIds }: { companyId: string; propertyIds: readonly string[] }) =>
    db
      .selectFrom('property')
      .select(['id', 'version', 'updatedon', 'updated_by'])
      .where('company_id', '=', companyId)
      .where(sql<SqlBool>`id = any(${propertyIds}::uuid[])`)
      .where('deleted_on', 'is', null)
      .orderBy('id')
      .forUpdate()
      .compile(),
)

/** The name of the user who saved last. Not joined in the locking query, which would return the name from before a lock wait. */
export async function findSaverName(db: Db, userId: string | null): Promise<string> {
  const user =
    userId && (await db.selectFrom('app_user').select(['first_name', 'last_name']).where('id', '=', userId).executeTakeFirst())
  return user ? `${user.first_name} ${user.last_name}` : 'somebody'
}

/** Waits for running changes of a branch's properties and blocks new ones. */
export const lockPropertiesOf = (db: Db, { companyId, branchId }: { companyId: string; branchId: string }) =>
  db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', companyId)
    .where('branch_id', '=', branchId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Locks properties for a change of derived data, optionally skipping locked ones. */
export async function lockFeeRows(
  db: Db,
  companyId: string,
  ids: readonly string[],
  { skipLocked }: { skipLocked: boolean },
): Promise<string[]> {
  const rows = await db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .$if(skipLocked, (query) => query.skipLocked())
    .execute()
  return rows.map(({ id }) => id)
}

type PropertySelection = { ids: readonly string[] } | { ownerId: string } | { branchId: string }

function isSelected(selection: PropertySelection) {
  if ('ids' in selection) return sql<SqlBool>`p.id = any(${selection.ids}::uuid[])`
  return 'ownerId' in selection
    ? sql<SqlBool>`p.owner_id = ${selection.ownerId}`
    : sql<SqlBool>`p.branch_id = ${selection.branchId}`
}

const liveProperties = (db: Db, companyId: string, selection: PropertySelection) =>
  db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .select('p.id')
    .where('p.company_id', '=', companyId)
    .where(isSelected(selection))
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .orderBy('p.id')

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Undeleted properties by ids, owner or branch. */
export const findLiveProperties = async (db: Db, companyId: string, selection: PropertySelection): Promise<string[]> =>
  idsOf(await liveProperties(db, companyId, selection).execute())

/** The same, locked in id order, so that concurrent transactions do not deadlock. */
export const lockLiveProperties = async (db: Db, companyId: string, selection: PropertySelection): Promise<string[]> =>
  idsOf(await liveProperties(db, companyId, selection).forUpdate('p').execute())

/** The same, skipping properties that are locked. */
export const lockUnlockedProperties = async (db: Db, companyId: string, selection: PropertySelection): Promise<string[]> =>
  idsOf(await liveProperties(db, companyId, selection).forUpdate('p').skipLocked().execute())

type SavedProperties = { companyId: string; propertyIds: readonly string[]; now: Instant; userId: string | null }

/** Increments the version, and sets when and by whom the property was saved. */
export const incrementVersionStatement = prepareStatement(
  'increment-version',
  (db, { companyId, propertyIds, now, userId }: SavedProperties) =>
    db
      .updateTable('property')
      .set({ version: sql`version + 1`, updatedon: now, updated_by: userId })
      .where('company_id', '=', companyId)
      .where(sql<SqlBool>`id = any(${propertyIds}::uuid[])`)
      .compile(),
)

export const insertProperty = (db: Db, property: Insertable<Property>) => db.insertInto('property').values(property).execute()

export const updatePropertyFields = (db: Db, { companyId, propertyId }: PropertyIds, fields: Updateable<Property>) =>
  db.updateTable('property').set(fields).where('company_id', '=', companyId).where('id', '=', propertyId).execute()

export const buyerColumns = ({ name, email, tel, cashBuyer }: PropertyDetail['buyer']): Updateable<Property> => ({
  buyer_name: name,
  buyer_email: email,
  buyer_tel: tel,
  buyer_cash_buyer: cashBuyer,
})

export const expectedColumns = (expected: Partial<ExpectedDates>) =>
  omitUndefined({
    expected_exchange: expected.expectedExchange,
    expected_completion: expected.expectedCompletion,
    mortgage_offer_expires: expected.mortgageOfferExpires,
    share_expected: expected.shareExpected,
  })

export const addressColumns = (address: Address) => ({
  line1: address.line1,
  line2: address.line2,
  town: address.town,
  county: address.county,
  country: address.country,
  postcode: address.postcode,
})

/**
 * The template that a property of this branch copies. The branch cannot be deleted until the property has been taken on.
 * Throws NOT_FOUND.
 */
export async function findBranchForNewProperty(db: Db, companyId: string, branchId: string) {
  const branch = await db
    .selectFrom('branch')
    .select((select) => [
      'timeline_template',
      select.selectFrom('company').select('name').where('id', '=', companyId).as('company_name'),
    ])
    .where('company_id', '=', companyId)
    .where('id', '=', branchId)
    .where('deleted_on', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!branch) throw new DomainError('NOT_FOUND')
  return { timeline_template: branch.timeline_template as unknown as Template, companyName: branch.company_name ?? '' }
}
