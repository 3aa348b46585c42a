import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance } from 'fastify'
import { type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Property } from '../../../db/schema.ts'
import type { Caller } from '../../../http/access/caller.ts'
import { branchesInScope } from '../../../http/access/scope.ts'
import { deriveActionItems } from '../projections/action-items.ts'
import { rebuildRowsOfMany } from '../projections/rebuild-projections.ts'
import { completedItems } from '../projections/settled-items.ts'
import { type LoadedProperty, loadProperties } from '../read/load-property.ts'
import { type PropertyEvents, recordChanges } from './change-property.ts'
import { addExpectedFees } from './expected-fees.ts'
import { notifyListeners } from './property-changed.ts'

/**
 * Changes of several properties in one transaction, with the same guarantees as `changeProperty`: lock and load, decide and write, then
 * save the record, versions and projections of all of them.
 */

type Scoped = { db: Db; caller: Pick<Caller, 'type' | 'branchIds'> }

/** Locks the properties that are in scope, in id order, so that concurrent changes do not deadlock. */
export function lockPropertiesInScope({ db, caller }: Scoped, companyId: string, propertyIds: readonly string[]) {
  const branchIds = branchesInScope(caller)
  return db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .select(['p.id', 'p.line1'])
    .where('p.company_id', '=', companyId)
    .where(sql<SqlBool>`p.id = any(${propertyIds}::uuid[])`)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .$if(branchIds !== null, (query) => query.where(sql<SqlBool>`p.branch_id = any(${branchIds}::uuid[])`))
    .orderBy('p.id')
    .forUpdate('p')
    .execute()
}

/** Locks and loads the properties. Throws NOT_FOUND if one of them does not exist or is out of scope. */
export async function loadLockedProperties(
  { db, caller, today }: Scoped & { today: DateOnly },
  companyId: string,
  propertyIds: readonly string[],
): Promise<Map<string, LoadedProperty>> {
  if (propertyIds.length === 0) return new Map()
  const locked = await lockPropertiesInScope({ db, caller }, companyId, propertyIds)
  if (locked.length < new Set(propertyIds).size) throw new DomainError('NOT_FOUND')
  const ids = locked.map(({ id }) => id)
  return new Map((await loadProperties(db, companyId, ids, today)).map((property) => [property.detail._id, property]))
}

/** Columns of a property that can be changed in a list, for several properties at once. */
const listColumns = ['completion_date'] as const
export type PropertyFields = Pick<Updateable<Property>, (typeof listColumns)[number]>

export async function readPropertyFields(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
): Promise<Map<string, PropertyFields>> {
  const rows = await db
    .selectFrom('property')
    .select(['id', ...listColumns])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${propertyIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...fields }) => [id, fields]))
}

/** One statement per set of columns. */
export async function savePropertyFields(
  db: Db,
  companyId: string,
  changed: readonly { propertyId: string; fields: Updateable<Property> }[],
): Promise<void> {
  const bySet = Map.groupBy(changed, ({ fields }) => Object.keys(fields).toSorted().join())
  for (const [names, group] of bySet) {
    if (names === '') continue
    const rows = group.map(({ propertyId, fields }) => ({ id: propertyId, ...fields }))
    await sql`
      update property p set ${sql.join(names.split(',').map((name) => sql`${sql.ref(name)} = v.${sql.ref(name)}`))}
      from jsonb_populate_recordset(null::property, ${JSON.stringify(rows)}::jsonb) v
      where p.company_id = ${companyId} and p.id = v.id`.execute(db)
  }
}

export type Saving = {
  db: Db
  companyId: string
  userId: string
  now: Instant
  today: DateOnly
  newId(): string
  app: FastifyInstance
  /** The properties before the change. */
  before: ReadonlyMap<string, LoadedProperty>
  isUndo?: true
}

/** Writes record, versions and projections, calls the listeners, and returns the properties as saved. */
export async function saveProperties(
  { db, companyId, userId, now, today, newId, app, before: propertiesBefore, isUndo }: Saving,
  changes: readonly PropertyEvents[],
): Promise<LoadedProperty[]> {
  const changed = changes.flatMap((change) => {
    const mi = propertiesBefore.get(change.propertyId)?.detail.mi
    if (change.events.length === 0) return []
    return mi ? { ...change, events: addExpectedFees(change.events, mi) } : change
  })
  if (changed.length === 0) return []
  await recordChanges(db, companyId, changed, { userId, now, newId })
  const ids = changed.map(({ propertyId }) => propertyId)
  const properties = await rebuildRowsOfMany(db, companyId, ids, today)
  const eventsOf = new Map(changed.map(({ propertyId, events }) => [propertyId, events]))
  const saved = properties.map((property) => {
    const { _id } = property.detail
    const before = propertiesBefore.get(_id) ?? null
    return { before, property, userId, events: eventsOf.get(_id) ?? [], db, now, today, newId }
  })
  await notifyListeners(app, saved)
  const completed = completedItems(changed.map((one) => ({ subjectId: one.propertyId, ...one })))
  await deriveActionItems(db, companyId, properties, { today, by: { userId, now, completed, isUndo } })
  return properties
}
