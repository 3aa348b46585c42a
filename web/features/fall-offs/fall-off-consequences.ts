import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { previewFallOff, previewRestore } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'

export type FallOffProperty = Wire<typeof readProperty, 'response'>
type Effects = Wire<typeof previewFallOff, 'response'>
type RestoreEffects = Wire<typeof previewRestore, 'response'>

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

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** "the expected exchange 28/11/2025 and the mortgage offer’s expiry 01/03/2026"; empty without any. */
function namedDays(days: Pick<FallOffProperty, 'expectedExchange' | 'expectedCompletion' | 'mortgageOfferExpires'>): string[] {
  const { expectedExchange, expectedCompletion, mortgageOfferExpires } = days
  return [
    ...(expectedExchange ? [`the expected exchange ${showDate(expectedExchange)}`] : []),
    ...(expectedCompletion ? [`the expected completion ${showDate(expectedCompletion)}`] : []),
    ...(mortgageOfferExpires ? [`the mortgage offer’s expiry ${showDate(mortgageOfferExpires)}`] : []),
  ]
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const daysText = (property: FallOffProperty): string[] => {
  const days = namedDays(property)
  if (days.length === 0) return []
  const shared = property.shareExpected ? ', and the vendor no longer sees what was shared of them' : ''
  return [`${sentence(listFormat.format(days))} ${days.length === 1 ? 'is' : 'are'} taken off${shared}.`]
}

/** Open tasks: those that the templates made for this sale are cancelled, all others stay. */
const tasksText = ({ cancelled, kept }: Effects['tasks']): string[] => {
  const stay = `${countLabel(kept, 'open task', 'open tasks')} ${kept === 1 ? 'stays' : 'stay'}.`
  if (cancelled === 0) return kept === 0 ? [] : [stay]
  const end = `${countLabel(cancelled, 'open task', 'open tasks')} made for this sale ${cancelled === 1 ? 'is' : 'are'} cancelled`
  return [kept === 0 ? `${end}.` : `${end}; ${countLabel(kept, 'other stays', 'others stay')}.`]
}

const todayText = ({ callBacks, snoozes: { ending, kept } }: Effects): string[] => [
  ...(callBacks > 0 ? [`${countLabel(callBacks, 'call-back stays', 'call-backs stay')} in Today.`] : []),
  ...(ending > 0
    ? [`${countLabel(ending, 'item that waits', 'items that wait')} in Today ${ending === 1 ? 'ends' : 'end'} with the sale.`]
    : []),
  ...(kept > 0 ? [`${countLabel(kept, 'item that waits', 'items that wait')} ${kept === 1 ? 'goes' : 'go'} on waiting.`] : []),
]

/** What restoring a sale brings back beside its timeline and buyer, in sentences. */
export function restoreConsequences({ expected, completionDate, tasks, snoozes }: RestoreEffects): string[] {
  const days = [...(completionDate ? [`the completion date ${showDate(completionDate)}`] : []), ...namedDays(expected)]
  const shared = expected.shareExpected ? ', shown to the vendor as before' : ''
  return [
    ...(days.length > 0 ? [`${sentence(listFormat.format(days))} ${days.length === 1 ? 'comes' : 'come'} back${shared}.`] : []),
    ...(tasks > 0
      ? [`${countLabel(tasks, 'task', 'tasks')} that the fall off cancelled ${tasks === 1 ? 'is' : 'are'} open again.`]
      : []),
    ...(snoozes > 0
      ? [
          `${countLabel(snoozes, 'item', 'items')} of Today ${snoozes === 1 ? 'waits' : 'wait'} again until ${snoozes === 1 ? 'its' : 'their'} day.`,
        ]
      : []),
  ]
}

/** What performing a fall-off would do, in sentences. Empty if no offer is accepted. `effects` is missing while it loads. */
export function fallOffConsequences(property: FallOffProperty, effects?: Effects): string[] {
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
    ...daysText(property),
    ...(effects ? [...tasksText(effects.tasks), ...todayText(effects)] : []),
    ...otherChainsText(chain.shownIn.map(({ address }) => address.line1)),
    ...(chain.items.length > 0 && links > 0
      ? [
          `${countLabel(links, 'link', 'links')} of the chain beyond this sale, to the buyer’s end, ${links === 1 ? 'goes' : 'go'} with it.`,
        ]
      : []),
    ...(buyersPeople.length > 0 ? [`The buyer’s details go with the sale: ${buyersPeople.join(', ')}.`] : []),
  ]
}
