import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { type Identifiers, identifierFields } from '@gya/domain/features/properties/identifiers.fields.ts'
import type { IdentifierOrigin } from '@gya/domain/features/properties/property-lookup.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { eventAuthorName } from '../../events/events.repository.ts'

type Key = keyof Identifiers
const keys = Object.keys(identifierFields) as Key[]

/** The newest entry about each identifier, otherwise that of the take-on. */
export async function findIdentifierOrigins(
  db: Db,
  { companyId, propertyId }: PropertyIds,
): Promise<Record<Key, IdentifierOrigin>> {
  const { rows } = await sql<{ key: Key } & NonNullable<IdentifierOrigin>>`
    select distinct on (k.key) k.key, e.at as on, ${eventAuthorName} as by, coalesce(e.data->'lookedUp' ? k.key, false) as "lookedUp"
    from unnest(${keys}::text[]) k (key)
    join event e on e.company_id = ${companyId} and e.property_id = ${propertyId}
      and (e.kind = 'taken-on' or e.kind = 'property-edited' and e.data->'fields' ? k.key)
    order by k.key, e.at desc, e.id desc`.execute(db)
  const none: Record<Key, IdentifierOrigin> = { uprn: null, titleNumbers: null, epcNumber: null, councilTaxBand: null }
  return { ...none, ...Object.fromEntries(rows.map(({ key, ...origin }) => [key, origin])) }
}
