import { type Checklist, type SaleType } from '@gya/domain/features/chain/chain.model.ts'
import { sql } from 'kysely'
import { type StepRow } from './steps.ts'

/** The agent or solicitor of a link. `contact` is null for free text and after its deletion. */
export type PartyRow = {
  name: string
  tel: string
  contact: { id: string; name: string; email: string; tel: string } | null
  poc: { id: string; name: string; email: string; tel: string } | null
}

/** The time and reason (from the company's list) of the last fall-off of a property; null if it did not fall off, or was restored. */
export type FellOff = { on: string; reason: string | null }

/** The current state of the property that a link refers to. */
export type LinkedRow = {
  deleted: boolean
  branch_id: string
  branch_name: string
  company_name: string
  line1: string
  postcode: string
  owner_first_name: string
  owner_last_name: string
  active: boolean
  chain: 0 | 1 | 2 | 3
  completion_date: string | null
  expected_exchange: string | null
  expected_completion: string | null
  buyer_cash_buyer: boolean
  accepted: { name: string; cash_buy: boolean } | null
  fell_off: FellOff | null
  solicitor: string | null
  steps: Pick<
    StepRow,
    | 'key'
    | 'state'
    | 'title'
    | 'days_to_complete'
    | 'started_on'
    | 'completed_on'
    | 'blocked_on'
    | 'due_on'
    | 'survey_date'
    | 'survey_awaiting_reports'
  >[]
}

export type ChainRow = {
  id: string
  this_property: boolean
  property_ref: string | null
  property_name: string
  person_name: string
  sale_type: SaleType
  note: string
  timeline: Partial<Checklist>
  agent: PartyRow
  solicitor: PartyRow
  /** Null for a manual link, and if the property was purged. */
  linked: LinkedRow | null
}

const partySql = (which: 'agent' | 'solicitor') => {
  const column = (name: string) => sql.ref(`i.${which}_${name}`)
  return sql`json_build_object('name', ${column('name')}, 'tel', ${column('tel')},
    'contact', (select json_build_object('id', k.id, 'name', k.name, 'email', k.email, 'tel', k.tel)
      from company_contact k where k.company_id = i.company_id and k.id = ${column('contact')}),
    'poc', (select json_build_object('id', q.id, 'name', q.name, 'email', q.email, 'tel', q.tel)
      from company_contact_poc q
      where q.company_id = i.company_id and q.contact_id = ${column('contact')} and q.id = ${column('poc')}))`
}

const fellOffSql = (property: 'l' | 'h') => sql<FellOff | null>`(
      select json_build_object('on', z.createdon, 'reason', y.name) from fall_off z
      left join fall_off_reason y on y.company_id = z.company_id and y.id = z.reason_id
      where z.company_id = ${sql.ref(`${property}.company_id`)} and z.property_id = ${sql.ref(`${property}.id`)}
        and z.restored_on is null
      order by z.createdon desc limit 1)`

/** The property that the chain item `i` of a query refers to, or null. */
export const linkedPropertySql = sql<LinkedRow | null>`(
  select json_build_object(
    'deleted', l.deleted_on is not null or lb.deleted_on is not null,
    'branch_id', l.branch_id, 'branch_name', lb.name, 'company_name', lc.name, 'line1', l.line1, 'postcode', l.postcode,
    'owner_first_name', lo.first_name, 'owner_last_name', lo.last_name, 'active', l.active, 'chain', l.chain,
    'completion_date', l.completion_date, 'expected_exchange', l.expected_exchange,
    'expected_completion', l.expected_completion, 'buyer_cash_buyer', l.buyer_cash_buyer,
    'accepted', (select json_build_object('name', coalesce(nullif(l.buyer_name, ''), f.name), 'cash_buy', f.cash_buy) from offer f
      where f.company_id = l.company_id and f.property_id = l.id and f.state = 'A'),
    'fell_off', ${fellOffSql('l')},
    'solicitor', (select k.name from property_contact x
      join company_contact k on k.company_id = x.company_id and k.id = x.contact_id
      where x.company_id = l.company_id and x.property_id = l.id and x.role = 'vendorSolicitor'),
    'steps', (select coalesce(json_agg(json_build_object('key', t.key, 'state', t.state, 'title', t.title,
        'days_to_complete', t.days_to_complete, 'started_on', t.started_on, 'completed_on', t.completed_on,
        'blocked_on', t.blocked_on, 'due_on', t.due_on, 'survey_date', t.survey_date,
        'survey_awaiting_reports', t.survey_awaiting_reports)), '[]')
      from property_step t where t.company_id = l.company_id and t.property_id = l.id
        and (t.state <> 'NS' or t.survey_date is not null)))
  from property l
  join branch lb on lb.company_id = l.company_id and lb.id = l.branch_id
  join company lc on lc.id = l.company_id
  join app_user lo on lo.id = l.owner_id
  where l.company_id = i.company_id and l.id = i.property_ref)`

/** The chain of the property `p` of a query, with its linked properties: one query for any number of links. */
export const chainSql = sql<ChainRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', i.id, 'this_property', i.this_property, 'property_ref', i.property_ref, 'property_name', i.property_name,
    'person_name', i.person_name, 'sale_type', i.sale_type, 'note', i.note, 'timeline', i.timeline,
    'agent', ${partySql('agent')}, 'solicitor', ${partySql('solicitor')}, 'linked', ${linkedPropertySql}) order by i.position), '[]')
  from chain_item i where i.company_id = p.company_id and i.property_id = p.id)`

export type ShownInRow = {
  id: string
  branch_id: string
  line1: string
  postcode: string
  sold: boolean
  fell_off: FellOff | null
}

/** The other properties whose own chains link to the property `p` of a query, by address. */
export const shownInSql = sql<ShownInRow[]>`(
  select coalesce(json_agg(json_build_object('id', h.id, 'branch_id', h.branch_id, 'line1', h.line1, 'postcode', h.postcode,
      'sold', exists (select from offer f where f.company_id = h.company_id and f.property_id = h.id and f.state = 'A'),
      'fell_off', ${fellOffSql('h')})
    order by hr.address_sort, h.id), '[]')
  from chain_item i
  join property h on h.company_id = i.company_id and h.id = i.property_id and h.deleted_on is null
  join branch hb on hb.company_id = h.company_id and hb.id = h.branch_id and hb.deleted_on is null
  left join property_report hr on hr.company_id = h.company_id and hr.property_id = h.id
  where i.company_id = p.company_id and i.property_ref = p.id and not i.this_property)`
