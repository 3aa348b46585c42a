import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'

export type FallOffProperty = Wire<typeof readProperty, 'response'>

const countLabel = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Started steps that belong to the sale: all tracks but selling, and the memorandum. */
const saleSteps = ({ timeline }: FallOffProperty) =>
  timeline.data.filter(
    ({ type, keyName, state }) => (type !== 'PS' || keyName === 'MemoOfSaleSent') && ['IP', 'B', 'C'].includes(state),
  )

/** A fall-off does not change the chains of other properties, but shows in them. */
const otherChainsText = (addresses: readonly string[]): string[] => {
  if (addresses.length === 0) return []
  const which = addresses.length === 1 ? 'The chain of' : 'The chains of'
  return [
    `${which} ${addresses.join(', ')} ${addresses.length === 1 ? 'shows' : 'show'} this sale and will show that it fell off.`,
  ]
}

/** What performing a fall-off would do, in sentences. Empty if no offer is accepted. */
export function fallOffConsequences(property: FallOffProperty): string[] {
  const offer = property.offers.find(({ state }) => state === 'A')
  if (!offer) return []
  const { completionDate, mi, contacts, chain, memo, referrals } = property
  const links = chain.items.length - 1 - chain.items.findIndex(({ thisProperty }) => thisProperty)
  const steps = saleSteps(property)
  const side = contacts.buyerDetails
  const buyersPeople = [
    side.solicitor && 'solicitor',
    side.mBroker && 'mortgage broker',
    side.additionalContacts.length > 0 && countLabel(side.additionalContacts.length, 'additional contact', 'additional contacts'),
    side.other && 'notes',
    (memo.buyerCustom || memo.remarks) && 'texts of the memorandum',
    (referrals.buyerSolicitor || referrals.buyerBroker) && 'referrals',
  ].filter(Boolean)
  return [
    `${offer.name}’s offer of ${showPounds(offer.amount)} is marked rejected, and the agreed price is taken off.`,
    `Every step goes back to what it was just before the offer was accepted${offer.acceptedOn ? ` on ${showDate(offer.acceptedOn)}` : ''}${
      steps.length > 0 ? `: ${countLabel(steps.length, 'step of the sale is', 'steps of the sale are')} reset` : ''
    }.`,
    ...(mi.fees.expected === null ? [] : [`The expected fee of ${showPounds(mi.fees.expected)} excluding VAT is lost.`]),
    ...(completionDate ? [`The completion date ${showDate(completionDate)} is taken off.`] : []),
    ...otherChainsText(chain.shownIn.map(({ address }) => address.line1)),
    ...(chain.items.length > 0 && links > 0
      ? [
          `${countLabel(links, 'link', 'links')} of the chain beyond this sale, to the buyer’s end, ${links === 1 ? 'goes' : 'go'} with it.`,
        ]
      : []),
    ...(buyersPeople.length > 0 ? [`The buyer’s details go with the sale: ${buyersPeople.join(', ')}.`] : []),
  ]
}
