import { addDays, type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import type { LinkDays } from '@gya/domain/features/forecast/link-standing.ts'
import { mayBeInChain, type SaleFacts, type StepFacts } from '@gya/domain/features/forecast/sale-facts.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** A link of a sale's chain: a property of the company, or a checklist that is entered by hand. */
export type ChainLink = LinkDays & { id: string; propertyRef: string | null; name: string }

/** An open sale with what its forecast needs. */
export type OpenSale = {
  propertyId: string
  saleId: string
  branchId: string
  progressorId: string | null
  line1: string
  /** Another one after each change of its facts. */
  revision: number
  /** Pence, without VAT. */
  fee: number | null
  /** Expected exchange as typed. */
  typed: DateOnly | null
  facts: SaleFacts
  links: readonly ChainLink[]
  risk: RiskColumns
}

/** What the reasons to fall through need besides steps and chain. */
export type RiskColumns = {
  offerExpires: DateOnly | null
  reducedOn: DateOnly | null
  surveyEndedSale: boolean
  chainStatus: number
  lastContactOn: DateOnly | null
}

type Contacts = { vendorSolicitor?: string; buyerSolicitor?: string; buyerBroker?: string }
/** key, state, started, completed, blocked, date of the survey, warning date. */
type StepTuple = [number, StepFacts['state'], ...(DateOnly | null)[]]
type RiskDays = NonNullable<SaleFacts['risks']>
type Row = {
  property_id: string
  sale_id: string
  branch_id: string
  b_staff: string | null
  lender_id: string | null
  line1: string
  ownership: string
  chain: number
  accepted_on: DateOnly
  exchanged_on: DateOnly | null
  expected_fee: number | null
  steps: StepTuple[] | null
  contacts: Contacts | null
  risks?: RiskDays | null
}
type OpenRow = Row & {
  revision: number
  links: ChainLink[] | null
  typed: DateOnly | null
  offer_expires: DateOnly | null
  reduced_on: DateOnly | null
  survey_ended_sale: boolean
  last_contact: DateOnly | null
}

const toStepFacts = ([
  key,
  state,
  startedOn = null,
  completedOn = null,
  blockedOn = null,
  surveyDate = null,
  warningDate = null,
]: StepTuple): StepFacts => ({
  key,
  state,
  startedOn,
  completedOn,
  blockedOn,
  surveyDate,
  warningDate,
})

const traitsOf = (
  row: Pick<Row, 'ownership' | 'chain' | 'branch_id' | 'b_staff' | 'lender_id' | 'contacts'>,
): SaleFacts['traits'] => ({
  leasehold: row.ownership === 'leasehold' ? true : row.ownership === 'freehold' ? false : null,
  inChain: mayBeInChain(row.chain),
  branch: row.branch_id,
  vendorFirm: row.contacts?.vendorSolicitor ?? null,
  buyerFirm: row.contacts?.buyerSolicitor ?? null,
  broker: row.contacts?.buyerBroker ?? null,
  lender: row.lender_id,
  progressor: row.b_staff,
})

const toSale = (row: OpenRow): OpenSale => ({
  propertyId: row.property_id,
  saleId: row.sale_id,
  branchId: row.branch_id,
  progressorId: row.b_staff,
  line1: row.line1,
  revision: row.revision,
  fee: row.expected_fee,
  typed: row.typed,
  facts: toFacts(row),
  links: row.links ?? [],
  risk: {
    offerExpires: row.offer_expires,
    reducedOn: row.reduced_on,
    surveyEndedSale: row.survey_ended_sale,
    chainStatus: row.chain,
    lastContactOn: row.last_contact,
  },
})

const toFacts = (row: Row): SaleFacts => ({
  agreedOn: row.accepted_on,
  endedOn: row.exchanged_on,
  outcome: row.exchanged_on === null ? 'open' : 'exchanged',
  traits: traitsOf(row),
  steps: (row.steps ?? []).map(toStepFacts),
  risks: row.risks ?? [],
})

const stepsOfProperty = sql`(
  select json_agg(json_build_array(s.key, s.state, s.started_on, s.completed_on, s.blocked_on, s.survey_date,
    case when s.state in ('IP', 'B') and s.survey_date is null then coalesce(s.due_on, s.started_on + s.days_to_complete) end))
  from property_step s
  where s.company_id = p.company_id and s.property_id = p.id and s.key not between 1 and 4 and s.key <> 25)`
const contactsOfProperty = sql`(
  select json_object_agg(x.role, x.contact_id) from property_contact x
  where x.company_id = p.company_id and x.property_id = p.id)`
/** When the reasons of a sale held. */
const riskDaysOf = (saleId: 'o.id' | 'f.offer_id') => sql`(
  select json_agg(json_build_object('risk', k.risk, 'since', k.since, 'until', k.until)) from sale_risk_day k
  where k.company_id = p.company_id and k.sale_id = ${sql.ref(saleId)})`

/**
 * Sales of properties that were open on a day, as they were known then: from the days that are kept, nothing else. Today as any
 * day before. Those of properties that were deleted since are wanted only where a chain led to them: a deleted property is in no
 * figure, but what its sale said of others on that day stands.
 */
export async function listOpenSales(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  { asAt, deletedSince = false }: { asAt: DateOnly; deletedSince?: boolean },
): Promise<OpenSale[]> {
  if (propertyIds.length === 0) return []
  const valid = (days: 'd' | 'k' | 'l') =>
    sql`${sql.ref(`${days}.since`)} <= ${asAt}::date and ${sql.ref(`${days}.until`)} > ${asAt}::date`
  const { rows } = await sql<OpenRow>`
    select s.property_id, s.id as sale_id, s.revision, d.branch_id, d.progressor_id as b_staff, d.lender_id, p.line1, d.tenure as ownership, d.chain,
      d.agreed_on as accepted_on, null::date as exchanged_on, d.expected_fee, d.expected_exchange as typed, d.offer_expires,
      d.reduced_on, d.survey_ended_sale, d.last_contact,
      json_build_object('vendorSolicitor', d.vendor_firm, 'buyerSolicitor', d.buyer_firm, 'buyerBroker', d.broker) as contacts,
      (select json_agg(json_build_array(k.key, k.state, k.started_on, k.completed_on, k.blocked_on, k.survey_date, k.warning_on)
          order by k.key)
        from sale_step_day k where k.company_id = s.company_id and k.sale_id = s.id and ${valid('k')}) as steps,
      (select json_agg(json_build_object('id', l.link_id, 'propertyRef', l.property_ref, 'name', coalesce(c.property_name, ''),
          'cash', l.cash, 'ticked', l.ticked, 'addedOn', l.added_on, 'changedOn', l.changed_on) order by l.position, l.link_id)
        from sale_link_day l
        left join chain_item c on c.company_id = s.company_id and c.property_id = s.property_id and c.id = l.link_id
        where l.company_id = s.company_id and l.sale_id = s.id and ${valid('l')}
          and ${asAt}::date >= coalesce(a.forecast_known_since, '-infinity')) as links
    from sale s
    join company a on a.id = s.company_id
    join sale_day d on d.company_id = s.company_id and d.sale_id = s.id and ${valid('d')} and d.outcome = 'open'
    join property p on p.company_id = s.company_id and p.id = s.property_id
    where s.company_id = ${companyId} and s.property_id = any(${propertyIds}::uuid[])
      and (${deletedSince} or s.outcome <> 'deleted')
    order by s.property_id`.execute(db)
  return rows.map(toSale)
}

const daysLearnedFrom = 730
/** Sales are read in pages, so that neither memory nor the parsing of one answer grows with the company. */
const salesInPage = 1000

type FallenRow = Pick<Row, 'ownership' | 'chain' | 'branch_id' | 'b_staff' | 'lender_id' | 'contacts'> & {
  id: string
  createdon: string
  timeline: Timeline
  accepted_on: DateOnly | null
  risks: RiskDays | null
}

/**
 * "Sales agreed in the 730 days before", with their outcome, in pages. Sales that fell off are in their archive; their firms and
 * progressors are those of the property today, because the archive names the buyer’s firm alone.
 */
export async function* listSalesToLearnFrom(db: Db, companyId: string, today: DateOnly): AsyncGenerator<SaleFacts[]> {
  const since = addDays(today, -daysLearnedFrom)
  for (let after: string | null = null; ; ) {
    const page: Row[] = await listAgreedSales(db, companyId, { since, today, after })
    yield page.map(toFacts)
    if (page.length < salesInPage) break
    after = page.at(-1)?.property_id ?? null
  }
  for (let after: string | null = null; ; ) {
    const page: FallenRow[] = await listFallenSales(db, companyId, { since, after })
    yield page.flatMap(toFallen)
    if (page.length < salesInPage) break
    after = page.at(-1)?.id ?? null
  }
}

/**
 * The same as they were known on a past day, from the days that are kept. Deleted properties are in no learning. When reasons held
 * before they were kept is not known.
 */
export async function* listSalesKnownAt(db: Db, companyId: string, asAt: DateOnly): AsyncGenerator<SaleFacts[]> {
  const valid = (days: 'd' | 'k') =>
    sql`${sql.ref(`${days}.since`)} <= ${asAt}::date and ${sql.ref(`${days}.until`)} > ${asAt}::date`
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: (Row & { outcome: string; since: DateOnly })[] } = await sql<
      Row & { outcome: string; since: DateOnly }
    >`
      select s.property_id, s.id as sale_id, d.outcome, d.since, d.branch_id, d.progressor_id as b_staff, d.lender_id, p.line1, d.tenure as ownership,
        d.chain, d.agreed_on as accepted_on, d.exchanged_on, d.expected_fee,
        json_build_object('vendorSolicitor', d.vendor_firm, 'buyerSolicitor', d.buyer_firm, 'buyerBroker', d.broker) as contacts,
        (select json_agg(json_build_array(k.key, k.state, k.started_on, k.completed_on, k.blocked_on, k.survey_date, k.warning_on))
          from sale_step_day k where k.company_id = s.company_id and k.sale_id = s.id and ${valid('k')}) as steps
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

/** `after`: the last id of the page before. */
async function listAgreedSales(
  db: Db,
  companyId: string,
  { since, today, after }: { since: DateOnly; today: DateOnly; after: string | null },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id as property_id, o.id as sale_id, p.branch_id, p.b_staff, p.lender_id, p.line1, p.ownership, p.chain, o.accepted_on,
      r.step_24 as exchanged_on, r.expected_fee, ${stepsOfProperty} as steps, ${contactsOfProperty} as contacts,
      ${riskDaysOf('o.id')} as risks
    from property p
    join offer o on o.company_id = p.company_id and o.property_id = p.id and o.state = 'A'
    join property_report r on r.company_id = p.company_id and r.property_id = p.id
    where p.company_id = ${companyId} and p.deleted_on is null and not p.is_sample and o.accepted_on between ${since} and ${today}
      and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id
    limit ${salesInPage}`.execute(db)
  return rows
}

async function listFallenSales(
  db: Db,
  companyId: string,
  { since, after }: { since: DateOnly; after: string | null },
): Promise<FallenRow[]> {
  const { rows } = await sql<FallenRow>`
    select f.id, p.branch_id, p.b_staff, (f.archive -> 'lender' ->> '_id')::uuid as lender_id, p.ownership, p.chain, f.createdon, f.archive -> 'timeline' as timeline,
      f.archive -> 'offer' ->> 'acceptedOn' as accepted_on, ${riskDaysOf('f.offer_id')} as risks,
      json_build_object('vendorSolicitor', (select x.contact_id from property_contact x
        where x.company_id = p.company_id and x.property_id = p.id and x.role = 'vendorSolicitor')) as contacts
    from fall_off f
    join property p on p.company_id = f.company_id and p.id = f.property_id
    where f.company_id = ${companyId} and f.restored_on is null and p.deleted_on is null and not p.is_sample
      and f.archive -> 'offer' ->> 'acceptedOn' >= ${since}
      and (${after}::uuid is null or f.id > ${after}::uuid)
    order by f.id
    limit ${salesInPage}`.execute(db)
  return rows
}

function toFallen(row: FallenRow): SaleFacts[] {
  if (row.accepted_on === null) return []
  return [
    {
      agreedOn: row.accepted_on,
      endedOn: londonDay(row.createdon),
      outcome: 'fell',
      traits: traitsOf(row),
      risks: row.risks ?? [],
      steps: row.timeline
        .filter(({ key }) => key > stepKeys.SaleAgreed && key !== stepKeys.Completed)
        .map(({ key, state, startedOn, completedOn, blockedOn, survey }) => ({
          key,
          state,
          startedOn,
          completedOn,
          blockedOn,
          surveyDate: survey?.date ?? null,
        })),
    },
  ]
}

/** Properties of the company that the chains of sales link to. */
export const linkedProperties = (sales: readonly OpenSale[]): string[] => [
  ...new Set(sales.flatMap(({ links }) => links.flatMap(({ propertyRef }) => propertyRef ?? []))),
]
