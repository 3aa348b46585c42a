import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { expectedFactsOf } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { vendorExpected } from '@gya/domain/features/expected-dates/vendor-expected.ts'
import { type MarketChange, marketSentence } from '@gya/domain/features/sale-now/sentences.ts'
import { spokenFactsOf } from '@gya/domain/features/sale-now/spoken-facts.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import { type StepKey, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import {
  notifiedStates,
  notifiedSteps,
  type StepChange,
  saleTurns,
  vendorMessages,
  vendorMessagesSince,
  vendorNewsDelaySeconds,
  vendorPortalSale,
} from '@gya/domain/features/vendor-portal/vendor-portal.rules.ts'
import { vendorFeedback } from '@gya/domain/features/viewings/viewings.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { isPassedStep, wasComplete } from './passed-step.ts'

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

/** Whether a fall-off or a restore made the change. */
const isTurn = (event: 'e' | 'f') =>
  sql<boolean>`coalesce(${sql.ref(`${event}.data`)} ->> 'because' = any(${saleTurns}::text[]), false)`

/** Changes of the step of event `e` of the same property. A restore reverts a fall-off, but not an offer that was accepted after it. */
const sameStep = (companyId: string) => sql`
  from event f where f.company_id = ${companyId} and f.property_id = e.property_id and f.kind = 'step-changed'
    and f.data ->> 'key' = e.data ->> 'key' and ${isTurn('f')} = ${isTurn('e')}`

/**
 * "Slips do not reach vendors … undone ones are left out" ([day §4](docs/design/day.md#4)). As in the e-mail, leaves out a change that was
 * reverted within two minutes, and the change that reverted it.
 */
const isSlip = (companyId: string) => sql<SqlBool>`(
  exists (select ${sameStep(companyId)} and (f.at, f.id) > (e.at, e.id)
    and f.at <= e.at + make_interval(secs => ${vendorNewsDelaySeconds}) and f.data ->> 'to' = e.data ->> 'from')
  or (select f.data ->> 'from' ${sameStep(companyId)} and (f.at, f.id) < (e.at, e.id)
    and f.at >= e.at - make_interval(secs => ${vendorNewsDelaySeconds}) order by f.at, f.id limit 1) = e.data ->> 'to')`

/**
 * One row per save with news for the vendor: the events of one transaction. Uses indexes `property_by_owner` and
 * `event_by_property`.
 */
const stepMessages = (db: Db, { companyId, ownerId, today, propertyId }: MessageFilters) =>
  db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .innerJoin('event as e', (join) => join.onRef('e.company_id', '=', 'p.company_id').onRef('e.property_id', '=', 'p.id'))
    .where('p.company_id', '=', companyId)
    .where('p.owner_id', '=', ownerId)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .$if(propertyId !== undefined, (query) => query.where('p.id', '=', propertyId ?? ''))
    .where('e.kind', '=', 'step-changed')
    .where('e.at', '>=', `${vendorMessagesSince(today)}T00:00:00Z`)
    // A corrected date is not news.
    .where(
      sql<SqlBool>`(${isTurn('e')} or ${key} = any(${notifiedSteps}::int[]) and ${to} = any(${notifiedStates}::text[])
        and ${from} is distinct from ${to})`,
    )
    // "An import … tells vendors nothing." [connect §1.3](docs/design/connect.md#1.3), rule 9.
    .where('e.via', '!=', 'import')
    .where(sql<SqlBool>`not ${isPassedStep(companyId)}`)
    .where(sql<SqlBool>`${isSlip(companyId)} is not true`)
    .groupBy(['p.company_id', 'p.id', 'e.at'])

const otherMarketChange = sql`case e.kind when 'withdrawn' then 'reinstated' else 'withdrawn' end`

/** Withdrawals and returns to the market, without those that were reverted within two minutes. */
const marketMessages = (db: Db, { companyId, ownerId, today, propertyId }: MessageFilters) =>
  db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .innerJoin('event as e', (join) => join.onRef('e.company_id', '=', 'p.company_id').onRef('e.property_id', '=', 'p.id'))
    .where('p.company_id', '=', companyId)
    .where('p.owner_id', '=', ownerId)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .$if(propertyId !== undefined, (query) => query.where('p.id', '=', propertyId ?? ''))
    .where('e.kind', 'in', ['withdrawn', 'reinstated'])
    .where('e.at', '>=', `${vendorMessagesSince(today)}T00:00:00Z`)
    .where('e.via', '!=', 'import')
    .where(
      sql<SqlBool>`not exists (select from event f where f.company_id = ${companyId} and f.property_id = e.property_id
        and f.kind = ${otherMarketChange} and f.at between e.at - make_interval(secs => ${vendorNewsDelaySeconds})
          and e.at + make_interval(secs => ${vendorNewsDelaySeconds}))`,
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

const noMarketChange = sql<MarketChange | null>`null::json`.as('market')

/** One page of messages, newest first. */
export async function listVendorMessages(db: Db, of: MessageFilters, { itemsPerPage, currentPage }: PageRequest) {
  const steps = stepMessages(db, of)
    .select(['p.id as property_id', 'p.line1', 'e.at', sql<string>`max(e.id::text)`.as('id')])
    .select([
      sql<
        StepChange[] | null
      >`json_agg(json_build_object('key', ${key}, 'from', ${from}, 'to', ${to}, 'because', e.data ->> 'because') order by e.id)`.as(
        'changes',
      ),
      sql<string | null>`null`.as('text'),
      noMarketChange,
    ])
  const conversations = conversationMessages(db, of)
    .select(['p.id as property_id', 'p.line1', 'c.createdon as at', sql<string>`c.id::text`.as('id')])
    .select([sql<StepChange[] | null>`null::json`.as('changes'), 's.vendor_text as text', noMarketChange])
  const updates = updateMessages(db, of)
    .select(['p.id as property_id', 'p.line1', 'v.at', sql<string>`v.id::text`.as('id')])
    .select([sql<StepChange[] | null>`null::json`.as('changes'), sql<string | null>`v.text`.as('text'), noMarketChange])
  const market = marketMessages(db, of)
    .select(['p.id as property_id', 'p.line1', 'e.at', sql<string>`e.id::text`.as('id')])
    .select([sql<StepChange[] | null>`null::json`.as('changes'), sql<string | null>`null`.as('text')])
    .select(
      sql<MarketChange | null>`json_build_object('is', e.kind, 'isSold', ${wasComplete(of.companyId, stepKeys.SaleAgreed)},
        'isLaunched', ${wasComplete(of.companyId, stepKeys.PropertyLaunched)})`.as('market'),
    )
  const rows = await db
    .selectFrom(steps.unionAll(conversations).unionAll(updates).unionAll(market).as('m'))
    .selectAll('m')
    .orderBy('m.at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(itemsPerPage)
    .offset(itemsPerPage * currentPage)
    .execute()
  return rows.map(({ id, at, property_id, line1, changes, text, market: ofMarket }) => ({
    _id: id,
    at,
    property: { _id: property_id, line1 },
    lines: ofMarket
      ? [marketSentence(ofMarket)]
      : text === null
        ? vendorMessages(changes ?? [])
        : text.split('\n').filter(Boolean),
  }))
}

/** The number of messages, in total and unseen. */
export async function countVendorMessages(
  db: Db,
  of: MessageFilters,
): Promise<{ count: number; unseen: number; seenUntil: Instant | null }> {
  const seenUntil = await findSeenUntil(db, of)
  const isNew = sql<SqlBool>`m.at > ${seenUntil ?? '-infinity'}::timestamptz`
  const { count, unseen } = await db
    .selectFrom(
      stepMessages(db, of)
        .select('e.at')
        .unionAll(conversationMessages(db, of).select('c.createdon as at'))
        .unionAll(updateMessages(db, of).select('v.at'))
        .unionAll(marketMessages(db, of).select('e.at'))
        .as('m'),
    )
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.countAll<number>().filterWhere(isNew).as('unseen')])
    .executeTakeFirstOrThrow()
  return { count, unseen, seenUntil }
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
const newestMessages: PageRequest = { itemsPerPage: 20, currentPage: 0 }

/** A property as its vendor sees it: the sale, viewings with feedback, newest messages, and the contact person. */
export async function loadPortalProperty(
  db: Db,
  ids: PropertyIds,
  vendor: Omit<MessageFilters, 'propertyId'> & { now: Instant },
) {
  const { detail, timeline, sale, agencyContacts } = await loadProperty(db, ids, vendor.today)
  const accepted = detail.offers.find((offer) => offer.state === 'A')
  return {
    _id: detail._id,
    address: detail.address,
    phase: sale.phase,
    logo: detail.logo,
    price: (accepted && (detail.mi.agreedPrice ?? accepted.amount)) ?? detail.mi.currentAskingPrice,
    offerAcceptedOn: accepted?.acceptedOn ?? null,
    // After exchange the standing of the sale says it.
    completionDate: sale.standing === 'agreed' && sale.moveDay ? sale.moveDay.on : null,
    expected: vendorExpected(expectedFactsOf(detail), vendor.today),
    sale: vendorPortalSale(spokenFactsOf(detail, timeline, vendor.today), sale),
    viewings: detail.viewings.map(({ _id, when, time, notes }) => ({
      _id,
      when,
      time,
      feedback: vendorFeedback({ when, time, notes }, vendor.now),
    })),
    news: await listVendorMessages(db, { ...vendor, propertyId: ids.propertyId }, newestMessages),
    ...agencyContacts,
  }
}
