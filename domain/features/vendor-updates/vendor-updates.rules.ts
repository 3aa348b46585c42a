import type { ErrorCode } from '../../error-catalogue.ts'
import type { Phase } from '../timeline/phase.ts'
import { maxUpdateText, phaseAfterFallOff, type UpdateMeans, type UpdateOvertaker, updatePhases } from './vendor-updates.model.ts'

/**
 * "How the vendor gets it (e-mail and app, app only, or telephone only)." Day design, section 7. Without a confirmed address
 * a vendor has no account to read the app with.
 */
export const meansOf = (vendor: { emailVerified: boolean; contactPrefs: { email: boolean } }): UpdateMeans =>
  !vendor.emailVerified ? 'telephone' : vendor.contactPrefs.email ? 'email' : 'app'

/** "no e-mail on file; ring them" */
export const describeMeans = (means: UpdateMeans, email: string): string => {
  if (means === 'email') return 'E-mail and app'
  if (means === 'app') return 'App only'
  return `${email === '' ? 'No e-mail on file' : 'E-mail address not confirmed'}: ring them`
}

type Sendable = { phase: Phase; means: UpdateMeans; edited: boolean; overtakenBy: UpdateOvertaker | null }

/**
 * Nobody is written to who cannot read it: it would count as told. An edited draft whose sale has fallen off since would tell
 * the vendor of a sale that is no more.
 */
export const whyNotSend = ({ phase, means, edited, overtakenBy }: Sendable): ErrorCode | null => {
  const hasUpdate = (updatePhases as readonly Phase[]).includes(phase) || (phase === phaseAfterFallOff && edited)
  if (!hasUpdate) return 'NO_UPDATE_NEEDED'
  if (means === 'telephone') return 'NO_ADDRESS'
  return overtakenBy === null ? null : 'UPDATE_OVERTAKEN'
}

export const describeOvertaken = (by: UpdateOvertaker): string =>
  by === 'fall-off' ? 'The sale fell off after this was written.' : 'The sale was restored after this was written.'

/** "14 to tell · 9 sent · 2 skipped" */
export const describeRun = ({ due, sent, skipped }: { due: number; sent: number; skipped: number }): string =>
  `${due} to tell · ${sent} sent · ${skipped} skipped`

/** "Never told", "told 8 days ago". */
export const describeUntold = ({ lastUpdatedOn, daysUntold }: { lastUpdatedOn: string | null; daysUntold: number }): string => {
  const days = daysUntold === 1 ? '1 day' : `${daysUntold} days`
  return lastUpdatedOn === null ? `Never told, ${days}` : `${days} ago`
}

/** "2 things happened since" */
export const describeHappenedSince = (count: number): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'thing' : 'things'} happened since`

/** Insert: what happened since, on a line of its own below the text; as much as fits. */
export const insertHappened = (text: string, happened: readonly string[]): string =>
  [text.trimEnd(), happened.join(' ')].filter(Boolean).join('\n\n').slice(0, maxUpdateText)
