import { type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Property } from '../../../db/schema.ts'

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
