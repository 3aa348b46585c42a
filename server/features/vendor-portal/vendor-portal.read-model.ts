import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { isIdentityChecked } from '@gya/domain/features/customer-checks/customer-state.ts'
import { expectedFactsOf } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { vendorExpected } from '@gya/domain/features/expected-dates/vendor-expected.ts'
import { agreedMove } from '@gya/domain/features/sale-now/sale-now.ts'
import type { MarketChange } from '@gya/domain/features/sale-now/sentences.ts'
import { spokenFactsOf } from '@gya/domain/features/sale-now/spoken-facts.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import type { StepKey } from '@gya/domain/features/timeline/step-definitions.ts'
import {
  type StepChange,
  saleTurns,
  vendorMessagesSince,
  vendorNewsBySave,
  vendorPortalSale,
} from '@gya/domain/features/vendor-portal/vendor-portal.rules.ts'
import { vendorFeedback } from '@gya/domain/features/viewings/viewings.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { listChases } from '../conversations/chases.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { isPassedStep, marketChange } from './passed-step.ts'

/** Vendors have a handful of properties at a time; more are not listed. */
const maxProperties = 50

/** The properties of a vendor, newest first, by index `property_by_owner`. */
export async function listVendorProperties(db: Db, { companyId, ownerId }: { companyId: string; ownerId: string }) {
  const rows = await db
    .selectFrom('property as p')
    .innerJoin('property_report as r', (join) =>
      join.onRef('r.company_id', '=', 'p.company_id').onRef('r.property_id', '=', 'p.id'),
    )
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .select(['p.id', 'p.company_id', 'p.branch_id', 'p.line1', 'p.postcode', 'r.phase'])
    .where('p.company_id', '=', companyId)
    .where('p.owner_id', '=', ownerId)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .orderBy('p.createdon', 'desc')
    .limit(maxProperties)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    companyId: row.company_id,
    branchId: row.branch_id,
    address: { line1: row.line1, postcode: row.postcode },
    phase: row.phase as Phase,
  }))
}

export async function readContactPreferences(db: Db, userId: string): Promise<{ email: boolean; push: boolean }> {
  const row = await db
    .selectFrom('app_user')
    .select(['contact_by_email', 'contact_by_push'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { email: row.contact_by_email, push: row.contact_by_push }
}

type MessageFilters = { companyId: string; ownerId: string; today: DateOnly; propertyId?: string }

const key = sql<StepKey>`(e.data ->> 'key')::int`
const from = sql<string | null>`e.data ->> 'from'`
const to = sql<string>`e.data ->> 'to'`

/** Step changes, withdrawals and returns. Uses indexes `property_by_owner` and `event_by_property`. */
const saleEvents = (db: Db, { companyId, ownerId, today, propertyId }: MessageFilters) =>
  db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .innerJoin('event as e', (join) => join.onRef('e.company_id', '=', 'p.company_id').onRef('e.property_id', '=', 'p.id'))
    .where('p.company_id', '=', companyId)
    .where('p.owner_id', '=', ownerId)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .$if(propertyId !== undefined, (query) => query.where('p.id', '=', propertyId ?? ''))
    .where('e.at', '>=', `${vendorMessagesSince(today)}T00:00:00Z`)
    // "An import … tells vendors nothing." [connect §1.3](docs/design/connect.md#1.3), rule 9.
    .where('e.via', '!=', 'import')
    // A corrected date is not news.
    .where(
      sql<SqlBool>`(e.kind in ('withdrawn', 'reinstated') or e.kind = 'step-changed' and not ${isPassedStep(companyId)}
        and (e.data ->> 'because' = any(${saleTurns}::text[]) or ${from} is distinct from ${to}))`,
    )

/**
 * Texts of conversations that staff chose to show, without withdrawn ones. A message appears when the conversation is recorded, which may
 * be later than when it took place. Internal notes are never read here.
 */
const conversationMessages = (db: Db, { companyId, ownerId, today, propertyId }: MessageFilters) =>
  db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .innerJoin('conversation_sale as s', (join) =>
      join.onRef('s.company_id', '=', 'p.company_id').onRef('s.property_id', '=', 'p.id'),
    )
    .innerJoin('conversation as c', (join) =>
      join.onRef('c.company_id', '=', 's.company_id').onRef('c.id', '=', 's.conversation_id'),
    )
    .where('p.company_id', '=', companyId)
    .where('p.owner_id', '=', ownerId)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .$if(propertyId !== undefined, (query) => query.where('p.id', '=', propertyId ?? ''))
    .where('s.vendor_text', 'is not', null)
    .where('c.undone_on', 'is', null)
    .where('c.createdon', '>=', `${vendorMessagesSince(today)}T00:00:00Z`)

/** Updates that a person sent. */
const updateMessages = (db: Db, { companyId, ownerId, today, propertyId }: MessageFilters) =>
  db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .innerJoin('vendor_update as v', (join) =>
      join.onRef('v.company_id', '=', 'p.company_id').onRef('v.property_id', '=', 'p.id'),
    )
    .where('p.company_id', '=', companyId)
    .where('p.owner_id', '=', ownerId)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .$if(propertyId !== undefined, (query) => query.where('p.id', '=', propertyId ?? ''))
    .where('v.state', '=', 'sent')
    .where('v.at', '>=', `${vendorMessagesSince(today)}T00:00:00Z`)

type VendorMessage = { _id: string; at: Instant; property: { _id: string; line1: string }; lines: string[] }

/** One message per save with news. */
async function listSaleMessages(db: Db, of: MessageFilters): Promise<VendorMessage[]> {
  const { companyId } = of
  const saves = await saleEvents(db, of)
    .select(['p.id as property_id', 'p.line1', 'e.at', sql<string>`max(e.id::text)`.as('id')])
    .select([
      sql<StepChange[]>`coalesce(json_agg(json_build_object('key', ${key}, 'from', ${from}, 'to', ${to},
        'because', e.data ->> 'because') order by e.id) filter (where e.kind = 'step-changed'), '[]')`.as('steps'),
      sql<MarketChange[]>`coalesce(json_agg(${marketChange(companyId)} order by e.id)
        filter (where e.kind <> 'step-changed'), '[]')`.as('market'),
    ])
    .groupBy(['p.company_id', 'p.id', 'e.at'])
    .orderBy('e.at')
    .execute()
  return [...Map.groupBy(saves, (save) => save.property_id).values()].flatMap((ofProperty) =>
    vendorNewsBySave(ofProperty).map(({ id, at, property_id, line1, lines }) => ({
      _id: id,
      at,
      property: { _id: property_id, line1 },
      lines,
    })),
  )
}

/** Conversations that are shown, and updates. */
async function listTextMessages(db: Db, of: MessageFilters): Promise<VendorMessage[]> {
  const rows = await conversationMessages(db, of)
    .select(['p.id as property_id', 'p.line1', 'c.createdon as at', sql<string>`c.id::text`.as('id'), 's.vendor_text as text'])
    .unionAll(
      updateMessages(db, of).select([
        'p.id as property_id',
        'p.line1',
        'v.at',
        sql<string>`v.id::text`.as('id'),
        sql<string | null>`v.text`.as('text'),
      ]),
    )
    .execute()
  return rows.map(({ id, at, property_id, line1, text }) => ({
    _id: id,
    at,
    property: { _id: property_id, line1 },
    lines: (text ?? '').split('\n').filter(Boolean),
  }))
}

/** Messages newest first, and their number in total and unseen. */
export async function readVendorMessages(db: Db, of: MessageFilters) {
  const seenUntil = await findSeenUntil(db, of)
  const messages = [...(await listSaleMessages(db, of)), ...(await listTextMessages(db, of))].toSorted(
    (a, b) => Date.parse(b.at) - Date.parse(a.at) || b._id.localeCompare(a._id),
  )
  const unseen = messages.filter(({ at }) => seenUntil === null || Date.parse(at) > Date.parse(seenUntil)).length
  return { messages, count: messages.length, unseen, seenUntil }
}

async function findSeenUntil(db: Db, { companyId, ownerId }: MessageFilters): Promise<Instant | null> {
  const row = await db
    .selectFrom('vendor_seen')
    .select('seen_until')
    .where('company_id', '=', companyId)
    .where('user_id', '=', ownerId)
    .executeTakeFirst()
  return row?.seen_until ?? null
}

/** Messages shown with their property; GET vendor/messages has pages. */
const newestMessages = 20

/** A property as its vendor sees it: the sale, viewings with feedback, newest messages, and the contact person. */
export async function loadPortalProperty(
  db: Db,
  ids: PropertyIds,
  vendor: Omit<MessageFilters, 'propertyId'> & { now: Instant },
) {
  const { detail, timeline, sale, register, agencyContacts } = await loadProperty(db, ids, vendor.today)
  const accepted = detail.offers.find((offer) => offer.state === 'A')
  return {
    _id: detail._id,
    address: detail.address,
    phase: sale.phase,
    logo: detail.logo,
    price: (accepted && (detail.mi.agreedPrice ?? accepted.amount)) ?? detail.mi.currentAskingPrice,
    offerAcceptedOn: accepted?.acceptedOn ?? null,
    // After exchange the standing of the sale says it.
    completionDate: sale.standing === 'agreed' ? agreedMove(sale) : null,
    expected: vendorExpected(expectedFactsOf(detail), vendor.today),
    sale: vendorPortalSale(spokenFactsOf(detail, timeline, vendor.today, await listChases(db, ids)), sale),
    viewings: detail.viewings.map(({ _id, when, time, notes }) => ({
      _id,
      when,
      time,
      feedback: vendorFeedback({ when, time, notes }, vendor.now),
    })),
    news: (await readVendorMessages(db, { ...vendor, propertyId: ids.propertyId })).messages.slice(0, newestMessages),
    ...agencyContacts,
    ...(register?.on && isIdentityChecked(register, 'vendor', null, vendor.today) ? { identityChecked: true as const } : {}),
  }
}
