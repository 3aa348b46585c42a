import { addDays, type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import type { Checklist } from '@gya/domain/features/chain/chain.model.ts'
import { mayBeInChain, type SaleFacts, type StepFacts } from '@gya/domain/features/forecast/sale-facts.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** A link of a sale's chain as stored: a property of the company, or a checklist that is entered by hand. */
export type ChainLink = { id: string; propertyRef: string | null; name: string; checklist: Checklist }

/** An open sale with what its forecast needs. */
export type OpenSale = {
  propertyId: string
  saleId: string
  branchId: string
  progressorId: string | null
  line1: string
  version: number
  /** Pence, without VAT. */
  fee: number | null
  facts: SaleFacts
  links: readonly ChainLink[]
}

type Contacts = { vendorSolicitor?: string; buyerSolicitor?: string; buyerBroker?: string }
/** key, state, started, completed, blocked, date of the survey. */
type StepTuple = [number, StepFacts['state'], DateOnly | null, DateOnly | null, DateOnly | null, DateOnly | null]
type Row = {
  property_id: string
  sale_id: string
  branch_id: string
  b_staff: string | null
  line1: string
  version: number
  ownership: string
  chain: number
  accepted_on: DateOnly
  exchanged_on: DateOnly | null
  expected_fee: number | null
  steps: StepTuple[] | null
  contacts: Contacts | null
  links: ChainLink[] | null
}

const toStepFacts = ([key, state, startedOn, completedOn, blockedOn, surveyDate]: StepTuple): StepFacts => ({
  key,
  state,
  startedOn,
  completedOn,
  blockedOn,
  surveyDate,
})

const traitsOf = (row: Pick<Row, 'ownership' | 'chain' | 'branch_id' | 'contacts'>): SaleFacts['traits'] => ({
  leasehold: row.ownership === 'leasehold' ? true : row.ownership === 'freehold' ? false : null,
  inChain: mayBeInChain(row.chain),
  branch: row.branch_id,
  vendorFirm: row.contacts?.vendorSolicitor ?? null,
  buyerFirm: row.contacts?.buyerSolicitor ?? null,
  broker: row.contacts?.buyerBroker ?? null,
  lender: null,
})

const toSale = (row: Row): OpenSale => ({
  propertyId: row.property_id,
  saleId: row.sale_id,
  branchId: row.branch_id,
  progressorId: row.b_staff,
  line1: row.line1,
  version: row.version,
  fee: row.expected_fee,
  facts: {
    agreedOn: row.accepted_on,
    endedOn: row.exchanged_on,
    outcome: row.exchanged_on === null ? 'open' : 'exchanged',
    traits: traitsOf(row),
    steps: (row.steps ?? []).map(toStepFacts),
  },
  links: (row.links ?? []).filter(({ id }) => id !== null),
})

const stepsOfProperty = sql`(
  select json_agg(json_build_array(s.key, s.state, s.started_on, s.completed_on, s.blocked_on, s.survey_date))
  from property_step s
  where s.company_id = p.company_id and s.property_id = p.id and s.key not between 1 and 4 and s.key <> 25)`
const contactsOfProperty = sql`(
  select json_object_agg(x.role, x.contact_id) from property_contact x
  where x.company_id = p.company_id and x.property_id = p.id)`
const linksOfProperty = sql`(
  select json_agg(json_build_object('id', c.id, 'propertyRef', c.property_ref, 'name', c.property_name, 'checklist', c.timeline)
    order by c.position)
  from chain_item c
  where c.company_id = p.company_id and c.property_id = p.id and not c.this_property)`

/** Sales that are agreed and have not exchanged: of the company, or of some properties. */
export async function listOpenSales(db: Db, companyId: string, propertyIds?: readonly string[]): Promise<OpenSale[]> {
  const { rows } = await sql<Row>`
    select p.id as property_id, o.id as sale_id, p.branch_id, p.b_staff, p.line1, p.version, p.ownership, p.chain, o.accepted_on,
      null::date as exchanged_on, r.expected_fee, ${stepsOfProperty} as steps, ${contactsOfProperty} as contacts,
      ${linksOfProperty} as links
    from property p
    join offer o on o.company_id = p.company_id and o.property_id = p.id and o.state = 'A'
    join property_report r on r.company_id = p.company_id and r.property_id = p.id
    where p.company_id = ${companyId} and p.deleted_on is null and p.active and r.step_24 is null and o.accepted_on is not null
      and (${propertyIds === undefined} or p.id = any(${propertyIds ?? []}::uuid[]))
    order by p.id`.execute(db)
  return rows.map(toSale)
}

const daysLearnedFrom = 730

type FallenRow = Pick<Row, 'ownership' | 'chain' | 'branch_id' | 'contacts'> & {
  createdon: string
  timeline: Timeline
  accepted_on: DateOnly | null
}

/**
 * "Sales agreed in the 730 days before", with their outcome. Sales that fell off are in their archive; their firms are those of
 * the property today, because the archive names the buyer’s alone.
 */
export async function listSalesToLearnFrom(db: Db, companyId: string, today: DateOnly): Promise<SaleFacts[]> {
  const since = addDays(today, -daysLearnedFrom)
  const { rows } = await sql<Row>`
    select p.id as property_id, o.id as sale_id, p.branch_id, p.b_staff, p.line1, p.version, p.ownership, p.chain, o.accepted_on,
      r.step_24 as exchanged_on, r.expected_fee, ${stepsOfProperty} as steps, ${contactsOfProperty} as contacts, null as links
    from property p
    join offer o on o.company_id = p.company_id and o.property_id = p.id and o.state = 'A'
    join property_report r on r.company_id = p.company_id and r.property_id = p.id
    where p.company_id = ${companyId} and p.deleted_on is null and not p.is_sample and o.accepted_on between ${since} and ${today}
    order by p.id`.execute(db)
  const { rows: fallen } = await sql<FallenRow>`
    select p.branch_id, p.ownership, p.chain, f.createdon, f.archive -> 'timeline' as timeline,
      f.archive -> 'offer' ->> 'acceptedOn' as accepted_on,
      json_build_object('vendorSolicitor', (select x.contact_id from property_contact x
        where x.company_id = p.company_id and x.property_id = p.id and x.role = 'vendorSolicitor')) as contacts
    from fall_off f
    join property p on p.company_id = f.company_id and p.id = f.property_id
    where f.company_id = ${companyId} and f.restored_on is null and p.deleted_on is null and not p.is_sample
      and f.archive -> 'offer' ->> 'acceptedOn' >= ${since}
    order by f.id`.execute(db)
  return [...rows.map((row) => toSale(row).facts), ...fallen.flatMap(toFallen)]
}

function toFallen(row: FallenRow): SaleFacts[] {
  if (row.accepted_on === null) return []
  return [
    {
      agreedOn: row.accepted_on,
      endedOn: londonDay(row.createdon),
      outcome: 'fell',
      traits: traitsOf(row),
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
