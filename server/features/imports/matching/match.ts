import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { FieldValues, RowFacts } from '@gya/domain/features/imports/decide-row.ts'
import type { ImportKind } from '@gya/domain/features/imports/import-kinds.ts'
import type { MadeContacts, RowIssue } from '@gya/domain/features/imports/imports.model.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { LoadedProperty } from '../../properties/read/load-property.ts'
import type { CompanyIndex } from '../company-index.ts'
import type { RowIndex } from '../row-index.ts'
import type { FirmRow } from './firm-index.ts'

export type MatchContext = {
  db: Db
  companyId: string
  system: string
  importId: string
  today: DateOnly
  index: CompanyIndex
  contents: RowIndex
  make: MadeContacts
}

/** The existing object of a row, if there is one. */
export type Match = Pick<RowFacts, 'byReference' | 'alike'> & {
  /** The property to which the row belongs, if it exists in GYA. */
  property: LoadedProperty | null
  /** Of a reference that this system does not know: another system that does. */
  otherSystem?: string | undefined
  /** For a sale whose property the files create: the timeline that the property will have. */
  newTimeline?: Timeline | undefined
  /** The values of the row without unresolved names, such as an unknown firm; absent: unchanged. */
  values?: FieldValues
  issues?: readonly RowIssue[]
  /** Why the row cannot be written. */
  refusal?: RowFacts['refusal']
  otherVendor?: RowFacts['otherVendor']
  /** The firms and people that are made from names of the row. */
  made?: Made
}

export type Made = { firms: { name: string; alike: FirmRow | null }[]; people: string[] }

export const noMatch: Match = { byReference: null, alike: null, property: null }

type References = { companyId: string; system: string; kind: ImportKind; refs: readonly (string | null)[] }

/** Objects by reference. */
export async function findReferences(db: Db, { companyId, system, kind, refs }: References): Promise<Map<string, string>> {
  const named = [...new Set(refs.filter((ref): ref is string => ref !== null))]
  if (named.length === 0) return new Map()
  const rows = await db
    .selectFrom('external_ref')
    .select(['ref', 'object_id'])
    .where('company_id', '=', companyId)
    .where('system', '=', system)
    .where('kind', '=', kind)
    .where(sql<SqlBool>`ref = any(${named}::text[])`)
    .execute()
  return new Map(rows.map(({ ref, object_id }) => [ref, object_id]))
}

/** Another system that knows a reference of a property, by reference; of several, the first by name. */
export async function findOtherSystems(
  db: Db,
  { companyId, system, refs }: Omit<References, 'kind'>,
): Promise<Map<string, string>> {
  const named = [...new Set(refs.filter((ref): ref is string => ref !== null && ref !== ''))]
  if (named.length === 0) return new Map()
  const rows = await db
    .selectFrom('external_ref')
    .select(['ref', (of) => of.fn.min('system').as('other')])
    .where('company_id', '=', companyId)
    .where('system', '<>', system)
    .where('kind', '=', 'property')
    .where(sql<SqlBool>`ref = any(${named}::text[])`)
    .groupBy('ref')
    .execute()
  return new Map(rows.map(({ ref, other }) => [ref, other]))
}

type Objects = { companyId: string; system: string; importId: string; ids: readonly string[] }

/** References of the properties that an import has created, by property. */
export async function findReferred(db: Db, { companyId, system, importId, ids }: Objects): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('external_ref')
    .select(['ref', 'object_id'])
    .where('company_id', '=', companyId)
    .where('system', '=', system)
    .where('kind', '=', 'property')
    .where('import_id', '=', importId)
    .where(sql<SqlBool>`object_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ ref, object_id }) => [object_id, ref]))
}
