import { isActivePhase, isCompletedPhase, isExchangedPhase, isUnsoldPhase } from '@gya/domain/features/timeline/phase.ts'
/** The texts of a link: name, parties, checklist and status. */

import { type Checklist, type ChecklistStep, isTicked, tickedSteps } from '@gya/domain/features/chain/chain.model.ts'
import { chainStatusLabels } from '@gya/domain/features/chain/chain-status.ts'
import type { ChainState } from '../common/chain-light.tsx'
import { buyerInNote, isLive, type Link, linkName } from './chain-edit.ts'

export const stepLabels: Record<ChecklistStep, string> = {
  mosSent: 'MoS sent',
  draftContracts: 'Draft contracts',
  searchesApplied: 'Searches applied',
  searchesBack: 'Searches back',
  enquiriesRaised: 'Enquiries raised',
  enquiriesAnswered: 'Enquiries answered',
  surveyBooked: 'Survey booked',
  mortgageOffer: 'Mortgage offer',
  contractSigned: 'Contract signed',
  depositPaid: 'Deposit paid',
}

export type Tick = { words: string; look: 'y' | 'n' | 'na'; isCash: boolean }

/** Renders a checklist step: done or not yet, or the result of survey and mortgage offer. */
export function tickOf(checklist: Checklist, step: ChecklistStep): Tick {
  const answer = checklist[step]
  if (answer === 'NA') return { words: 'N/A', look: 'na', isCash: false }
  const look = isTicked(checklist, step) ? 'y' : 'n'
  if (typeof answer === 'string') return { words: answer, look, isCash: answer === 'Cash' }
  return { words: answer ? 'Done' : 'Not yet', look, isCash: false }
}

const postcodeAtEnd = /(?<=\s)[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i

/** The name and the postcode of a link; splits them if both were typed in one line. */
export function linkTitle(link: Link): { name: string; postcode: string } {
  if (link.propertyRef) return { name: linkName(link), postcode: link.propertyRef.address.postcode }
  const typed = link.propertyName.trim()
  const [postcode] = postcodeAtEnd.exec(typed) ?? []
  const name = typed
    .slice(0, -(postcode?.length ?? 0))
    .trimEnd()
    .replace(/,$/, '')
  return name && postcode ? { name, postcode: postcode.toUpperCase() } : { name: linkName(link), postcode: '' }
}

/** Seller and buyer of a link. `buysAt`: at the buyer's end, the name of the link below. */
export function linkParties(link: Link, position: number, count: number, buysAt: string | undefined): string[] {
  const { propertyRef, personName, propertyName } = link
  const isLast = position === count
  if (propertyRef?.deleted) return ['This property was deleted: address and ticks are as they were last saved']
  if (propertyRef && !propertyRef.withinReach) return ['Sold by another branch']
  if (isLive(link)) {
    const buyer = propertyRef?.buyer?.name ?? (count === 1 ? personName : '')
    return [`Seller ${propertyRef?.owner?.fullName ?? 'not known'}`, ...(isLast && buyer ? [`Buyer ${buyer}`] : [])]
  }
  if (isLast && propertyName.trim() === '') return [buysAt ? `Buyer of ${buysAt}` : 'Buyer']
  if (isLast) return [personName.trim() ? `Buyer ${personName.trim()}` : 'Buyer not known']
  const buyer = buyerInNote(link)
  if (buyer !== undefined) return [`Buyer ${buyer}`]
  if (position === 1) return ['No onward chain']
  return [partyName(link.agent) === null ? 'Seller not known' : 'Sold by another agent']
}

export const partyName = (party: Link['agent']): string | null =>
  party ? [party.contact?.name ?? party.name, party.poc?.name].filter(Boolean).join(', ') || null : null

/** The name of the agent or solicitor: the property's own, or the one entered. */
export const partyLabel = (link: Link, part: 'agent' | 'solicitor'): string =>
  (isLive(link) ? link.propertyRef?.[part] : partyName(link[part])) ?? 'Not known'

/** A manual link is on track from this many ticks; below, its status is unknown. */
const minTicksUnderWay = 2

/**
 * The traffic light of one link: red blocks the chain, green is on track, otherwise unknown. The light of the whole chain is
 * `mi.chain`, in the header.
 */
export function linkStatus(link: Link): { state: ChainState; text: string } {
  const { propertyRef: property, timeline } = link
  if (property?.deleted) return { state: 'incomplete', text: 'Deleted' }
  if (property?.phase) return saleStatus(property)
  const ticks = tickedSteps(timeline)
  return ticks < minTicksUnderWay ? { state: 'unknown', text: 'Unknown' } : { state: 'complete', text: 'On track' }
}

function saleStatus({ phase, fellOff, nextWarning, chain }: NonNullable<Link['propertyRef']>): {
  state: ChainState
  text: string
} {
  if (fellOff) return { state: 'incomplete', text: 'Sale fell off' }
  if (!isActivePhase(phase)) return { state: 'incomplete', text: 'Withdrawn' }
  if (isCompletedPhase(phase)) return { state: 'complete', text: 'Completed' }
  if (isUnsoldPhase(phase)) return { state: 'incomplete', text: 'No offer accepted' }
  if (nextWarning?.delayed && nextWarning.daysLeft >= 0) return { state: 'incomplete', text: `${nextWarning.title} delayed` }
  if (nextWarning && nextWarning.daysLeft < 0) {
    return nextWarning.awaitingReports
      ? { state: 'unknown', text: 'Awaiting survey reports' }
      : { state: 'incomplete', text: `${nextWarning.title} overdue` }
  }
  if (isExchangedPhase(phase)) return { state: 'complete', text: 'Exchanged' }
  // A sale with an unknown chain cannot be called on track.
  if (chain === 3) return { state: 'unknown', text: chainStatusLabels[chain] }
  return { state: 'complete', text: 'On track' }
}
