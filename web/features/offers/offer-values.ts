import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { showChange, showPercentOf, showPounds, showPoundsAndPence, toPence, toPounds } from '@gya/domain/common/money.ts'
import { unlikelyDeposit, unlikelyOffer, unlikelyOfferDay } from '@gya/domain/common/unlikely-values.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { calculateFees } from '@gya/domain/features/management-info/fees.ts'
import type { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { offerFields } from '@gya/domain/features/offers/offers.fields.ts'
import { depositFor } from '@gya/domain/features/offers/offers.rules.ts'
import { acceptOffer } from '@gya/domain/features/timeline/rules/sale-events.ts'
import { findStep } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Change, CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { type FormValues, formValuesOf, labelsOf, newFormValues } from '@gya/domain/fields/form-values.ts'
import type { ScreenViews } from '../../lib/screen-views.tsx'

export type PropertyWithOffers = Wire<typeof addOffer, 'response'>
export type WireOffer = PropertyWithOffers['offers'][number]
export type OfferState = WireOffer['state']
type NewOffer = Wire<typeof addOffer, 'body'>

export type OfferValues = FormValues<typeof offerFields>

export const newOffer = (today: DateOnly): OfferValues => ({ ...newFormValues(offerFields), when: today })

export const valuesOf = (offer: WireOffer): OfferValues => ({
  ...formValuesOf(offerFields, offer),
  ...(offer.cashBuy ? { depositSize: 0 } : {}),
})

/** An empty deposit is sent as 0. Missing required values are sent unchanged, so that the contract reports them at their fields. */
export const bodyOf = ({ acceptedOn, ...values }: OfferValues): NewOffer =>
  ({
    ...values,
    depositSize: depositFor({ cashBuy: values.cashBuy === true, depositSize: values.depositSize ?? 0 }),
    ...(values.state === 'A' ? { acceptedOn } : {}),
  }) as NewOffer

/** Only an acceptance says who runs the sale. */
export const withProgressor = <Body extends object>(body: Body, accepts: boolean, bStaff: string | null | undefined) =>
  accepts && bStaff !== undefined ? { ...body, bStaff } : body

export const implausibleValues = (
  { amount, when, cashBuy, depositSize }: OfferValues,
  { currentAskingPrice }: PropertyWithOffers['mi'],
  today: DateOnly,
) => [
  unlikelyOffer(amount, currentAskingPrice),
  cashBuy ? null : unlikelyDeposit(depositSize, amount),
  unlikelyOfferDay(when, today),
]

/** "Tabs History and Add offer." [property §2](docs/design/property.md#2). */
export const offerViews: ScreenViews = {
  label: 'Offers',
  views: [
    { label: 'History', path: '/property/offers' },
    { label: 'Add offer', path: '/property/offer-create' },
  ],
}

/** "2 offers, highest £381,000" */
export const offersSummary = (offers: readonly WireOffer[]): string => {
  if (offers.length === 0) return 'No offers yet'
  const highest = showPounds(Math.max(...offers.map((offer) => offer.amount)))
  return offers.length === 1 ? `1 offer, ${highest}` : `${offers.length} offers, highest ${highest}`
}

export const offerLabels = labelsOf(offerFields)

type Mi = PropertyWithOffers['mi']

/** An effect of an amended amount. `from` is null if there is nothing to compare. */
export type AmendmentEffect = { what: string; from: string | null; to: string }

const optionalPence = (pounds: number | null): number | null => (pounds === null ? null : toPence(pounds))

/** The expected fee at another agreed price, in pounds; null without fee terms. */
function expectedFeeAt(mi: Mi, agreedPrice: number): number | null {
  const { gross, deduction } = mi.fees
  if (gross === null) return null
  const { expected } = calculateFees({
    agreedPrice: toPence(agreedPrice),
    askingPrice: null,
    type: mi.agencyFeeType,
    fixedFee: optionalPence(mi.agencyFee),
    percent: mi.agencyFeePercent === null ? null : Math.round(mi.agencyFeePercent * 1000),
    // In hundredths of a percent, derived from the current deduction.
    deduction: gross === 0 ? 0 : Math.round(((deduction ?? 0) / gross) * 10_000),
  })
  return expected === null ? null : toPounds(expected)
}

export function amendmentEffects(mi: Mi, from: number, to: number): AmendmentEffect[] {
  const agreed = mi.agreedPrice ?? from
  const share = showPercentOf(to, mi.currentAskingPrice)
  const fee = expectedFeeAt(mi, to)
  return [
    { what: 'Agreed price', from: showPounds(agreed), to: showPounds(to) },
    { what: 'Change', from: null, to: showChange(agreed, to) },
    ...(share ? [{ what: 'Of asking', from: showPercentOf(agreed, mi.currentAskingPrice), to: share }] : []),
    ...(fee === null || mi.fees.expected === null
      ? []
      : [{ what: 'Expected fee', from: showPoundsAndPence(mi.fees.expected), to: showPoundsAndPence(fee) }]),
  ]
}

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/**
 * The effects of accepting an offer on its property, one sentence each. [domain, Offers](docs/design/domain.md#offers) and
 * [domain, Timeline](docs/design/domain.md#timeline).
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
