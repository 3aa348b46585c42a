import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import type { LinkDays } from '@gya/domain/features/forecast/link-standing.ts'
import { mayBeInChain, type SaleFacts, type StepFacts } from '@gya/domain/features/forecast/sale-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** A link of a sale's chain: a property of the company, or a link entered by hand. */
export type ChainLink = LinkDays & {
  id: string
  propertyRef: string | null
  /** The day on which the last sale of a property of the company fell through; null: it is open, exchanged, or there was none. */
  fellOn: DateOnly | null
  name: string
  position: number
  /** In the chain of a linked sale only. */
  isFurther?: true
}

/** An open sale with the facts of its forecast. */
export type OpenSale = {
  propertyId: string
  saleId: string
  branchId: string
  progressorId: string | null
  line1: string
  /** Changes with every change of its facts. */
  revision: number
  /** Pence, without VAT. */
  fee: number | null
  /** Expected exchange as typed. */
  typed: DateOnly | null
  facts: SaleFacts
  links: readonly ChainLink[]
  risk: RiskColumns
}

/** Facts for the reasons to fall through, in addition to steps and chain. */
export type RiskColumns = {
  offerExpires: DateOnly | null
  reducedOn: DateOnly | null
  surveyEndedSale: boolean
  chainStatus: number
  lastContactOn: DateOnly | null
}

type Contacts = { vendorSolicitor?: string; buyerSolicitor?: string; buyerBroker?: string }
/** key, state, started, completed, blocked, date of the survey, warning date, day of the entry (only for learning). */
type StepTuple = [number, StepFacts['state'], ...(DateOnly | null)[]]
export type RiskDays = NonNullable<SaleFacts['risks']>
/** Key, and the period in which it was blocked. */
export type DelayTuple = [number, DateOnly, DateOnly | null]
export type SaleRow = {
  property_id: string
  sale_id: string
  branch_id: string
  b_staff: string | null
  lender_id: string | null
  /** The day since which the sale has been recorded. */
  known_on: DateOnly
  line1: string
  ownership: string
  chain: number
  accepted_on: DateOnly
  exchanged_on: DateOnly | null
  expected_fee: number | null
  steps: StepTuple[] | null
  contacts: Contacts | null
  risks?: RiskDays | null
  /** Only for learning. */
  delays?: DelayTuple[] | null
}
type OpenRow = SaleRow & {
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
  enteredOn = null,
]: StepTuple): StepFacts => ({
  key,
  state,
  startedOn,
  completedOn,
  blockedOn,
  surveyDate,
  warningDate,
  enteredOn,
})

/** A sale recorded later than this after it was agreed comes from files. */
const recordedWithin = 14

export const traitsOf = (
  row: Pick<SaleRow, 'ownership' | 'chain' | 'branch_id' | 'b_staff' | 'lender_id' | 'contacts' | 'known_on'> & {
    accepted_on: DateOnly
  },
): SaleFacts['traits'] => ({
  imported: row.known_on > addDays(row.accepted_on, recordedWithin),
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

export const toFacts = (row: SaleRow): SaleFacts => ({
  agreedOn: row.accepted_on,
  knownOn: row.known_on,
  endedOn: row.exchanged_on,
  outcome: row.exchanged_on === null ? 'open' : 'exchanged',
  traits: traitsOf(row),
  steps: withDelays((row.steps ?? []).map(toStepFacts), row.delays),
  risks: row.risks ?? [],
})

export function withDelays(steps: StepFacts[], delays: readonly DelayTuple[] | null | undefined): StepFacts[] {
  if (!delays) return steps
  const byKey = Map.groupBy(delays, ([key]) => key)
  return steps.map((step) => {
    const ofStep = byKey.get(step.key)
    return ofStep ? { ...step, delays: ofStep.map(([, from, until]) => ({ from, until })) } : step
  })
}

/** Of the last sale of a linked property. */
const fellOn = (asAt: DateOnly) => sql`(
  select case when d.outcome = 'fell' then d.since end
  from sale o join sale_day d on d.company_id = o.company_id and d.sale_id = o.id and d.since <= ${asAt}::date and d.until > ${asAt}::date
  where o.company_id = l.company_id and o.property_id = l.property_ref
  order by d.agreed_on desc, d.since desc
  limit 1)`

/**
 * Sales that were open on a day, as known then. Reads only the stored history, for today as for past days. `deletedSince`: includes sales
 * of properties deleted since, which are in no figure but were part of the forecasts of linked sales on that day.
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
    select s.property_id, s.id as sale_id, s.known_on, s.revision, d.branch_id, d.progressor_id as b_staff, d.lender_id, p.line1, d.tenure as ownership, d.chain,
      d.agreed_on as accepted_on, null::date as exchanged_on, d.expected_fee, d.expected_exchange as typed, d.offer_expires,
      d.reduced_on, d.survey_ended_sale, d.last_contact,
      json_build_object('vendorSolicitor', d.vendor_firm, 'buyerSolicitor', d.buyer_firm, 'buyerBroker', d.broker) as contacts,
      (select json_agg(json_build_array(k.key, k.state, k.started_on, k.completed_on, k.blocked_on, k.survey_date, k.warning_on)
          order by k.key)
        from sale_step_day k where k.company_id = s.company_id and k.sale_id = s.id and ${valid('k')}) as steps,
      (select json_agg(json_build_object('id', l.link_id, 'propertyRef', l.property_ref, 'fellOn', ${fellOn(asAt)}, 'name', coalesce(c.property_name, ''),
          'position', l.position, 'cash', l.cash, 'saleType', l.sale_type, 'hasAddress', l.has_address, 'ticked', l.ticked, 'addedOn', l.added_on, 'changedOn', l.changed_on) order by l.position, l.link_id)
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

/** A sale as known before `company.forecast_known_since`: without links, firms and contacts. Decision 81. */
export const withoutLaterHistory = (sale: OpenSale): OpenSale => ({
  ...sale,
  links: [],
  risk: { ...sale.risk, lastContactOn: null },
  facts: {
    ...sale.facts,
    traits: { ...sale.facts.traits, vendorFirm: null, buyerFirm: null, broker: null, lender: null, progressor: null },
  },
})

/** Properties of the company in the chains of sales. */
export const linkedProperties = (sales: readonly OpenSale[]): string[] => [
  ...new Set(sales.flatMap(({ links }) => links.flatMap(({ propertyRef }) => propertyRef ?? []))),
]
