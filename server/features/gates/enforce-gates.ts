import { DomainError } from '@gya/domain/error-catalogue.ts'
import { gateIssues, isBlocked } from '@gya/domain/features/gates/gates.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { PropertyChanged } from '../properties/write/property-effects.ts'
import { evaluate, gateFacts, templateGates } from './gate-of-offer.ts'
import { findSaleGates, listGateChecks, saveSaleGates } from './gates.repository.ts'

const acceptedOffer = ({ offers }: PropertyDetail) => offers.find(({ state }) => state === 'A')

const isExchanged = ({ timeline }: PropertyDetail): boolean =>
  timeline.data.some(({ key, state }) => key === stepKeys.Exchanged && state === 'C')

/**
 * "Accepting, or completing Exchanged, by whatever way, with open items in *block* is 409 GATE_NOT_MET. Nothing is changed. Restoring a
 * fall-off is not asked." [trust §5](docs/design/trust.md#5). Runs at the end of the transaction of every change of a property, so that a
 * refusal rolls back any kind of change.
 */
export async function enforceGates(change: PropertyChanged): Promise<void> {
  const { before, property, events } = change
  if (!before || events.some(({ kind }) => kind === 'sale-restored')) return
  const offer = acceptedOffer(property.detail)
  if (!offer) return
  if (acceptedOffer(before.detail)?._id !== offer._id) await enforceAccept(change, offer._id)
  if (!isExchanged(before.detail) && isExchanged(property.detail)) await enforceExchange(change, offer._id)
}

const idsOf = ({ property: { detail } }: PropertyChanged) => ({ companyId: detail.company._id, propertyId: detail._id })

/** The gates of this day are stored with the sale, even if they only warn. */
async function enforceAccept(change: PropertyChanged, offerId: string): Promise<void> {
  const { db, now, today, property } = change
  const ids = idsOf(change)
  const gates = await templateGates(db, ids.companyId)
  const facts = gateFacts(property, offerId, today)
  const { mode, lines } = evaluate('accept', gates, await listGateChecks(db, ids, offerId), facts)
  if (isBlocked(mode, lines)) throw new DomainError('GATE_NOT_MET', { issues: gateIssues(lines) })
  await saveSaleGates(db, ids, offerId, gates, now)
}

async function enforceExchange(change: PropertyChanged, offerId: string): Promise<void> {
  const { db, today, property } = change
  const ids = idsOf(change)
  const gates = await findSaleGates(db, ids.companyId, offerId)
  if (!gates.some(({ gate, mode }) => gate === 'exchange' && mode === 'block')) return
  const facts = gateFacts(property, offerId, today)
  const { mode, lines } = evaluate('exchange', gates, await listGateChecks(db, ids, offerId), facts)
  if (isBlocked(mode, lines)) throw new DomainError('GATE_NOT_MET', { issues: gateIssues(lines) })
}
