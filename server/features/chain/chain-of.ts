import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Chain, ChainItem, ChainParty, LinkedProperty } from '@gya/domain/features/chain/chain.model.ts'
import { type Checklist, newChecklist } from '@gya/domain/features/chain/checklist.ts'
import { checklistFromTimeline } from '@gya/domain/features/chain/live-checklist.ts'
import { phaseOf } from '@gya/domain/features/timeline/phase.ts'
import { byDisplayOrder } from '@gya/domain/features/timeline/steps.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { worstWarning } from '@gya/domain/features/timeline/warnings.ts'
import type { Caller } from '../../http/caller.ts'
import { branchesInScope } from '../../http/reach.ts'
import { toStep } from '../timeline/timeline.repository.ts'
import type { ChainRow, LinkedRow, PartyRow, ShownInRow } from './chain-rows.ts'

/** Who looks at a chain; null for the server itself, who is shown no more of other properties than a branch role is. */
export type Viewer = Pick<Caller, 'type' | 'branchIds'> | null

type IsInScope = (branchId: string) => boolean

/** Whether a viewer of a company's property reaches another branch of the same company. */
export const branchScopeOf = (viewer: Viewer): IsInScope => {
  const branches = viewer ? branchesInScope(viewer) : []
  return (branchId) => branches === null || branches.includes(branchId)
}

/** The steps of a linked property with what its checklist, phase and warnings come from. */
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

/** A linked property's checklist as it is now. */
const linkedChecklist = (linked: LinkedRow, timeline: Timeline): Checklist =>
  checklistFromTimeline(timeline, {
    cashBuy: linked.accepted !== null && (linked.accepted.cash_buy || linked.buyer_cash_buyer),
  })

/** A linked property's checklist as it is now, of the row that it was found in. */
export const liveChecklistOf = (linked: LinkedRow): Checklist => linkedChecklist(linked, linkedTimeline(linked))

const toChainParty = ({ contact, poc, name, tel }: PartyRow): ChainParty => {
  const reachable = (one: NonNullable<PartyRow['contact']>) => ({ _id: one.id, name: one.name, email: one.email, tel: one.tel })
  if (contact) return { contact: reachable(contact), poc: poc && reachable(poc), name: '', tel: '' }
  return name === '' && tel === '' ? null : { contact: null, poc: null, name, tel }
}

/** What is not shown of a linked property that is deleted or out of scope. */
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

/** Its address is all there is to show of a property that is deleted. */
const toDeletedProperty = (row: ChainRow, reaches: IsInScope): LinkedProperty => ({
  _id: row.property_ref ?? '',
  deleted: true,
  withinReach: row.linked !== null && reaches(row.linked.branch_id),
  address: { line1: row.linked?.line1 ?? row.property_name, postcode: row.linked?.postcode ?? '' },
  ...hiddenFields,
})

function toLinkedProperty(
  propertyId: string,
  linked: LinkedRow,
  timeline: Timeline,
  { today, reaches }: ViewContext,
): LinkedProperty {
  const address = { line1: linked.line1, postcode: linked.postcode }
  if (!reaches(linked.branch_id)) return { _id: propertyId, deleted: false, withinReach: false, address, ...hiddenFields }
  const { active, accepted } = linked
  const warning = active ? worstWarning(timeline, { today, completionDate: linked.completion_date }) : null
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
    phase: phaseOf({ active, hasAcceptedOffer: accepted !== null, timeline }),
    fellOff: linked.fell_off && accepted === null,
    chain: linked.chain,
    nextWarning: warning && {
      title: warning.title,
      daysLeft: warning.daysLeft,
      awaitingReports: warning.awaitingReports,
      delayed: warning.delayed,
    },
  }
}

type ViewContext = { today: DateOnly; reaches: IsInScope }

function toChainItem(row: ChainRow, look: ViewContext): ChainItem {
  const kept: ChainItem = {
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
  if (row.property_ref === null) return kept
  if (row.linked === null || row.linked.deleted) return { ...kept, propertyRef: toDeletedProperty(row, look.reaches) }
  const timeline = linkedTimeline(row.linked)
  return {
    ...kept,
    propertyName: row.linked.line1,
    propertyRef: toLinkedProperty(row.property_ref, row.linked, timeline, look),
    timeline: linkedChecklist(row.linked, timeline),
  }
}

/**
 * A chain as every call answers it. Of a property that the viewer cannot reach there is its address and its checklist:
 * what the people of a chain tell each other anyway, and neither who sells nor who buys.
 */
export function toChain(
  { chain_items, shown_in }: { chain_items: readonly ChainRow[]; shown_in: readonly ShownInRow[] },
  today: DateOnly,
  viewer: Viewer,
): Chain {
  const reaches = branchScopeOf(viewer)
  return {
    items: chain_items.map((row) => toChainItem(row, { today, reaches })),
    shownIn: shown_in
      .filter((row) => reaches(row.branch_id))
      .map((row) => ({ _id: row.id, branch: row.branch_id, address: { line1: row.line1, postcode: row.postcode } })),
  }
}
