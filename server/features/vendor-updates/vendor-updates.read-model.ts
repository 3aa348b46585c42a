import { type DateOnly, daysBetween, type Instant, londonDay, londonInstant } from '@gya/domain/common/dates.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import { draftCaution } from '@gya/domain/features/assistants/draft-caution.ts'
import { expectedFactsOf } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { vendorExpected } from '@gya/domain/features/expected-dates/vendor-expected.ts'
import { toPartyRef } from '@gya/domain/features/property-contacts/parties.ts'
import type { Chase } from '@gya/domain/features/sale-now/claims.ts'
import type { SaleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import { spokenFactsOf } from '@gya/domain/features/sale-now/spoken-facts.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { StepChange } from '@gya/domain/features/vendor-portal/vendor-portal.rules.ts'
import {
  draftUpdate,
  type Happened,
  happenedSentences,
  letterPrompts,
  type UpdateFacts,
} from '@gya/domain/features/vendor-updates/draft-update.ts'
import type { UpdateCounts, VendorUpdate } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import {
  maxUpdatesListed,
  phaseAfterFallOff,
  type UpdateOvertaker,
  updatePhases,
} from '@gya/domain/features/vendor-updates/vendor-updates.model.ts'
import { meansOf } from '@gya/domain/features/vendor-updates/vendor-updates.rules.ts'
import { isPlaceholderEmail } from '@gya/domain/features/vendors/vendors.rules.ts'
import { isNoShow } from '@gya/domain/features/viewings/viewings.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { chasesJson } from '../conversations/chases.ts'
import { containsText } from '../properties/read/contains-text.ts'
import { type LoadedProperty, loadProperties } from '../properties/read/load-property.ts'

export type UpdateFilters = {
  companyId: string
  who: { userId: string } | 'nobody' | 'all'
  /** `null`: all of the company. */
  branchIds: string[] | null
  searchText: string | undefined
  today: DateOnly
  /** Days without an update after which a vendor is due. */
  updateEvery: number
}

const whoseSql = (who: UpdateFilters['who']) => {
  if (who === 'all') return sql<SqlBool>`true`
  return who === 'nobody' ? sql<SqlBool>`r.b_staff is null` : sql<SqlBool>`r.b_staff = ${who.userId}::uuid`
}

/** Properties whose vendors get updates, filtered by progressor, branch and search text. */
const listedSales = ({ companyId, who, branchIds, searchText }: UpdateFilters) => sql`
  from property_report r
  join branch b on b.company_id = r.company_id and b.id = r.branch_id and b.deleted_on is null
  where r.company_id = ${companyId} and r.phase = any(${[...updatePhases, phaseAfterFallOff]}::text[]) and ${whoseSql(who)}
    and (${branchIds === null} or r.branch_id = any(${branchIds ?? []}::uuid[]))
    and ${searchText ? containsText(companyId, searchText) : sql`true`}`

/** The day on which property `r` was launched, or otherwise taken on. */
const launchedOn = sql`coalesce((select s.completed_on from property_step s
  where s.company_id = r.company_id and s.property_id = r.property_id and s.key = ${stepKeys.PropertyLaunched}), r.taken_on)`

/** The day of the acceptance or launch, at which the first update begins. */
const startedOn = sql<DateOnly>`(case when r.phase = 'forSale' then ${launchedOn} else coalesce(r.offer_accepted, ${launchedOn}) end)`

/** Whether an update was skipped in this run. The vendor returns in the next one. */
const isSkipped = ({ today, updateEvery }: UpdateFilters) => sql`exists (select from vendor_update u
  where u.company_id = r.company_id and u.property_id = r.property_id and u.state = 'skipped'
    and london_day(u.at) > ${today}::date - ${updateEvery}::int)`

/** After a fall-off, a property is for sale only once it is launched again. An edited draft must still be sent or discarded. */
const hasOldDraft = ({ companyId }: UpdateFilters) => sql`(r.phase = ${phaseAfterFallOff} and exists (select from vendor_update d
  where d.company_id = ${companyId} and d.property_id = r.property_id and d.state = 'draft'))`

/** "Vendor not told for `update_every` days." Without any update: since the acceptance or the launch. */
const isDue = (filters: UpdateFilters) => sql`
  (${hasOldDraft(filters)} or r.phase <> ${phaseAfterFallOff}
    and coalesce(r.vendor_last_updated_on, ${startedOn}) <= ${filters.today}::date - ${filters.updateEvery}::int
    and not ${isSkipped(filters)})`

/** The properties whose vendors are due: "longest untold first (never told on top)". */
export async function listDueProperties(db: Db, filters: UpdateFilters): Promise<string[]> {
  const { rows } = await sql<{ property_id: string }>`
    select r.property_id ${listedSales(filters)} and ${isDue(filters)}
    order by r.vendor_last_updated_on nulls first, ${startedOn}, r.address_sort, r.property_id
    limit ${maxUpdatesListed}`.execute(db)
  return rows.map(({ property_id }) => property_id)
}

/** Counts due vendors, and updates sent or skipped since midnight in London. */
export async function countUpdates(db: Db, filters: UpdateFilters): Promise<UpdateCounts> {
  const midnight = sql`(${filters.today}::date::timestamp at time zone 'Europe/London')`
  const doneToday = (state: 'sent' | 'skipped') => sql`(select count(*)::int ${listedSales(filters)}
    and exists (select from vendor_update u where u.company_id = r.company_id and u.property_id = r.property_id
      and u.state = ${state} and u.at >= ${midnight}))`
  const { rows } = await sql<UpdateCounts>`
    select (select count(*)::int ${listedSales(filters)} and ${isDue(filters)}) as due,
      ${doneToday('sent')} as sent, ${doneToday('skipped')} as skipped`.execute(db)
  return rows[0] ?? { due: 0, sent: 0, skipped: 0 }
}

type StoredDraft = {
  id: string
  text: string
  since: Instant
  until: Instant
  version: number
  at: Instant
  saved_by: string | null
  edited_by: string | null
  grant_id: string | null
  app: string | null
}

type RecordRow = {
  property_id: string
  since: Instant
  started_on: DateOnly
  last_updated_on: DateOnly | null
  progressor: { _id: string; name: string } | null
  draft: StoredDraft | null
  changes: (StepChange & { at: Instant })[]
  shown: { text: string; at: Instant }[]
  /** Changes of the completion date and of expected days, oldest first. */
  days: { at: Instant; kind: string; before: DateOnly | null }[]
  chases: Chase[]
  /** When viewings were entered, since the last update. */
  viewings_entered: Record<string, Instant>
  sent_before: string[]
  /** Fall-offs and restores since the draft was saved. */
  turns: { kind: UpdateOvertaker }[]
}

/** Reads the events of properties since their last update: changed steps and days, shown texts of conversations, and the draft. */
async function readRecords(db: Db, companyId: string, propertyIds: readonly string[]): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    with sale as materialized (
      select r.property_id, r.vendor_last_updated_on, r.b_staff, ${startedOn} as started_on,
        (select max(u.at) from vendor_update u
         where u.company_id = r.company_id and u.property_id = r.property_id and (u.state = 'sent' or u.skip_reason = 'spoke')) as sent
      from property_report r where r.company_id = ${companyId} and r.property_id = any(${propertyIds}::uuid[])
    ),
    since as (
      select sale.*, start, greatest(start, sent) as since
      from sale cross join lateral (select started_on::timestamp at time zone 'Europe/London' as start) s
    )
    select s.property_id, s.since, s.started_on, s.vendor_last_updated_on as last_updated_on,
      (select json_build_object('_id', u.id, 'name', u.first_name || ' ' || u.last_name) from app_user u
       where u.company_id = ${companyId} and u.id = s.b_staff) as progressor,
      (select json_build_object('id', d.id, 'text', d.text, 'since', d.since, 'until', d.until, 'version', d.version, 'at', d.at,
          'saved_by', d.saved_by, 'grant_id', d.grant_id, 'app', (select a.name from app_grant g
            join connected_app a on a.company_id = g.company_id and a.id = g.app_id
            where g.company_id = ${companyId} and g.id = d.grant_id), 'edited_by', (select u.first_name || ' ' || u.last_name from app_user u
            where u.company_id = ${companyId} and u.id = d.saved_by))
       from vendor_update d
       where d.company_id = ${companyId} and d.property_id = s.property_id and d.state = 'draft') as draft,
      (select coalesce(json_agg(json_build_object('key', (e.data ->> 'key')::int, 'from', e.data ->> 'from', 'to', e.data ->> 'to',
          'because', e.data ->> 'because', 'at', e.at) order by e.at, e.id), '[]') from event e
       where e.company_id = ${companyId} and e.property_id = s.property_id and e.kind = 'step-changed' and e.at > s.since) as changes,
      (select coalesce(json_agg(json_build_object('text', x.vendor_text, 'at', c.createdon) order by c.createdon, c.id), '[]')
       from conversation_sale x join conversation c on c.company_id = x.company_id and c.id = x.conversation_id
       where x.company_id = ${companyId} and x.property_id = s.property_id and x.vendor_text is not null
         and c.undone_on is null and c.createdon > s.since) as shown,
      (select coalesce(json_agg(json_build_object('at', e.at, 'kind', e.kind, 'before', e.data ->> 'before') order by e.at, e.id), '[]')
       from event e
       where e.company_id = ${companyId} and e.property_id = s.property_id and e.at > s.since
         and e.kind in ('completion-date-set', 'expected-exchange-set', 'expected-completion-set', 'expected-shared')) as days,
      ${chasesJson(companyId, sql`s.property_id`)} as chases,
      (select coalesce(json_object_agg(v.id, v.createdon), '{}') from viewing v
       where v.company_id = ${companyId} and v.property_id = s.property_id and v.createdon > s.since) as viewings_entered,
      array(select u.text from vendor_update u
       where u.company_id = ${companyId} and u.property_id = s.property_id and u.state = 'sent' and u.at >= s.start
       order by u.at desc limit 2) as sent_before,
      (select coalesce(json_agg(json_build_object('kind', case e.kind when 'step-changed' then 'exchanged' else e.kind end)
         order by e.at, e.id), '[]') from event e
       join vendor_update d on d.company_id = ${companyId} and d.property_id = s.property_id and d.state = 'draft' and e.at > d.until
       where e.company_id = ${companyId} and e.property_id = s.property_id
         and (e.kind in ('fall-off', 'sale-restored')
           or e.kind = 'step-changed' and e.data ->> 'to' = 'C' and (e.data ->> 'key')::int = ${stepKeys.Exchanged})) as turns
    from since s`.execute(db)
  return rows
}

/** The accepted offer's amount, if it was changed after a moment and after the day of acceptance. */
function newPriceOf(
  { offers }: LoadedProperty['detail'],
  isLater: (entry: { at: Instant }) => boolean,
): NonNullable<Happened['newPrice']> | null {
  const accepted = offers.find(({ state }) => state === 'A')
  const [newest, ...older] = accepted?.history ?? []
  if (!newest || accepted?.acceptedOn == null) return null
  const on = londonDay(newest.createdon)
  const { acceptedOn } = accepted
  const before = older.find(({ createdon }) => !isLater({ at: createdon }) || londonDay(createdon) <= acceptedOn) ?? older.at(-1)
  const isChanged = before !== undefined && before.amount !== newest.amount
  return isChanged && on > accepted.acceptedOn && isLater({ at: newest.createdon })
    ? { amount: newest.amount, before: before.amount, on }
    : null
}

/** A viewing without a time begins with its day, as in the vendor portal. */
const startsAt = ({ when, time }: LoadedProperty['detail']['viewings'][number]): Instant => londonInstant(when, time ?? '00:00')

/** Offers that nobody has answered: new ones, and those whose amount was raised since a moment. */
function waitingOffersOf({ offers }: LoadedProperty['detail'], since: Instant) {
  const isLater = (at: Instant | undefined) => at !== undefined && Date.parse(at) > Date.parse(since)
  const waiting = offers.filter(({ state }) => state === 'P')
  const fresh = waiting.filter(({ history }) => isLater(history.at(-1)?.createdon))
  const raised = waiting.filter(({ history: [last, before], history }) => {
    const isOld = !isLater(history.at(-1)?.createdon)
    return isOld && isLater(last?.createdon) && last !== undefined && before !== undefined && last.amount > before.amount
  })
  return { waitingOffers: waiting.length, newWaitingOffers: fresh.length, raisedOffers: raised.length }
}

/** The changed asking price, if it applies today. Before the first day it belonged to another sale. */
function newAskingPriceOf({ mi }: LoadedProperty['detail'], first: DateOnly, isLater: (entry: { at: Instant }) => boolean) {
  const current = mi.askingPrice.find(({ price, createdon }) => price === mi.currentAskingPrice && londonDay(createdon) >= first)
  const before = mi.askingPrice.find(({ createdon }) => !isLater({ at: createdon }))
  return current && before && current.price !== before.price ? { amount: current.price, before: before.price } : null
}

/** Returns the events of the record, and viewings and offers, after a moment; those before the first day were of another sale. */
function happenedAfter(
  moment: Instant,
  { changes, shown, days, viewings_entered }: RecordRow,
  { detail }: LoadedProperty,
  first: DateOnly,
  now: Instant,
): Happened {
  const after = (one: Instant, other: Instant) => Date.parse(one) > Date.parse(other)
  const isLater = ({ at }: { at: Instant }) => after(at, moment)
  const moved = days.find((day) => day.kind === 'completion-date-set' && isLater(day))
  // What was entered late is told too.
  const isNewViewing = (viewing: LoadedProperty['detail']['viewings'][number]) =>
    viewing.when >= first &&
    !after(startsAt(viewing), now) &&
    (after(startsAt(viewing), moment) || after(viewings_entered[viewing._id] ?? moment, moment))
  const isNewOffer = ({ when, history }: LoadedProperty['detail']['offers'][number]) =>
    when >= first && when <= londonDay(now) && isLater({ at: history.at(-1)?.createdon ?? '' })
  return {
    stepChanges: changes.filter(isLater),
    shown: shown.filter(isLater).map(({ text }) => text),
    hasNewDays: days.some(isLater),
    completionBefore: moved?.before ?? null,
    newPrice: newPriceOf(detail, isLater),
    newAskingPrice: newAskingPriceOf(detail, first, isLater),
    relaunchedOn:
      detail.relaunches.find(({ when }) => when >= londonDay(moment) && when > first && when <= londonDay(now))?.when ?? null,
    viewings: detail.viewings.filter((viewing) => isNewViewing(viewing) && !isNoShow(viewing.notes)).length,
    offers: detail.offers.filter(isNewOffer).length,
  }
}

/** Sentences about events that make an edited draft outdated. */
const turnSentences = { 'fall-off': 'The sale fell off.', 'sale-restored': 'The sale was restored.' } as const
const isTurnOf = ({ standing }: SaleNow, { kind }: RecordRow['turns'][number]): boolean =>
  kind !== 'exchanged' || standing === 'exchanged'

/** An update with its sources. */
export type LoadedUpdate = { update: VendorUpdate; property: LoadedProperty; stored: StoredDraft | null; since: Instant }

function toUpdate(record: RecordRow, property: LoadedProperty, now: Instant): LoadedUpdate {
  const today = londonDay(now)
  const { detail, timeline, sale } = property
  const { owner } = detail
  const sinceDay = londonDay(record.since)
  const { draft } = record
  const spoken = spokenFactsOf(detail, timeline, today, record.chases)
  const facts: Omit<UpdateFacts, keyof Happened> = {
    since: sinceDay,
    today,
    phase: sale.phase,
    sale,
    spoken,
    timeline,
    expected: vendorExpected(expectedFactsOf(detail), today),
    days: expectedFactsOf(detail),
    fallenInChain: detail.chain.fallen[0]?.line1 ?? null,
    needsPack: detail.ownership === 'leasehold' && detail.leaseholdPackSent === 'no',
    bookedViewings: detail.viewings.flatMap((viewing) => (Date.parse(startsAt(viewing)) > Date.parse(now) ? [viewing.when] : [])),
    askingPrice: detail.mi.currentAskingPrice,
    ...waitingOffersOf(detail, record.since),
    sentBefore: record.sent_before,
  }
  const first = [record.started_on, spoken.fellOffOn ?? ''].toSorted().at(-1) ?? ''
  const happened = happenedAfter(record.since, record, property, first, now)
  const later = draft && happenedAfter(draft.until, record, property, first, now)
  return {
    property,
    stored: draft,
    since: record.since,
    update: {
      propertyId: detail._id,
      branchId: detail.branch._id,
      address: { line1: detail.address.line1, postcode: detail.address.postcode },
      phase: detail.phase,
      progressor: record.progressor,
      vendor: {
        ref: toPartyRef('vendor', owner._id),
        name: owner.fullName,
        salutation: salutationOf(owner.firstName, owner.lastName),
        tel: owner.tel,
        email: isPlaceholderEmail(owner.email) ? '' : owner.email,
        accountActivationToken: isPlaceholderEmail(owner.email) ? null : owner.accountActivationToken,
      },
      lastUpdatedOn: record.last_updated_on,
      daysUntold: Math.max(0, daysBetween(record.last_updated_on ?? record.started_on, today)),
      how: meansOf(owner),
      draft: {
        text: draft?.text ?? draftUpdate({ ...facts, ...happened }),
        since: new Date(record.since).toISOString(),
        edited: draft !== null,
        editedBy: draft?.edited_by ?? null,
        draftedWith: draft?.grant_id ? (draft.app ?? 'An assistant') : null,
        caution: draft?.grant_id ? draftCaution(draft.text) : null,
        happenedSince: later
          ? [
              // The exchange is among the sentences of the steps.
              ...record.turns.flatMap(({ kind }) => (kind === 'exchanged' ? [] : turnSentences[kind])),
              ...happenedSentences({ ...facts, ...later, since: londonDay(draft.until) }),
            ]
          : [],
        prompts: letterPrompts({ ...facts, ...happened }, draft?.text ?? null),
        overtakenBy: record.turns.findLast((turn) => isTurnOf(sale, turn))?.kind ?? null,
        version: draft?.version ?? null,
      },
    },
  }
}

/** Returns the updates of properties in the given order, without unknown ones. */
export async function loadUpdates(
  db: Db,
  { companyId, now }: { companyId: string; now: Instant },
  propertyIds: readonly string[],
): Promise<LoadedUpdate[]> {
  if (propertyIds.length === 0) return []
  const records = new Map((await readRecords(db, companyId, propertyIds)).map((row) => [row.property_id, row]))
  const properties = new Map(
    (await loadProperties(db, companyId, propertyIds, londonDay(now))).map((one) => [one.detail._id, one]),
  )
  return propertyIds.flatMap((id) => {
    const [record, property] = [records.get(id), properties.get(id)]
    return record && property ? [toUpdate(record, property, now)] : []
  })
}
