import { showDate, showDays } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { previewFallOff, previewRestore } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import type { readForecastIfFalls } from '@gya/domain/features/forecast/forecast-if-falls.contract.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'

export type FallOffProperty = Wire<typeof readProperty, 'response'>
export type FallOffPreview = Wire<typeof previewFallOff, 'response'>
type RestoreEffects = Wire<typeof previewRestore, 'response'>

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** "the expected exchange 28/11/2025 and the mortgage offer’s expiry 01/03/2026"; empty if neither is set. */
function namedDays(days: Pick<FallOffProperty, 'expectedExchange' | 'expectedCompletion' | 'mortgageOfferExpires'>): string[] {
  const { expectedExchange, expectedCompletion, mortgageOfferExpires } = days
  return [
    ...(expectedExchange ? [`the expected exchange ${showDate(expectedExchange)}`] : []),
    ...(expectedCompletion ? [`the expected completion ${showDate(expectedCompletion)}`] : []),
    ...(mortgageOfferExpires ? [`the mortgage offer’s expiry ${showDate(mortgageOfferExpires)}`] : []),
  ]
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const daysText = (archived: FallOffPreview['archived']): string[] => {
  const days = namedDays(archived)
  if (days.length === 0) return []
  const shared = archived.shareExpected ? ', and the vendor no longer sees what was shared of them' : ''
  return [`${sentence(listFormat.format(days))} ${days.length === 1 ? 'is' : 'are'} taken off${shared}.`]
}

/** Open tasks: tasks created from templates for this sale are cancelled, all others stay. */
const tasksText = ({ cancelled, kept }: FallOffPreview['tasks']): string[] => {
  const stay = `${showCount(kept, 'open task', 'open tasks')} ${kept === 1 ? 'stays' : 'stay'}.`
  if (cancelled === 0) return kept === 0 ? [] : [stay]
  const end = `${showCount(cancelled, 'open task', 'open tasks')} made for this sale ${cancelled === 1 ? 'is' : 'are'} cancelled`
  return [kept === 0 ? `${end}.` : `${end}; ${showCount(kept, 'other stays', 'others stay')}.`]
}

const todayText = ({ callBacks, snoozes: { ending, kept } }: FallOffPreview): string[] => [
  ...(callBacks > 0 ? [`${showCount(callBacks, 'call-back stays', 'call-backs stay')} in Today.`] : []),
  ...(ending > 0
    ? [`${showCount(ending, 'item that waits', 'items that wait')} in Today ${ending === 1 ? 'ends' : 'end'} with the sale.`]
    : []),
  ...(kept > 0 ? [`${showCount(kept, 'item that waits', 'items that wait')} ${kept === 1 ? 'goes' : 'go'} on waiting.`] : []),
]

const partiesText = ({ partyLinks, proposals }: FallOffPreview): string[] => {
  const links = showCount(partyLinks, 'link of a party ends', 'links of parties end')
  const lapse = showCount(proposals, 'open proposal lapses', 'open proposals lapse')
  const ending = [...(partyLinks > 0 ? [links] : []), ...(proposals > 0 ? [`${lapse} until the sale is restored`] : [])]
  return ending.length === 0 ? [] : [`${ending.join(', and ')}.`]
}

/** Sentences about what restoring a sale brings back besides its timeline and buyer. */
export function restoreConsequences({
  expected,
  completionDate,
  tasks,
  snoozes,
  partyLinks,
  proposals,
}: RestoreEffects): string[] {
  const days = [...(completionDate ? [`the completion date ${showDate(completionDate)}`] : []), ...namedDays(expected)]
  const shared = expected.shareExpected ? ', shown to the vendor as before' : ''
  return [
    ...(days.length > 0 ? [`${sentence(listFormat.format(days))} ${days.length === 1 ? 'comes' : 'come'} back${shared}.`] : []),
    ...(tasks > 0
      ? [`${showCount(tasks, 'task', 'tasks')} that the fall off cancelled ${tasks === 1 ? 'is' : 'are'} open again.`]
      : []),
    ...(snoozes > 0
      ? [
          `${showCount(snoozes, 'item', 'items')} of Today ${snoozes === 1 ? 'waits' : 'wait'} again until ${snoozes === 1 ? 'its' : 'their'} day.`,
        ]
      : []),
    ...(proposals > 0 ? [`${showCount(proposals, 'proposal of a party is', 'proposals of parties are')} open again.`] : []),
    ...(partyLinks > 0
      ? [
          `${showCount(partyLinks, 'link of a party stays ended: send it', 'links of parties stay ended: send them')} anew from Contacts.`,
        ]
      : []),
  ]
}

/** "A fall-off tells every linked sale of the company; nothing of a linked sale changes by itself." */
const linkedText = ({ linkedSales, linkedSalesElsewhere }: FallOffPreview): string[] => {
  const named = linkedSales.map(({ line1, progressor }) => (progressor ? `${line1} (${progressor})` : line1))
  const elsewhere = linkedSalesElsewhere > 0 ? [showCount(linkedSalesElsewhere, 'sale', 'sales') + ' of other branches'] : []
  const all = [...named, ...elsewhere]
  if (all.length === 0) return []
  const is = linkedSales.length + linkedSalesElsewhere === 1 ? 'is' : 'are'
  return [`In the chain ${listFormat.format(all)} ${is} told. Nothing of them changes by itself.`]
}

type IfItFalls = Wire<typeof readForecastIfFalls, 'response'>

const dayText = (day: string | null): string => (day === null ? 'later than a year' : showDate(day))

/** Linked sales whose forecast changes, with their new dates. [forecast §11](docs/design/forecast.md#11). */
export const delayedSales = (ifItFalls: IfItFalls | undefined): string[] =>
  (ifItFalls?.sales ?? [])
    .filter(({ halfBy, halfByWithout }) => halfBy !== halfByWithout)
    .map(
      ({ line1, halfBy, halfByWithout }) =>
        `${line1} is forecast for ${dayText(halfByWithout)} in place of ${dayText(halfBy)}, half by: nothing is known then of who takes this sale’s place.`,
    )

const outsideText = ({ outsideLinks }: FallOffPreview): string[] => {
  const agents = outsideLinks.map(({ agent, name }) => (agent ? `${agent} (${name})` : name))
  return agents.length === 0 ? [] : [`You are asked to tell ${listFormat.format(agents)}: their numbers are listed afterwards.`]
}

const rescueText = ({ rescue: { mayContact, notAsked } }: FallOffPreview): string[] => {
  const all = mayContact + notAsked
  if (all === 0) return []
  const listed = `${showCount(all, 'earlier bidder or viewer is', 'earlier bidders and viewers are')} listed afterwards`
  return [`${listed}: ${mayContact === 0 ? 'none' : mayContact} of them agreed to be contacted.`]
}

/** Not listed in the preview: contacts and chain links that are archived with the buyer. */
function buyerText({ contacts, chain, memo, referrals }: FallOffProperty): string[] {
  const links = chain.items.length - 1 - chain.items.findIndex(({ thisProperty }) => thisProperty)
  const side = contacts.buyerDetails
  const people = [
    side.solicitor && 'solicitor',
    side.mBroker && 'mortgage broker',
    side.additionalContacts.length > 0 && showCount(side.additionalContacts.length, 'additional contact', 'additional contacts'),
    side.other && 'notes',
    (memo.buyerCustom || memo.remarks) && 'texts of the memorandum',
    (referrals.buyerSolicitor || referrals.buyerBroker) && 'referrals',
  ].filter(Boolean)
  return [
    ...(chain.items.length > 0 && links > 0
      ? [
          `${showCount(links, 'link', 'links')} of the chain beyond this sale, to the buyer’s end, ${links === 1 ? 'goes' : 'go'} with it.`,
        ]
      : []),
    ...(people.length > 0 ? [`The buyer’s details go with the sale: ${people.join(', ')}.`] : []),
  ]
}

function durationText({ daysOnMarket, daysUnderOffer }: FallOffPreview): string[] {
  const underOffer = daysUnderOffer === null ? null : showDays(daysUnderOffer)
  if (daysOnMarket === null) return underOffer === null ? [] : [`The sale has been under offer for ${underOffer}.`]
  const onMarket = `The property has been on the market for ${showDays(daysOnMarket)}`
  return [underOffer === null ? `${onMarket}.` : `${onMarket}, the last ${underOffer} under offer.`]
}

/** Sentences about the consequences of a fall-off. Empty if no offer is accepted. */
export function fallOffConsequences(property: FallOffProperty, preview: FallOffPreview): string[] {
  const { offer, steps, archived } = preview
  if (!offer) return []
  const on = offer.acceptedOn ? ` on ${showDate(offer.acceptedOn)}` : ''
  const reset = steps.length > 0 ? `: ${showCount(steps.length, 'step goes back', 'steps go back')}` : ''
  return [
    `${offer.name}’s offer of ${showPounds(offer.amount)} is marked rejected, and the agreed price is taken off.`,
    `Every step goes back to what it was just before the offer was accepted${on}${reset}. The days allowed for those that run count from today again.`,
    ...(archived.expectedFee === null ? [] : [`The expected fee of ${showPounds(archived.expectedFee)} excluding VAT is lost.`]),
    ...(archived.completionDate ? [`The completion date ${showDate(archived.completionDate)} is taken off.`] : []),
    ...daysText(archived),
    ...tasksText(preview.tasks),
    ...todayText(preview),
    ...partiesText(preview),
    ...buyerText(property),
    ...linkedText(preview),
    ...outsideText(preview),
    ...rescueText(preview),
    ...durationText(preview),
  ]
}
