import { addDays, type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import type { SaleFacts } from '@gya/domain/features/forecast/sale-facts.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type DelayTuple, type RiskDays, type SaleRow, toFacts, traitsOf, withDelays } from './sale-facts.read-model.ts'

/** The day on which a completed step was entered, as known on a day. */
const enteredOn = (sale: 's.id' | 'o.id', step: 's' | 'k', asAt: DateOnly) => sql`(
  select min(e.since) from sale_step_day e
  where ${sql.ref(`${step}.state`)} = 'C' and e.company_id = p.company_id and e.sale_id = ${sql.ref(sale)} and e.key = ${sql.ref(`${step}.key`)}
    and e.state = 'C' and e.since <= ${asAt}::date)`

const stepsOfProperty = (asAt: DateOnly) => sql`(
  select json_agg(json_build_array(s.key, s.state, s.started_on, s.completed_on, s.blocked_on, s.survey_date,
    case when s.state in ('IP', 'B') and s.survey_date is null then coalesce(s.due_on, s.started_on + s.days_to_complete) end, ${enteredOn('o.id', 's', asAt)}))
  from property_step s
  where s.company_id = p.company_id and s.property_id = p.id and s.key not between 1 and 4 and s.key <> 25)`
const contactsOfProperty = sql`(
  select json_object_agg(x.role, x.contact_id) from property_contact x
  where x.company_id = p.company_id and x.property_id = p.id)`
/** Periods in which the reasons of a sale held. */
const riskDaysOf = (saleId: 'o.id' | 'f.offer_id') => sql`(
  select json_agg(json_build_object('risk', k.risk, 'since', k.since, 'until', k.until)) from sale_risk_day k
  where k.company_id = p.company_id and k.sale_id = ${sql.ref(saleId)})`

/** Periods in which steps of a sale were blocked, as known on a day. Read from the history, because a completed step no longer has them. */
const delaysOf = (sale: 's.id' | 'o.id' | 'f.offer_id', asAt: DateOnly) => sql`(
  select json_agg(json_build_array(b.key, b.blocked_on, b.until) order by b.key, b.blocked_on) from (
    select k.key, k.blocked_on, case when max(k.until) <= ${asAt}::date then max(k.until) end as until
    from sale_step_day k
    where k.company_id = p.company_id and k.sale_id = ${sql.ref(sale)} and k.state = 'B' and k.blocked_on is not null and k.since <= ${asAt}::date
    group by k.key, k.blocked_on) b)`

const daysLearnedFrom = 730
/** Sales are read in pages, so that memory and the time to parse a result do not grow with the company. */
const salesInPage = 1000

type FallenRow = Pick<SaleRow, 'ownership' | 'chain' | 'branch_id' | 'b_staff' | 'lender_id' | 'contacts' | 'known_on'> & {
  id: string
  createdon: string
  timeline: Timeline
  accepted_on: DateOnly | null
  risks: RiskDays | null
  delays: DelayTuple[] | null
}

/**
 * Sales agreed in the 730 days before, with their outcome, in pages. Sales that fell off are read from their archive; their firms and
 * progressors are those of the property today, because the archive only has the buyer's firm.
 */
export async function* listSalesToLearnFrom(db: Db, companyId: string, today: DateOnly): AsyncGenerator<SaleFacts[]> {
  const since = addDays(today, -daysLearnedFrom)
  for (let after: string | null = null; ; ) {
    const page: SaleRow[] = await listAgreedSales(db, companyId, { since, today, after })
    yield page.map(toFacts)
    if (page.length < salesInPage) break
    after = page.at(-1)?.property_id ?? null
  }
  for (let after: string | null = null; ; ) {
    const page: FallenRow[] = await listFallenSales(db, companyId, { since, today, after })
    yield page.flatMap(toFallen)
    if (page.length < salesInPage) break
    after = page.at(-1)?.id ?? null
  }
}

export async function countSalesToLearnFrom(db: Db, companyId: string, today: DateOnly): Promise<number> {
  const { rows } = await sql<{ sales: number }>`
    select count(*)::int as sales from sale s
    join sale_day d on d.company_id = s.company_id and d.sale_id = s.id and d.since <= ${today} and d.until > ${today}
      and d.outcome in ('open', 'exchanged', 'fell') and d.agreed_on between ${addDays(today, -daysLearnedFrom)} and ${today}
    where s.company_id = ${companyId}`.execute(db)
  return rows[0]?.sales ?? 0
}

/**
 * The same as known on a past day, from the stored history, without deleted properties. Reasons that held before they were stored are
 * unknown.
 */
export async function* listSalesKnownAt(db: Db, companyId: string, asAt: DateOnly): AsyncGenerator<SaleFacts[]> {
  const valid = (days: 'd' | 'k') =>
    sql`${sql.ref(`${days}.since`)} <= ${asAt}::date and ${sql.ref(`${days}.until`)} > ${asAt}::date`
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: (SaleRow & { outcome: string; since: DateOnly })[] } = await sql<
      SaleRow & { outcome: string; since: DateOnly }
    >`
      select s.property_id, s.id as sale_id, s.known_on, d.outcome, d.since, d.branch_id, d.progressor_id as b_staff, d.lender_id, p.line1, d.tenure as ownership,
        d.chain, d.agreed_on as accepted_on, d.exchanged_on, d.expected_fee,
        json_build_object('vendorSolicitor', d.vendor_firm, 'buyerSolicitor', d.buyer_firm, 'buyerBroker', d.broker) as contacts,
        (select json_agg(json_build_array(k.key, k.state, k.started_on, k.completed_on, k.blocked_on, k.survey_date, k.warning_on, ${enteredOn('s.id', 'k', asAt)}))
          from sale_step_day k where k.company_id = s.company_id and k.sale_id = s.id and ${valid('k')}) as steps,
        ${delaysOf('s.id', asAt)} as delays
      from sale s
      join sale_day d on d.company_id = s.company_id and d.sale_id = s.id and ${valid('d')}
        and d.outcome in ('open', 'exchanged', 'fell', 'withdrawn') and d.agreed_on between ${addDays(asAt, -daysLearnedFrom)} and ${asAt}
      join property p on p.company_id = s.company_id and p.id = s.property_id and p.deleted_on is null and not p.is_sample
      where s.company_id = ${companyId} and s.known_on <= ${asAt} and (${after}::uuid is null or s.id > ${after}::uuid)
      order by s.id
      limit ${salesInPage}`.execute(db)
    yield rows.map((row) => (row.outcome === 'fell' ? { ...toFacts(row), outcome: 'fell', endedOn: row.since } : toFacts(row)))
    if (rows.length < salesInPage) break
    after = rows.at(-1)?.sale_id ?? null
  }
}

/** `after`: the last id of the previous page. */
async function listAgreedSales(
  db: Db,
  companyId: string,
  { since, today, after }: { since: DateOnly; today: DateOnly; after: string | null },
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select p.id as property_id, o.id as sale_id, coalesce(s.known_on, o.accepted_on) as known_on, p.branch_id, p.b_staff, p.lender_id, p.line1, p.ownership, p.chain, o.accepted_on,
      r.step_24 as exchanged_on, r.expected_fee, ${stepsOfProperty(today)} as steps, ${contactsOfProperty} as contacts,
      ${riskDaysOf('o.id')} as risks, ${delaysOf('o.id', today)} as delays
    from property p
    join offer o on o.company_id = p.company_id and o.property_id = p.id and o.state = 'A'
    join property_report r on r.company_id = p.company_id and r.property_id = p.id
    left join sale s on s.company_id = o.company_id and s.id = o.id
    where p.company_id = ${companyId} and p.deleted_on is null and not p.is_sample and o.accepted_on between ${since} and ${today}
      and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id
    limit ${salesInPage}`.execute(db)
  return rows
}

async function listFallenSales(
  db: Db,
  companyId: string,
  { since, today, after }: { since: DateOnly; today: DateOnly; after: string | null },
): Promise<FallenRow[]> {
  const { rows } = await sql<FallenRow>`
    select f.id, coalesce(s.known_on, ${today}::date) as known_on, p.branch_id, p.b_staff, (f.archive -> 'lender' ->> '_id')::uuid as lender_id, p.ownership, p.chain, f.createdon, f.archive -> 'timeline' as timeline,
      f.archive -> 'offer' ->> 'acceptedOn' as accepted_on, ${riskDaysOf('f.offer_id')} as risks,
      ${delaysOf('f.offer_id', today)} as delays,
      json_build_object('vendorSolicitor', (select x.contact_id from property_contact x
        where x.company_id = p.company_id and x.property_id = p.id and x.role = 'vendorSolicitor')) as contacts
    from fall_off f
    join property p on p.company_id = f.company_id and p.id = f.property_id
    left join sale s on s.company_id = f.company_id and s.id = f.offer_id
    where f.company_id = ${companyId} and f.restored_on is null and p.deleted_on is null and not p.is_sample
      and f.archive -> 'offer' ->> 'acceptedOn' >= ${since}
      and (${after}::uuid is null or f.id > ${after}::uuid)
    order by f.id
    limit ${salesInPage}`.execute(db)
  return rows
}

function toFallen(row: FallenRow): SaleFacts[] {
  const { accepted_on: agreedOn } = row
  if (agreedOn === null) return []
  return [
    {
      agreedOn,
      knownOn: row.known_on,
      endedOn: londonDay(row.createdon),
      outcome: 'fell',
      traits: traitsOf({ ...row, accepted_on: agreedOn }),
      risks: row.risks ?? [],
      steps: withDelays(
        row.timeline
          .filter(({ key }) => key > stepKeys.SaleAgreed && key !== stepKeys.Completed)
          .map(({ key, state, startedOn, completedOn, blockedOn, survey }) => ({
            key,
            state,
            startedOn,
            completedOn,
            blockedOn,
            surveyDate: survey?.date ?? null,
          })),
        row.delays,
      ),
    },
  ]
}
