import { type DateOnly, londonDay } from '@gya/domain/common/dates.ts'
import {
  type Chain,
  type ChainItem,
  type ChainParty,
  type Checklist,
  type LinkedProperty,
  newChecklist,
} from '@gya/domain/features/chain/chain.model.ts'
import { checklistFromTimeline } from '@gya/domain/features/chain/chain.rules.ts'
import { mostUrgentDue } from '@gya/domain/features/sale-now/due-steps.ts'
import { saleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import { byDisplayOrder } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Caller } from '../../../http/access/caller.ts'
import { branchesInScope } from '../../../http/access/scope.ts'
import { type ChainRow, type LinkedRow, type PartyRow, type ShownInRow } from './chain-sql.ts'
import { toStep } from './steps.ts'

/** The reader of a chain; null for the server itself, which cannot see other properties in full. */
export type Viewer = Pick<Caller, 'type' | 'branchIds'> | null

type IsInScope = (branchId: string) => boolean

/** Returns whether a branch of the company is in the viewer's scope. */
export const branchScopeOf = (viewer: Viewer): IsInScope => {
  const branches = viewer ? branchesInScope(viewer) : []
  return (branchId) => branches === null || branches.includes(branchId)
}

/** The steps of a linked property, with the fields its checklist, phase and warnings need. */
const linkedTimeline = (linked: LinkedRow): Timeline =>
  linked.steps
    .map((step) =>
      toStep({
        ...step,
        description: '',
        because: null,
        actioned: false,
        was_auto_set_to_in_progress: false,
        updated_on: null,
        survey_contact_poc: null,
        survey_reference: null,
        due_reason: null,
      }),
    )
    .toSorted(byDisplayOrder)

const linkedChecklist = (linked: LinkedRow, timeline: Timeline): Checklist =>
  checklistFromTimeline(timeline, {
    cashBuy: linked.accepted !== null && (linked.accepted.cash_buy || linked.buyer_cash_buyer),
  })

/** The current checklist of a linked property. */
export const liveChecklistOf = (linked: LinkedRow): Checklist => linkedChecklist(linked, linkedTimeline(linked))

const toChainParty = ({ contact, poc, name, tel }: PartyRow): ChainParty => {
  const toContact = ({ id, name, email, tel }: NonNullable<PartyRow['contact']>) => ({ _id: id, name, email, tel })
  if (contact) return { contact: toContact(contact), poc: poc && toContact(poc), name: '', tel: '' }
  return name === '' && tel === '' ? null : { contact: null, poc: null, name, tel }
}

/** Hidden for a linked property that is deleted or out of scope. */
const hiddenFields = {
  branch: null,
  owner: null,
  buyer: null,
  agent: null,
  solicitor: null,
  phase: null,
  fellOff: false,
  chain: null,
  nextWarning: null,
} satisfies Partial<LinkedProperty>

const toDeletedProperty = (row: ChainRow, isInScope: IsInScope): LinkedProperty => ({
  _id: row.property_ref ?? '',
  deleted: true,
  withinReach: row.linked !== null && isInScope(row.linked.branch_id),
  address: { line1: row.linked?.line1 ?? row.property_name, postcode: row.linked?.postcode ?? '' },
  ...hiddenFields,
})

function toLinkedProperty(
  propertyId: string,
  linked: LinkedRow,
  timeline: Timeline,
  { today, isInScope }: ViewContext,
): LinkedProperty {
  const address = { line1: linked.line1, postcode: linked.postcode }
  if (!isInScope(linked.branch_id)) return { _id: propertyId, deleted: false, withinReach: false, address, ...hiddenFields }
  const { active, accepted, completion_date, expected_exchange, expected_completion } = linked
  const sale = saleNow(
    {
      active,
      hasAcceptedOffer: accepted !== null,
      timeline,
      completionDate: completion_date,
      expectedExchange: expected_exchange,
      expectedCompletion: expected_completion,
    },
    today,
  )
  const warning = mostUrgentDue(sale, timeline, today)
  return {
    _id: propertyId,
    deleted: false,
    withinReach: true,
    address,
    branch: { _id: linked.branch_id, name: linked.branch_name },
    owner: { fullName: `${linked.owner_first_name} ${linked.owner_last_name}` },
    buyer: accepted && { name: accepted.name },
    agent: `${linked.company_name}, ${linked.branch_name}`,
    solicitor: linked.solicitor,
    phase: sale.phase,
    fellOff: linked.fell_off !== null && accepted === null,
    chain: linked.chain,
    nextWarning: warning && {
      title: warning.title,
      daysLeft: warning.daysLeft,
      awaitingReports: warning.awaitingReports,
      delayed: warning.delayed,
    },
  }
}

type ViewContext = { today: DateOnly; isInScope: IsInScope }

function toChainItem(row: ChainRow, view: ViewContext): ChainItem {
  const item: ChainItem = {
    _id: row.id,
    thisProperty: row.this_property,
    propertyRef: null,
    propertyName: row.property_name,
    personName: row.person_name,
    saleType: row.sale_type,
    agent: toChainParty(row.agent),
    solicitor: toChainParty(row.solicitor),
    note: row.note,
    timeline: { ...newChecklist, ...row.timeline },
  }
  if (row.property_ref === null) return item
  if (row.linked === null || row.linked.deleted) return { ...item, propertyRef: toDeletedProperty(row, view.isInScope) }
  const timeline = linkedTimeline(row.linked)
  return {
    ...item,
    propertyName: row.linked.line1,
    propertyRef: toLinkedProperty(row.property_ref, row.linked, timeline, view),
    timeline: linkedChecklist(row.linked, timeline),
  }
}

/**
 * A chain as the API returns it. For a linked property outside the viewer's scope it contains the address and the checklist, which the
 * parties of a chain share anyway, but neither vendor nor buyer.
 */
export function toChain(
  { chain_items, shown_in }: { chain_items: readonly ChainRow[]; shown_in: readonly ShownInRow[] },
  today: DateOnly,
  viewer: Viewer,
): Chain {
  const isInScope = branchScopeOf(viewer)
  return {
    items: chain_items.map((row) => toChainItem(row, { today, isInScope })),
    shownIn: shown_in
      .filter((row) => isInScope(row.branch_id))
      .map((row) => ({ _id: row.id, branch: row.branch_id, address: { line1: row.line1, postcode: row.postcode } })),
    fallen: fallenSales(chain_items, shown_in, isInScope),
  }
}

/** The reason is only visible to those who may open the sale. */
function fallenSales(items: readonly ChainRow[], shownIn: readonly ShownInRow[], isInScope: IsInScope): Chain['fallen'] {
  const linked = items.flatMap(({ this_property, property_ref, linked: row }) =>
    this_property || property_ref === null || !row || row.deleted || row.accepted
      ? []
      : [{ id: property_ref, branch_id: row.branch_id, line1: row.line1, fell_off: row.fell_off }],
  )
  const known = new Set(linked.map(({ id }) => id))
  return [...linked, ...shownIn.filter(({ id, sold }) => !sold && !known.has(id))].flatMap(
    ({ id, branch_id, line1, fell_off }) => {
      if (!fell_off) return []
      const withinReach = isInScope(branch_id)
      const on = londonDay(new Date(fell_off.on).toISOString())
      return [{ _id: id, branch: branch_id, line1, on, reason: withinReach ? fell_off.reason : null, withinReach }]
    },
  )
}
