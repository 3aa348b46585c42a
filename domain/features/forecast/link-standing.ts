import type { DateOnly } from '../../common/dates.ts'
import type { Checklist, SaleType } from '../chain/chain.model.ts'
import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { type ClosedRange, countedDaysBetween } from './counted-days.ts'
import type { SaleStanding, StepStatus } from './step-network.ts'

/**
 * The state of an outside link of a chain, from its checklist. Its ticks stand for steps 30–35, 29 and 23; its running step started on
 * the day on which the tick before it was first seen. [forecast §5.3](docs/design/forecast.md#5.3).
 */

/** `ticked`: full days since each tick was first seen; null: unknown; missing: not ticked. */
export type LinkFacts = {
  /** Since the link was added. */
  addedDaysAgo: number
  cash: boolean
  ticked: ReadonlyMap<StepKey, number | null>
  /** Days since its checklist or its note last changed. */
  changedDaysAgo: number
}

/** Ticks in the order of the sale, without the mortgage, which is in parallel. */
const ticksInOrder: readonly StepKey[] = [
  stepKeys.MemoOfSaleSent,
  stepKeys.DraftContractsIssued,
  stepKeys.SearchesAppliedFor,
  stepKeys.SearchesBack,
  stepKeys.EnquiriesRaised,
  stepKeys.EnquiriesAnswered,
]
const mortgageSteps: readonly StepKey[] = [
  stepKeys.MortgageAppSubmitted,
  stepKeys.MortgageValuationBooked,
  stepKeys.MortgageValuationCompleted,
  stepKeys.MortgageApproved,
]

/** False if nothing was ticked or noted within 28 days after it was added, or nothing has changed for 60 days. */
export const isLinkKnown = ({ addedDaysAgo, changedDaysAgo, ticked }: LinkFacts): boolean =>
  changedDaysAgo < 60 && !(ticked.size === 0 && addedDaysAgo >= 28 && changedDaysAgo >= 28)

const ticks: readonly (readonly [keyof Checklist, StepKey])[] = [
  ['mosSent', stepKeys.MemoOfSaleSent],
  ['draftContracts', stepKeys.DraftContractsIssued],
  ['searchesApplied', stepKeys.SearchesAppliedFor],
  ['searchesBack', stepKeys.SearchesBack],
  ['enquiriesRaised', stepKeys.EnquiriesRaised],
  ['enquiriesAnswered', stepKeys.EnquiriesAnswered],
  ['depositPaid', stepKeys.DocumentsAndDepositsReceived],
  ['mortgageOffer', stepKeys.MortgageApproved],
]

/** A checklist entered by hand, with the day on which each tick was first seen; null: before such days were kept. */
export type LinkDays = {
  cash: boolean
  ticked: Readonly<Record<string, DateOnly | null>>
  /** Of its buyer, and whether it has the address of a property. Null: before they were kept. */
  saleType: string | null
  hasAddress: boolean | null
  addedOn: DateOnly
  changedOn: DateOnly
}

const nothingToSell: Readonly<Record<SaleType, boolean>> = { ND: false, FTB: true, CB: true, I: true, NDB: true }

/**
 * False for the buyer at the end of a chain who has nothing to sell: no property, and a sale type that says so. Their steps are those
 * of the sale before them in the chain, so there is nothing else to wait for. Decision 65.
 */
export const isSale = ({ saleType, hasAddress }: Pick<LinkDays, 'saleType' | 'hasAddress'>): boolean =>
  hasAddress !== false || saleType === null || !nothingToSell[saleType as SaleType]

export function linkOfDays(
  { cash, ticked, addedOn, changedOn }: LinkDays,
  today: DateOnly,
  closed: readonly ClosedRange[],
): LinkFacts {
  const daysSince = (day: DateOnly): number => Math.max(0, countedDaysBetween(day, today, closed))
  const seen = new Map<StepKey, number | null>()
  for (const [tick, key] of ticks) {
    const day = ticked[tick]
    if (day !== undefined) seen.set(key, day === null ? null : daysSince(day))
  }
  return { addedDaysAgo: daysSince(addedOn), cash, ticked: seen, changedDaysAgo: daysSince(changedOn) }
}

export function linkStanding(link: LinkFacts): SaleStanding {
  const steps = new Map<StepKey, StepStatus>()
  const done = (days: number | null): StepStatus => ({ status: 'done', days })
  const running = (days: number): StepStatus => ({ status: 'running', days, blocked: false })

  // A tick implies the ticks before it, on unknown days.
  const lastTicked = ticksInOrder.findLastIndex((key) => link.ticked.has(key))
  let before: number | null = link.addedDaysAgo
  ticksInOrder.forEach((key, index) => {
    const seen = link.ticked.get(key)
    if (index > lastTicked) {
      // If the start is unknown, it is today.
      steps.set(key, index === lastTicked + 1 ? running(before ?? 0) : { status: 'toCome' })
      return
    }
    // Ticks that were there when the link was added were done on an unknown earlier day.
    const took = index > 0 && before !== null && typeof seen === 'number' && seen < link.addedDaysAgo ? before - seen : -1
    steps.set(key, done(took >= 0 ? took : null))
    if (seen !== undefined) before = seen
  })

  if (!link.cash) {
    const approved = link.ticked.has(stepKeys.MortgageApproved)
    const memo = link.ticked.get(stepKeys.MemoOfSaleSent)
    mortgageSteps.forEach((key, index) => {
      if (approved) steps.set(key, done(null))
      else steps.set(key, index === 0 && memo !== undefined ? running(memo ?? 0) : { status: 'toCome' })
    })
  }

  const deposit = link.ticked.has(stepKeys.DocumentsAndDepositsReceived)
  for (const key of [stepKeys.ReportedToBuyer, stepKeys.DocumentsAndDepositsReceived])
    steps.set(key, deposit ? done(null) : { status: 'toCome' })
  return { steps, surveys: [] }
}
