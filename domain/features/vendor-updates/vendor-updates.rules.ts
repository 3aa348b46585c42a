import type { ErrorCode } from '../../error-catalogue.ts'
import type { Phase } from '../timeline/phase.ts'
import { maxUpdateText, phaseAfterFallOff, type UpdateMeans, type UpdateOvertaker, updatePhases } from './vendor-updates.model.ts'

/**
 * "How the vendor gets it (e-mail and app, app only, or telephone only)." [day §7](docs/design/day.md#7). Without a confirmed address,
 * a vendor has no account for the app.
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
 * An update that the vendor cannot read must not be sent, because it would count as an update. An edited draft from before a fall-off
 * or an exchange would describe a sale that is no longer so.
 */
export const whyNotSend = ({ phase, means, edited, overtakenBy }: Sendable): ErrorCode | null => {
  const hasUpdate = (updatePhases as readonly Phase[]).includes(phase) || (phase === phaseAfterFallOff && edited)
  if (!hasUpdate) return 'NO_UPDATE_NEEDED'
  if (means === 'telephone') return 'ADDRESS_NOT_CONFIRMED'
  return overtakenBy === null ? null : 'UPDATE_OVERTAKEN'
}

const overtaken: Record<UpdateOvertaker, string> = {
  'fall-off': 'The sale fell off',
  'sale-restored': 'The sale was restored',
  exchanged: 'Contracts were exchanged',
}

export const describeOvertaken = (by: UpdateOvertaker): string => `${overtaken[by]} after this was written.`

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

/** Appends the events since the edit to the text, on separate lines, up to the maximum length. */
export const insertHappened = (text: string, happened: readonly string[]): string =>
  [text.trimEnd(), happened.join(' ')].filter(Boolean).join('\n\n').slice(0, maxUpdateText)
