import { normalisePostcode } from '@gya/domain/common/address.ts'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import { addressOfRef, addressRef } from '@gya/domain/features/imports/address-ref.ts'
import { propertyValues } from '@gya/domain/features/imports/current-values.ts'
import type { Existing } from '@gya/domain/features/imports/decide-row.ts'
import type { RowIssue } from '@gya/domain/features/imports/imports.model.ts'
import { addressKey } from '@gya/domain/features/imports/row-identity.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { type LoadedProperty, loadProperties } from '../../properties/read/load-property.ts'
import { findManualChanges } from '../manual-changes.ts'
import type { PreparedRow } from '../prepare-row.ts'
import { findReferences, findReferred, type Match, type MatchContext, noMatch } from './match.ts'

/** Live properties by postcode and first line. */
async function findByAddress(
  db: Db,
  companyId: string,
  identities: readonly string[],
  which: 'first' | 'last' = 'first',
): Promise<Map<string, string>> {
  if (identities.length === 0) return new Map()
  const postcodes = [...new Set(identities.map((identity) => normalisePostcode(identity.split(' ', 1)[0] ?? '')))]
  const rows = await db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .select(['p.id', 'p.line1', 'p.line2', 'p.postcode'])
    .where('p.company_id', '=', companyId)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .where(sql<SqlBool>`p.postcode = any(${postcodes}::text[])`)
    .orderBy('p.createdon', which === 'last' ? 'asc' : 'desc')
    .execute()
  return new Map(rows.map(({ id, line1, line2, postcode }) => [addressKey(line1, line2, postcode) ?? '', id]))
}

/** Live properties by UPRN: of several the open one, then the last that was taken on. */
async function findByUprn(db: Db, companyId: string, uprns: readonly string[]): Promise<Map<string, string>> {
  if (uprns.length === 0) return new Map()
  const { rows } = await sql<{ uprn: string; id: string }>`
    select p.uprn::text as uprn, p.id
    from property p
    join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
    join property_report r on r.company_id = p.company_id and r.property_id = p.id
    where p.company_id = ${companyId} and p.uprn = any(${uprns}::bigint[]) and p.deleted_on is null
    order by r.phase in ('withdrawn', 'completed') desc, p.createdon`.execute(db)
  return new Map(rows.map(({ uprn, id }) => [uprn, id]))
}

/** Properties by the references of the other system, or by the address that stands for one: the last that was taken on there. */
export async function findPropertiesNamed(
  db: Db,
  { companyId, system, refs }: { companyId: string; system: string; refs: readonly (string | null)[] },
): Promise<Map<string, string>> {
  const addresses = [...new Set(refs.flatMap((ref) => (ref === null ? [] : (addressOfRef(ref) ?? []))))]
  const there = await findByAddress(db, companyId, addresses, 'last')
  const named = await findReferences(db, { companyId, system, kind: 'property', refs })
  return new Map([
    ...named,
    ...addresses.flatMap((address): [string, string][] => {
      const id = there.get(address)
      return id === undefined ? [] : [[addressRef(address), id]]
    }),
  ])
}

async function findWithdrawals(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, DateOnly | null>> {
  const rows = await db
    .selectFrom('property')
    .select(['id', 'withdrawn_on'])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, withdrawn_on }) => [id, withdrawn_on]))
}

/** Loads properties that are not deleted, by id, in batches of a few hundred. */
export async function loadLiveProperties(
  { db, companyId, today }: MatchContext,
  ids: readonly string[],
): Promise<Map<string, LoadedProperty>> {
  const live = new Map<string, LoadedProperty>()
  for (let from = 0; from < ids.length; from += 100) {
    const loaded = await loadProperties(db, companyId, ids.slice(from, from + 100), today)
    for (const property of loaded) live.set(property.detail._id, property)
  }
  return live
}

/** Finds the existing properties of rows of kind `property`. */
export async function matchProperties(context: MatchContext, rows: readonly PreparedRow[]): Promise<(row: PreparedRow) => Match> {
  const { db, companyId, system, importId, today } = context
  const byRef = await findReferences(db, { companyId, system, kind: 'property', refs: rows.map(({ ref }) => ref) })
  const byAddress = await findByAddress(
    db,
    companyId,
    rows.flatMap(({ identity }) => identity ?? []),
  )
  const byUprn = await findByUprn(
    db,
    companyId,
    rows.flatMap(({ uprn }) => uprn ?? []),
  )
  const alikeOf = ({ uprn, identity }: PreparedRow) => byUprn.get(uprn ?? '') ?? byAddress.get(identity ?? '')
  const referred = await findReferred(db, { companyId, system, importId, ids: [...byUprn.values(), ...byAddress.values()] })
  const ids = [...new Set(rows.flatMap((row) => [idOf(row, byRef) ?? [], alikeOf(row) ?? []].flat()))]
  if (ids.length === 0) return () => noMatch
  const live = await loadLiveProperties(context, ids)
  const withdrawals = await findWithdrawals(db, companyId, ids)
  const changes = await findManualChanges(db, companyId, ids)
  const existing = ({ detail, timeline }: LoadedProperty): Existing => ({
    id: detail._id,
    values: propertyValues(detail, timeline, today, withdrawals.get(detail._id) ?? null),
    changedHere: changes.get(detail._id) ?? {},
  })
  return (row) => {
    const own = live.get(idOf(row, byRef) ?? '')
    const hasUprn = row.uprn !== null && byUprn.has(row.uprn)
    const what = hasUprn ? 'UPRN' : 'address'
    const alike = live.get(alikeOf(row) ?? '')
    if (own) {
      const other = hasUprn && alike && alike !== own && own.detail.identifiers.uprn !== row.uprn ? alike : null
      const issues = other ? [sameWarning('UPRN', other.detail.name, 'Both keep it.')] : []
      return { byReference: existing(own), alike: null, property: own, ...(other && { issues }) }
    }
    if (!alike) return noMatch
    // "The reference comes first": a row of the same files with another reference is another property.
    const otherRef = row.ref === null ? undefined : referred.get(alike.detail._id)
    if (otherRef !== undefined)
      return { ...noMatch, issues: [sameWarning(what, `the property with the reference “${otherRef}”`)] }
    const takenOn = existing(alike).values.takenOn
    const message = typeof takenOn === 'string' ? `Same ${what} as a property taken on ${showTakenOn(takenOn)}.` : `Same ${what}.`
    const code = hasUprn ? 'same-uprn' : 'same-address'
    return { byReference: null, alike: { existing: existing(alike), message, code }, property: alike }
  }
}

const twoReferences = 'Their references differ, so they are two properties.'

/** Two properties of one address or UPRN with references of their own. */
export const sameWarning = (what: 'address' | 'UPRN', other: string, meaning = twoReferences): RowIssue => ({
  level: 'warning',
  column: null,
  value: '',
  message: `The same ${what} as ${other}. ${meaning}`,
  code: what === 'UPRN' ? 'same-uprn-line' : 'same-address-line',
})

const idOf = ({ ref }: PreparedRow, byRef: ReadonlyMap<string, string>): string | undefined =>
  ref === null ? undefined : byRef.get(ref)

const showTakenOn = (day: DateOnly): string => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
