import type { ErrorCode } from '../../errors.ts'
import type { Phase } from '../timeline/phase.ts'
import { maxUpdateText, type UpdateMeans, updatePhases } from './vendor-updates.model.ts'

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

/** Nobody is written to who cannot read it: it would count as told. */
export const whyNotSend = ({ phase, means }: { phase: Phase; means: UpdateMeans }): ErrorCode | null => {
  if (!(updatePhases as readonly Phase[]).includes(phase)) return 'NO_UPDATE_NEEDED'
  return means === 'telephone' ? 'NO_ADDRESS' : null
}

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
