import type { CallerType } from '../../access/permissions.ts'
import { hasPermission } from '../../access/permissions.ts'
import { addDays, addYears, type DateOnly, type Instant, showDate } from '../../common/dates.ts'
import { showCount } from '../../common/show-count.ts'
import type { ErrorCode, Issue } from '../../error-catalogue.ts'
import { type CheckReason, type CustomerSide, type Decision, maxCheckFiles } from './customer-checks.model.ts'
import { type CustomerFacts, needsDecision } from './customer-state.ts'

/** What may be entered, struck and decided, and how long it is kept: [sale-file §2.2](docs/design/sale-file.md#2.2). */

/** "≤ today, ≥ 3 years back". */
const oldestCheckYears = 3
/** "Own, 24 hours". */
const ownStrikeMs = 24 * 3_600_000
/** Customers of a property. */
export const maxCustomers = 40
/** A company that owns a company that owns a company. */
export const maxOwnerDepth = 3

/** "By default `recheck_days` later." */
export const expiryOfCheck = (checkedOn: DateOnly, days: number): DateOnly => addDays(checkedOn, days)

/** "Check in the future, expiry before it: 400." */
export function checkIssues(
  { checkedOn, expiresOn }: { checkedOn: DateOnly; expiresOn?: DateOnly | undefined },
  today: DateOnly,
): Issue[] {
  const oldest = addYears(today, -oldestCheckYears)
  return [
    ...(checkedOn > today ? [{ path: 'checkedOn', message: 'Choose today or an earlier day.' }] : []),
    ...(checkedOn < oldest ? [{ path: 'checkedOn', message: `Choose ${showDate(oldest)} or a later day: check again.` }] : []),
    ...(expiresOn !== undefined && expiresOn < checkedOn
      ? [{ path: 'expiresOn', message: 'Choose the day of the check or a later day.' }]
      : []),
  ]
}

type Owned = Pick<CustomerFacts, 'id' | 'ownerOf' | 'side' | 'form'>

/** "400 owner of itself or deeper than 3". A person is not owned. */
export function ownerIssues(customers: readonly Owned[], side: CustomerSide, ownerOf: string | null): Issue[] {
  if (ownerOf === null) return []
  const owned = customers.find(({ id }) => id === ownerOf)
  const issue = (message: string): Issue[] => [{ path: 'ownerOf', message }]
  if (!owned || owned.side !== side) return issue('Choose a company, trust or estate of this side.')
  if (owned.form === 'person') return issue('A person has no owners.')
  const depthOf = ({ ownerOf: next }: Owned): number => {
    const above = customers.find(({ id }) => id === next)
    return above ? 1 + depthOf(above) : 1
  }
  return depthOf(owned) >= maxOwnerDepth ? issue(`Enter owners at most ${maxOwnerDepth - 1} levels deep.`) : []
}

/** "If it is somebody else, remove the reason and say why." */
export const reasonIssues = (
  before: readonly CheckReason[],
  after: readonly CheckReason[],
  because: string | undefined,
): Issue[] =>
  before.some((reason) => !after.includes(reason)) && (because?.length ?? 0) < 10
    ? [{ path: 'because', message: 'Say why a reason is removed, in at least 10 characters.' }]
    : []

export const whyNotDecide = (customer: CustomerFacts, decision: Exclude<Decision, 'none'>): ErrorCode | null => {
  if (!needsDecision(customer)) return 'NOTHING_TO_DECIDE'
  return decision === 'approved' && customer.reasons.includes('sanctions-match') ? 'SANCTIONS_NO_APPROVAL' : null
}

export const whyNotAddFile = (files: number): ErrorCode | null => (files >= maxCheckFiles ? 'TOO_MANY_CHECK_FILES' : null)

/** "check.add (own, 24 hours), else check.approve". */
export const mayStrike = (
  check: { checkedBy: string; enteredOn: Instant; struckOn: Instant | null },
  caller: { userId: string; type: CallerType },
  now: Instant,
): boolean =>
  check.struckOn === null &&
  (hasPermission(caller.type, 'check.approve') ||
    (hasPermission(caller.type, 'check.add') &&
      check.checkedBy === caller.userId &&
      Date.parse(now) - Date.parse(check.enteredOn) <= ownStrikeMs))

/** Of the property after a save, what ends the relationship with its customers. */
export type SaleOfCustomers = {
  completedOn: DateOnly | null
  active: boolean
  /** The day of a withdrawal in this save. */
  withdrawnOn: DateOnly | null
  isDeleted: boolean
  /** Pending and accepted offers. */
  liveOfferIds: readonly string[]
}

/**
 * The day on which the relationship with a customer ended, or null: "of vendor customers at completion or withdrawal, of buyer customers at
 * completion, fall-off, or when their offer is rejected or withdrawn; restoring and reinstating empty it." Buyers end with a withdrawal too,
 * and all with the deletion of the property: otherwise nothing would ever end them, and they would be kept for good.
 */
export function endOfCustomer(
  { side, offerId, endedOn }: Pick<CustomerFacts, 'side' | 'offerId' | 'endedOn'>,
  { completedOn, active, withdrawnOn, isDeleted, liveOfferIds }: SaleOfCustomers,
  today: DateOnly,
): DateOnly | null {
  if (side === 'buyer' && offerId !== null && !liveOfferIds.includes(offerId)) return endedOn ?? today
  if (completedOn !== null) return completedOn
  if (!active) return endedOn ?? withdrawnOn ?? today
  return isDeleted ? (endedOn ?? today) : null
}

/** Days before a check of an open sale ends on which Today shows it. */
export const checkLeadDays = 14

/** Days before the end of a check on which the register lists it under *Ends in 30 days*. */
export const endsSoonDays = 30

/** Money Laundering Regulations 2017, regulation 40; the database generates the day. */
export const yearsKept = 5

/** "The law has 214 checks kept until 02/06/2031 at the latest. Take the inspector's file first, then ask the platform." */
export const keptWords = ({ checks, until }: { checks: number; until: DateOnly }): string =>
  `The law has ${showCount(checks, 'check', 'checks')} kept until ${showDate(until)} at the latest. Take the inspector’s file first, then ask the platform.`

/** "2 checks are kept until 14/03/2031 (Money Laundering Regulations 2017, regulation 40)." `until`: null while a sale is open. */
export const keptOfPersonWords = ({ checks, until }: { checks: number; until: DateOnly | null }): string =>
  `${showCount(checks, 'check is', 'checks are')} kept until ${until === null ? 'five years after the end of the sale' : showDate(until)} (Money Laundering Regulations 2017, regulation 40).`

/** What an export of a person leaves out: a customer must not learn from it what was suspected. */
export const heldBack = 'Held back: Data Protection Act 2018, Schedule 2, paragraph 2. Ask the nominated officer.'

/** Entries of the record about customer checks, which nobody outside the agency reads. */
export const registerEntryKinds: ReadonlySet<string> = new Set([
  'customer-added',
  'customer-edited',
  'check-entered',
  'check-file-added',
  'check-struck',
  'check-decided',
  'checks-deleted',
])
