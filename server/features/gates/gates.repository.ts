import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { type Gate, type GateItem, type GateMode } from '@gya/domain/features/gates/gates.model.ts'
import type { GateCheck } from '@gya/domain/features/gates/gates.rules.ts'
import { starterItems } from '@gya/domain/features/gates/starter-items.ts'
import type { WeeklyOverrideCount } from '@gya/domain/features/gates/weekly-override-count.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export type GateTemplate = { modes: Record<Gate, GateMode>; items: GateItem[]; version: number }

const listOf = (db: Db, companyId: string) =>
  db.selectFrom('gate_list').select(['version', 'createdon', 'updatedon', 'updated_by']).where('company_id', '=', companyId)

/** The gates of a company; the initial ones, both off, if it never changed them. */
export async function findGateTemplate(db: Db, companyId: string): Promise<GateTemplate> {
  const list = await listOf(db, companyId).executeTakeFirst()
  if (!list) return { modes: { accept: 'off', exchange: 'off' }, items: [...starterItems], version: 1 }
  const { rows: items } = await sql<GateItem>`
    select i.id as "_id", i.gate, i.title, i.help, i.applies, i.evidence, i.auto, i.valid_days as "validDays",
      i.override_by as "overrideBy", i.active, i.about_buyer as "aboutBuyer"
    from gate_item i where i.company_id = ${companyId}::uuid order by i.gate, i.ordinal, i.id`.execute(db)
  return { modes: await findModes(db, companyId), items, version: list.version }
}

async function findModes(db: Db, companyId: string): Promise<Record<Gate, GateMode>> {
  const rows = await db.selectFrom('gate_mode').select(['gate', 'mode']).where('company_id', '=', companyId).execute()
  const modeOf = (gate: Gate) => (rows.find((row) => row.gate === gate)?.mode ?? 'off') as GateMode
  return { accept: modeOf('accept'), exchange: modeOf('exchange') }
}

/** Locks the list; creates it if the company never changed it. */
export async function lockGateList(db: Db, companyId: string, now: Instant) {
  await db
    .insertInto('gate_list')
    .values({ company_id: companyId, createdon: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return listOf(db, companyId).forUpdate().executeTakeFirstOrThrow()
}

/** Number of items overridden in the 7 days before an instant, and in the 7 days before these, from the audit log. */
export async function countOverrides(db: Db, companyId: string, until: Instant): Promise<WeeklyOverrideCount> {
  const { rows } = await sql<WeeklyOverrideCount>`
    select coalesce(sum((a.data->>'items')::int) filter (where a.at > ${until}::timestamptz - interval '7 days'), 0)::int as week,
      coalesce(sum((a.data->>'items')::int) filter (where a.at <= ${until}::timestamptz - interval '7 days'), 0)::int as before
    from audit a
    where a.company_id = ${companyId}::uuid and a.kind = 'gate-overridden'
      and a.at > ${until}::timestamptz - interval '14 days' and a.at <= ${until}::timestamptz`.execute(db)
  return rows[0] ?? { week: 0, before: 0 }
}

type SavedTemplate = { modes: Record<Gate, GateMode>; items: readonly GateItem[]; now: Instant; userId: string }

/** Sales have copies of the items that applied to their acceptance, so that items can be deleted. */
export async function saveGateTemplateRows(
  db: Db,
  companyId: string,
  { modes, items, now, userId }: SavedTemplate,
): Promise<void> {
  await db.deleteFrom('gate_item').where('company_id', '=', companyId).execute()
  if (items.length > 0)
    await db
      .insertInto('gate_item')
      .values(
        items.map((item, ordinal) => ({
          company_id: companyId,
          id: item._id,
          gate: item.gate,
          title: item.title,
          help: item.help,
          applies: item.applies,
          evidence: item.evidence,
          auto: item.auto,
          valid_days: item.validDays,
          override_by: item.overrideBy,
          ordinal,
          active: item.active,
          about_buyer: item.aboutBuyer,
        })),
      )
      .execute()
  for (const [gate, mode] of Object.entries(modes))
    await sql`
      insert into gate_mode (company_id, gate, mode, since) values (${companyId}, ${gate}, ${mode}, ${now})
      on conflict (company_id, gate) do update set mode = excluded.mode, since = excluded.since
      where gate_mode.mode <> excluded.mode`.execute(db)
  await db
    .updateTable('gate_list')
    .set((set) => ({ version: set('version', '+', 1), updatedon: now, updated_by: userId }))
    .where('company_id', '=', companyId)
    .execute()
}

/** Items as they are stored with a sale; those of older archives do not say whom they are about. */
const toSaleItems = (items: unknown): GateItem[] =>
  (items as (Omit<GateItem, 'aboutBuyer'> & { aboutBuyer?: boolean })[]).map((item) => ({ aboutBuyer: true, ...item }))

export type SaleGate = { gate: Gate; mode: GateMode; items: GateItem[] }

/** The gates that applied to the acceptance of an offer; none if both were off. */
export const findSaleGates = async (db: Db, companyId: string, offerId: string): Promise<SaleGate[]> =>
  (await listSaleGates(db, companyId, [offerId])).get(offerId) ?? []

/** The same for several offers, by offer. */
export async function listSaleGates(db: Db, companyId: string, offerIds: readonly string[]): Promise<Map<string, SaleGate[]>> {
  const rows = await db
    .selectFrom('gate_sale')
    .select(['offer_id', 'gate', 'mode', 'items'])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`offer_id = any(${offerIds}::uuid[])`)
    .execute()
  const gates = rows.map(({ offer_id, gate, mode, items }) => ({
    offerId: offer_id,
    saleGate: { gate: gate as Gate, mode: mode as GateMode, items: toSaleItems(items) },
  }))
  const byOffer = Map.groupBy(gates, ({ offerId }) => offerId)
  return new Map([...byOffer].map(([offerId, rows]) => [offerId, rows.map(({ saleGate }) => saleGate)]))
}

/** An offer accepted again after a fall-off is subject to the gates of that day. */
export async function saveSaleGates(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  offerId: string,
  saleGates: readonly SaleGate[],
  now: Instant,
): Promise<void> {
  await db.deleteFrom('gate_sale').where('company_id', '=', companyId).where('offer_id', '=', offerId).execute()
  const asked = saleGates.filter(({ mode }) => mode !== 'off')
  if (asked.length === 0) return
  await db
    .insertInto('gate_sale')
    .values(
      asked.map(({ gate, mode, items }) => ({
        company_id: companyId,
        property_id: propertyId,
        offer_id: offerId,
        gate,
        mode,
        items: JSON.stringify(items),
        createdon: now,
      })),
    )
    .execute()
}

export type StoredCheck = GateCheck & {
  title: string
  metOn: Instant | null
  metBy: string | null
  metByName: string | null
  reason: string
  version: number
}

/** The checks of an offer. */
export const listGateChecks = async (db: Db, { companyId }: PropertyIds, offerId: string): Promise<StoredCheck[]> =>
  (await listChecksOfOffers(db, companyId, [offerId])).get(offerId) ?? []

/** The checks of several offers, by offer. */
export async function listChecksOfOffers(
  db: Db,
  companyId: string,
  offerIds: readonly string[],
): Promise<Map<string, StoredCheck[]>> {
  const rows = await db
    .selectFrom('gate_check as c')
    .leftJoin('app_user as u', 'u.id', 'c.met_by')
    .select([
      'c.offer_id',
      'c.item_id',
      'c.title',
      'c.state',
      'c.reference',
      'c.document_id',
      'c.note',
      'c.expires_on',
      'c.met_on',
      'c.met_by',
    ])
    .select(['c.reason', 'c.version', 'u.first_name', 'u.last_name'])
    .where('c.company_id', '=', companyId)
    .where(sql<SqlBool>`c.offer_id = any(${offerIds}::uuid[])`)
    .execute()
  const checks = rows.map((row) => ({
    offerId: row.offer_id,
    itemId: row.item_id,
    title: row.title,
    state: row.state as GateCheck['state'],
    reference: row.reference,
    documentId: row.document_id,
    note: row.note,
    expiresOn: row.expires_on,
    metOn: row.met_on,
    metBy: row.met_by,
    metByName: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
    reason: row.reason,
    version: row.version,
  }))
  return Map.groupBy(checks, ({ offerId }) => offerId)
}

export type SavedCheck = Omit<StoredCheck, 'metByName' | 'version'>

export async function saveCheckRows(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  offerId: string,
  checks: readonly SavedCheck[],
): Promise<void> {
  if (checks.length === 0) return
  await db
    .insertInto('gate_check')
    .values(
      checks.map((check) => ({
        company_id: companyId,
        property_id: propertyId,
        offer_id: offerId,
        item_id: check.itemId,
        title: check.title,
        state: check.state,
        reference: check.reference,
        document_id: check.documentId,
        note: check.note,
        met_on: check.metOn,
        met_by: check.metBy,
        expires_on: check.expiresOn,
        reason: check.reason,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'property_id', 'offer_id', 'item_id']).doUpdateSet((set) => ({
        title: set.ref('excluded.title'),
        state: set.ref('excluded.state'),
        reference: set.ref('excluded.reference'),
        document_id: set.ref('excluded.document_id'),
        note: set.ref('excluded.note'),
        met_on: set.ref('excluded.met_on'),
        met_by: set.ref('excluded.met_by'),
        expires_on: set.ref('excluded.expires_on'),
        reason: set.ref('excluded.reason'),
        version: sql<number>`gate_check.version + 1`,
      })),
    )
    .execute()
}

/** The checks for which this file is evidence, with their offers. */
export const listChecksOfDocument = (db: Db, { companyId, propertyId }: PropertyIds, documentId: string) =>
  db
    .selectFrom('gate_check')
    .select(['offer_id', 'item_id', 'title'])
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('document_id', '=', documentId)
    .execute()

/** These checks are open again. */
export const reopenChecksOfDocument = (db: Db, { companyId, propertyId }: PropertyIds, documentId: string) =>
  sql`
    update gate_check set document_id = null, version = version + 1, met_on = null, met_by = null,
      state = case state when 'met' then 'open' else state end
    where company_id = ${companyId}::uuid and property_id = ${propertyId}::uuid and document_id = ${documentId}::uuid`.execute(db)

/** Whether a file of this id was deleted from the property. */
export async function wasDocument(db: Db, { companyId, propertyId }: PropertyIds, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('event')
    .select('id')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('kind', '=', 'document-removed')
    .where(sql<SqlBool>`data ->> 'documentId' = ${documentId}`)
    .executeTakeFirst()
  return row !== undefined
}
