import type { Instant } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/**
 * "The platform admin enters a company only with a reason, for at most 8 hours, visible to the company's admins and in their audit; a
 * company can require its approval first."
 */
export const maxSupportHours = 8
export const minSupportReason = 10
export const maxSupportReason = 300
/** Hours after which an undecided request lapses, because its reason may no longer apply. */
export const supportRequestHours = 72

const hourMs = 3_600_000
export const hoursAfter = (instant: Instant, hours: number): Instant =>
  new Date(Date.parse(instant) + hours * hourMs).toISOString()

/** A stored access. `endsOn` is `null` until it is opened. */
export type SupportAccess = {
  askedOn: Instant
  endsOn: Instant | null
  /** When the platform admin or the company ended it. */
  endedOn: Instant | null
  refusedOn: Instant | null
}

export const supportAccessStates = ['waiting', 'open', 'past', 'refused', 'lapsed'] as const
export type SupportAccessState = (typeof supportAccessStates)[number]

export function supportAccessState({ askedOn, endsOn, endedOn, refusedOn }: SupportAccess, now: Instant): SupportAccessState {
  if (refusedOn !== null) return 'refused'
  if (endsOn !== null) return endedOn === null && now < endsOn ? 'open' : 'past'
  return endedOn === null && now < hoursAfter(askedOn, supportRequestHours) ? 'waiting' : 'lapsed'
}

/** Whether the access needs approval. Without an administrator nobody could approve it. */
export const needsApproval = (requiresApproval: boolean, administrators: number): boolean =>
  requiresApproval && administrators > 0

/** A platform admin has one access to a company at a time. */
export const whyNotAskAccess = (earlier: readonly SupportAccess[], now: Instant): ErrorCode | null =>
  earlier.some((access) => ['waiting', 'open'].includes(supportAccessState(access, now))) ? 'SUPPORT_ACCESS_EXISTS' : null

export const whyNotDecideAccess = (access: SupportAccess, now: Instant): ErrorCode | null =>
  supportAccessState(access, now) === 'waiting' ? null : 'SUPPORT_ACCESS_NOT_WAITING'

/** A platform admin can end their own access or request; a company admin can end an open access. */
export const whyNotEndAccess = (access: SupportAccess, now: Instant): ErrorCode | null =>
  ['waiting', 'open'].includes(supportAccessState(access, now)) ? null : 'SUPPORT_ACCESS_OVER'
