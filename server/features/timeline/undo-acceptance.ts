import type { DateOnly } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import { findLastChange } from '../events/events.repository.ts'
import { acceptanceDateEvent } from '../offers/accept-offer.ts'
import { updateAcceptanceDates } from '../properties/write/offers.repository.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'

/** A corrected acceptance date, which follows that of Sale agreed. */
type AcceptancePart = UndoPart & {
  kind: 'acceptance'
  propertyId: string
  offerId: string
  before: DateOnly | null
  on: DateOnly | null
}

export const acceptancePart = (
  propertyId: string,
  acceptance: Pick<AcceptancePart, 'offerId' | 'before' | 'on'>,
): AcceptancePart => ({ kind: 'acceptance', propertyId, ...acceptance })

const offerOf = ({ properties }: UndoContext, { propertyId, offerId }: AcceptancePart): Offer | undefined => {
  const property = properties.get(propertyId)
  if (!property) throw new DomainError('NOT_FOUND')
  return property.detail.offers.find(({ _id, state }) => _id === offerId && state === 'A')
}

export function registerAcceptancePart(): void {
  registerUndoPart<AcceptancePart>('acceptance', {
    changesProperties: true,
    async conflict(context, parts) {
      const part = parts.find((one) => offerOf(context, one)?.acceptedOn !== one.on)
      if (!part) return null
      const ids = { companyId: context.companyId, propertyId: part.propertyId }
      const last = await findLastChange(context.db, ids, ['offer-acceptance-dated', 'fall-off'])
      const where = context.properties.get(part.propertyId)?.detail.address.line1 ?? ''
      return { what: `the day of acceptance at ${where}`, by: last?.by ?? null, on: last?.at ?? null }
    },
    async undo(context, parts) {
      const dated = parts.map(({ offerId, before }) => ({ offerId, on: before }))
      await updateAcceptanceDates(context.db, context.companyId, dated)
      return parts.flatMap((part) => {
        const offer = offerOf(context, part)
        return offer ? [{ propertyId: part.propertyId, events: [acceptanceDateEvent(offer, part.before)] }] : []
      })
    },
  })
}
