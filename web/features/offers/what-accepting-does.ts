import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { showPercentOf, showPounds } from '@gya/domain/common/money.ts'
import { acceptOffer } from '@gya/domain/features/timeline/accept-offer.ts'
import { findStep } from '@gya/domain/features/timeline/steps.ts'
import type { Change, CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline-item.ts'
import type { PropertyWithOffers } from './offer-values.ts'

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/**
 * What accepting an offer does to its property, a sentence each: agreed price, buyer, and the steps that the timeline's
 * own rule completes, starts or sets aside. Domain decisions, "Offers" and "Timeline".
 */
export function acceptanceEffects(
  property: Pick<PropertyWithOffers, 'mi' | 'timeline'>,
  offer: { name: string; amount: number; cashBuy: boolean; acceptedOn?: DateOnly | null },
  moment: CurrentTime,
): string[] {
  const acceptedOn = offer.acceptedOn ?? moment.today
  const timeline = property.timeline.data.map(fromTimelineItem)
  const { changes } = acceptOffer(timeline, acceptedOn, offer.cashBuy, moment)
  const steps = (wanted: (change: Change) => boolean): string =>
    listFormat.format(
      changes.filter((one) => one.from !== one.to && wanted(one)).map((one) => findStep(timeline, one.key)?.title ?? ''),
    )
  const completed = steps((one) => one.to === 'C')
  const started = steps((one) => one.to === 'IP')
  const setAside = steps((one) => one.to === 'NA')
  const ofAsking = showPercentOf(offer.amount, property.mi.currentAskingPrice)
  return [
    `The agreed price becomes ${showPounds(offer.amount)}${ofAsking ? `, ${ofAsking} of the asking price` : ''}.`,
    `${offer.name} becomes the buyer.`,
    ...(completed
      ? [`Completed with ${acceptedOn === moment.today ? 'today’s date' : `the date ${showDate(acceptedOn)}`}: ${completed}.`]
      : []),
    ...(started ? [`Started: ${started}.`] : []),
    ...(setAside ? [`Not applicable, because the buyer pays cash: ${setAside}.`] : []),
  ]
}
