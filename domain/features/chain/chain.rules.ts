import { showDate } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import { bookedSurveys } from '../timeline/rules/surveys.ts'
import { isComplete, type StepName, stepKeys } from '../timeline/step-definitions.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { type Checklist, maxChainLinks, type SaleType } from './chain.model.ts'
import type { ChainStatus } from './chain-status.ts'

/** `complete` green, `incomplete` red. */
export type LinkState = 'complete' | 'incomplete' | 'unknown'

/**
 * Any incomplete link makes the chain incomplete; a chain of this sale alone is no chain; a chain is complete if all
 * other links are. Null if the links are inconclusive.
 */
export function chainStatusFromLinks(links: readonly { thisProperty: boolean; standing: LinkState }[]): ChainStatus | null {
  if (links.length === 0) return null
  const others = links.filter(({ thisProperty }) => !thisProperty)
  if (others.length === 0) return 0
  if (others.some(({ standing }) => standing === 'incomplete')) return 2
  return others.every(({ standing }) => standing === 'complete') ? 1 : null
}

type ChainFacts = {
  status: ChainStatus
  links: Parameters<typeof chainStatusFromLinks>[0]
  /** Whether the accepted offer's buyer is in a chain; null without an accepted offer. */
  buyerInChain: boolean | null
}

/** A status that differs from the current one, with its source; null if nothing contradicts the current one. */
export function proposeChainStatus({
  status,
  links,
  buyerInChain,
}: ChainFacts): { status: ChainStatus; from: 'links' | 'offer' } | null {
  const fromLinks = chainStatusFromLinks(links)
  const hasOthers = links.some(({ thisProperty }) => !thisProperty)
  const of = (proposed: ChainStatus | null, from: 'links' | 'offer') =>
    proposed === null || proposed === status ? null : { status: proposed, from }
  if (hasOthers && fromLinks === null && status === 3) return of(buyerInChain ? 2 : null, 'offer')
  if (hasOthers) return of(fromLinks ?? (status === 0 ? 2 : null), 'links')
  if (status !== 3 && status !== 0) return null
  if (buyerInChain) return of(2, 'offer')
  return fromLinks === 0 ? of(0, 'links') : of(buyerInChain === false ? 0 : null, 'offer')
}

/**
 * "A linked, read-only chain item derives its checklist from the linked property's timeline: surveyBooked is Yes if any
 * survey entries exist, No if NotHavingSurvey is complete and there is no survey, otherwise NA; surveyDate shows the
 * earliest survey date; mortgageOffer is Cash if the accepted offer is a cash buy, Yes if MortgageApproved is complete,
 * otherwise No; contractSigned and depositPaid both follow DocumentsAndDepositsReceived being complete; mosSent,
 * searchesApplied, searchesBack, draftContracts, enquiriesRaised and enquiriesAnswered follow MemoOfSaleSent,
 * SearchesAppliedFor, SearchesBack, DraftContractsIssued, EnquiriesRaised and EnquiriesAnswered." [property §4](docs/design/property.md#4).
 * The item that is this property derives its own in the same way.
 */

/** `cashBuy`: the accepted offer is a cash buy. */
export function checklistFromTimeline(timeline: Timeline, { cashBuy }: { cashBuy: boolean }): Checklist {
  const done = (step: StepName): boolean => isComplete(timeline, stepKeys[step])
  const surveyDates = bookedSurveys(timeline)
    .flatMap(({ survey }) => survey?.date ?? [])
    .toSorted()
  return {
    mosSent: done('MemoOfSaleSent'),
    draftContracts: done('DraftContractsIssued'),
    searchesApplied: done('SearchesAppliedFor'),
    searchesBack: done('SearchesBack'),
    enquiriesRaised: done('EnquiriesRaised'),
    enquiriesAnswered: done('EnquiriesAnswered'),
    surveyBooked: surveyBooked(surveyDates.length > 0, done('NotHavingSurvey')),
    surveyDate: surveyDates[0] ? showDate(surveyDates[0]) : '',
    mortgageOffer: mortgageOffer(cashBuy, done('MortgageApproved')),
    contractSigned: done('DocumentsAndDepositsReceived'),
    depositPaid: done('DocumentsAndDepositsReceived'),
  }
}

const surveyBooked = (isBooked: boolean, isNotWanted: boolean): Checklist['surveyBooked'] => {
  if (isBooked) return 'Yes'
  return isNotWanted ? 'No' : 'NA'
}

const mortgageOffer = (cashBuy: boolean, approved: boolean): Checklist['mortgageOffer'] => {
  if (cashBuy) return 'Cash'
  return approved ? 'Yes' : 'No'
}

/**
 * "The item that is this property or that is linked (in a chain of more than one) has a read-only name. Only the last item
 * in the chain (the first in the display) may carry a buyer name." [property §4](docs/design/property.md#4).
 */
type NamedLink = { thisProperty: boolean; propertyRef: string | null; propertyName: string; personName: string }

/** True if the item shows the names of its property. */
export const hasReadOnlyName = (item: Pick<NamedLink, 'thisProperty' | 'propertyRef'>, links: number): boolean =>
  links > 1 && (item.thisProperty || item.propertyRef !== null)

/** Sets the reference of the item that is this property, and clears read-only names. */
export const normaliseChain = <Item extends NamedLink>(items: readonly Item[], propertyId: string): Item[] =>
  items.map((item) => ({
    ...item,
    propertyRef: item.thisProperty ? (item.propertyRef ?? propertyId) : item.propertyRef,
    propertyName: item.thisProperty || item.propertyRef !== null ? '' : item.propertyName,
    personName: hasReadOnlyName(item, items.length) ? '' : item.personName,
  }))

/**
 * "Only the last item in the chain (the first in the display) may carry a buyer name." "The sale type label appears only
 * on the last item." [property §4](docs/design/property.md#4) and [property §2](docs/design/property.md#2). "No cycles, no property twice":
 * each property, this one included, occurs once.
 */

type SavedLink = { thisProperty: boolean; propertyRef: string | null; personName: string; saleType: SaleType }

/** Items run from the onward purchase to the buyer's end; an empty list resets the chain. */
export function whyNotSaveChain(items: readonly SavedLink[], propertyId: string): ErrorCode | null {
  if (items.length === 0) return null
  if (items.length > maxChainLinks) return 'CHAIN_TOO_LONG'
  const own = items.filter(({ thisProperty }) => thisProperty)
  if (own.length !== 1 || (own[0]?.propertyRef ?? propertyId) !== propertyId) return 'CHAIN_WITHOUT_THIS_PROPERTY'
  const linked = items.flatMap(({ thisProperty, propertyRef }) => (thisProperty ? [propertyId] : (propertyRef ?? [])))
  if (new Set(linked).size !== linked.length) return 'CHAIN_PROPERTY_TWICE'
  const beforeLast = items.slice(0, -1)
  if (beforeLast.some(({ personName }) => personName !== '')) return 'CHAIN_BUYER_NOT_LAST'
  return beforeLast.some(({ saleType }) => saleType !== 'ND') ? 'CHAIN_SALE_TYPE_NOT_LAST' : null
}
