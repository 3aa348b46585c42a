import type { ErrorCode } from '../../error-catalogue.ts'
import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { Standing } from './sale-now.ts'

/**
 * What may be done where a sale stands: the refusal, or null. Calls, screens, imports and the demo ask these; `transitions.ts` is their
 * table.
 */

/** Facts of a property that decide. */
export type SaleState = {
  offers: readonly { _id: string; state: string }[]
  active: boolean
  timeline: { data: readonly { key: number; state: string }[] }
}

const acceptedOffer = ({ offers }: Pick<SaleState, 'offers'>) => offers.find(({ state }) => state === 'A')

const isDone = ({ timeline }: Pick<SaleState, 'timeline'>, ...keys: readonly StepKey[]): boolean =>
  timeline.data.some(({ key, state }) => keys.includes(key) && state === 'C')

/** "It can be withdrawn only on an existing property" ([property §4](docs/design/property.md#4)), and not after completion. */
export const whyNotWithdraw = (property: Pick<SaleState, 'timeline'>): ErrorCode | null =>
  isDone(property, stepKeys.Completed) ? 'WITHDRAW_COMPLETED' : null

/**
 * "Accepted can be chosen only when this offer is already the accepted one, or when no other offer on the property is
 * accepted." [property §4](docs/design/property.md#4). Also refused on a withdrawn property (the specification does not say): it
 * would be sold without being for sale, and missing from every list of sales. Also refused after exchange or completion,
 * which belong to another sale.
 */
export function whyNotAcceptOffer(offer: { _id: string }, property: SaleState): ErrorCode | null {
  const accepted = acceptedOffer(property)
  if (accepted) return accepted._id === offer._id ? null : 'OFFER_ALREADY_ACCEPTED'
  if (!property.active) return 'OFFER_ON_WITHDRAWN'
  return isDone(property, stepKeys.Exchanged, stepKeys.Completed) ? 'OFFER_ON_COMPLETED' : null
}

/**
 * "It is offered while an offer is accepted and the sale has not completed."
 * [domain, Fall-off, restore](docs/design/domain.md#fall-off-restore); [property §4](docs/design/property.md#4). The phase cannot tell for a
 * withdrawn property.
 */
export function whyNotFallOff(property: Pick<SaleState, 'offers' | 'timeline'>): ErrorCode | null {
  if (!acceptedOffer(property)) return 'FALL_OFF_WITHOUT_SALE'
  return isDone(property, stepKeys.Completed) ? 'FALL_OFF_COMPLETED' : null
}

/**
 * "A fall-off record is restorable only while it has no restoredOn and there is no accepted offer." Also refused where no offer could be
 * accepted: on a withdrawn property, or after exchange or completion.
 */
export function whyNotRestoreFallOff(fallOff: { restoredOn: string | null }, property: SaleState): ErrorCode | null {
  if (fallOff.restoredOn !== null) return 'FALL_OFF_RESTORED'
  return acceptedOffer(property) ? 'RESTORE_WITH_ACCEPTED_OFFER' : whyNotAcceptOffer({ _id: '' }, property)
}

type Proposed = { what: string; stepKey: StepKey | null; dateKind: string | null }

/**
 * What may be proposed, whatever the party and the source: while the sale is agreed everything, after exchange its completion, its day and a
 * message, later a message alone. What a party may propose of it, the rules of proposals decide.
 */
export function mayPropose(standing: Standing, { what, stepKey, dateKind }: Proposed): boolean {
  if (what === 'message' || what === 'email' || standing === 'agreed') return true
  if (standing !== 'exchanged') return false
  return what === 'step' ? stepKey === stepKeys.Completed : what === 'date' && dateKind === 'completion'
}
