import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import type { SaleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import { describeOpenStep, warningColour } from '@gya/domain/features/timeline/most-urgent-step.ts'
import { findStep } from '@gya/domain/features/timeline/step-definitions.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { describeItem } from '@gya/domain/features/today/describe-item.ts'
import { nextActionOf } from '@gya/domain/features/today/next-action.ts'
import { partyOfStep } from '@gya/domain/features/today/party-of-step.ts'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { partiesOfSale, partyOfSale, type ReachableParty, stripRoles } from '../common/sale-parties.ts'
import { useSaleItems } from '../common/use-sale-items.ts'
import type { WireProperty } from './property-page.tsx'

export type RungParty = ReachableParty & { role: SaleRole }

export type NextAction = {
  what: string
  when: string
  isLate: boolean
  /** An item of Today, and not only an open step. */
  isItem: boolean
  to: string
}

export type HeaderAction = {
  /** Nothing is known yet. */
  isLoading: boolean
  next: NextAction | null
  /** The party of the next action; if it is ours or there is none, the vendor or who else can be reached; null if nobody is known. */
  rung: RungParty | null
  proposals: number
}

/** The first party with a telephone or e-mail, from the vendor on; without any, the vendor. */
export function firstToRing(property: Parameters<typeof partyOfSale>[0]): RungParty | null {
  const parties = stripRoles.flatMap((role) => {
    const party = partyOfSale(property, role)
    return party ? [{ ...party, role }] : []
  })
  return parties.find(({ tel }) => tel !== '') ?? parties.find(({ email }) => email !== '') ?? parties[0] ?? null
}

/** Whether an item without another party is ours: a task, news, a step of our own. A step of others may have nobody to contact. */
function isOwn(property: WireProperty, key: string): boolean {
  const id = stepOfItem.exec(key)?.[1]
  const step = id && findStep(property.timeline.data.map(fromTimelineItem), Number(id))
  return step ? partyOfStep(property, step).partyRole === 'self' : /^(?:task|news|mail|callback)/.test(key)
}

/** Of the key of an action item: `step:8`, `survey:8`. */
const stepOfItem = /^(?:step|survey):(\d+)$/

/**
 * "Next action is the first item of the sale in Today …: words and lateness, red when late; a click goes to its step, for other items to the
 * card in Today, for customer checks to these. None: the next step from the timeline in second ink; none of both: nothing." [seat §3](docs/design/seat.md#3). Which step
 * that is, `nextActionOf` says.
 */
export function useNextAction(property: WireProperty, params: PropertyParams, sale: SaleNow): HeaderAction {
  const to = useScopedPath()
  const { line1 } = property.address
  const { items, today: day, isLoading } = useSaleItems(params)
  const ownParty = firstToRing(property)
  const stepPath = (key: number | string) => `${to('/property/timeline')}#step-${key}`
  const shared = { isLoading, proposals: items.filter(({ kind }) => kind === 'proposal').length }
  const { item, step: open } = nextActionOf(items, sale.next)
  if (item && day !== undefined) {
    const { what, when, urgency } = describeItem(item, day)
    const step = stepOfItem.exec(item.key)?.[1]
    const card = to('/today', {}, { who: 'all', branches: params.branchId, by: 'sale', q: line1 })
    const path = item.key.startsWith('checks:') ? to('/property/checks') : step === undefined ? card : stepPath(step)
    return {
      ...shared,
      next: { what: what.replace(/,? $/, ''), when, isLate: urgency === 'late', isItem: true, to: path },
      rung: item.party ?? (isOwn(property, item.key) ? ownParty : null),
    }
  }
  const step = open && findStep(property.timeline.data.map(fromTimelineItem), open.key)
  if (!step) return { ...shared, next: null, rung: ownParty }
  const { partyRef, partyRole } = partyOfStep(property, step)
  const party = partyRef === null ? undefined : partiesOfSale(property).get(partyRef)
  return {
    ...shared,
    next: {
      what: step.title,
      when: describeOpenStep(open, today()).toLowerCase(),
      isLate: warningColour(open, today()) === 'red',
      isItem: false,
      to: stepPath(step.key),
    },
    rung: partyRole === 'self' ? ownParty : party ? { ...party, role: partyRole } : null,
  }
}
