import type { Instant } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** Restoring archives: [connect §2.1](docs/design/connect.md#2.1), points 5 and 6. */

/** `refused`: the verification failed. */
export const archiveStates = ['uploading', 'verifying', 'verified', 'refused', 'restoring', 'giving-up', 'restored'] as const
export type ArchiveState = (typeof archiveStates)[number]

export const archiveRefusals = [
  'ARCHIVE_COMPANY_EXISTS',
  'ARCHIVE_EMAIL_TAKEN',
  'ARCHIVE_DAMAGED',
  'ARCHIVE_NEWER',
] as const satisfies readonly ErrorCode[]
export type ArchiveRefusal = (typeof archiveRefusals)[number]

/** "≤ 50 GB". */
export const maxArchiveBytes = 50_000_000_000
export const archivePartBytes = 8 * 1024 * 1024

export const archivePartsOf = (bytes: number): number => Math.ceil(bytes / archivePartBytes)

/** Length of a part, from 1; only the last may be shorter. */
export const bytesOfArchivePart = (bytes: number, part: number): number =>
  Math.min(archivePartBytes, bytes - (part - 1) * archivePartBytes)

/** Days after which abandoned uploads and archives that were not restored are removed. */
export const archiveDays = 7
export const archivesKeptSince = (now: Instant): Instant => new Date(Date.parse(now) - archiveDays * 86_400_000).toISOString()

type ArchiveAct = 'upload' | 'verify' | 'restore' | 'give-up' | 'remove'

const allowedStates: Readonly<Record<ArchiveAct, readonly ArchiveState[]>> = {
  upload: ['uploading'],
  verify: ['uploading', 'verified', 'refused'],
  restore: ['verified'],
  'give-up': ['restoring'],
  remove: ['uploading', 'verified', 'refused', 'restored'],
}

export const whyNotHandle = (act: ArchiveAct, state: ArchiveState): ErrorCode | null =>
  allowedStates[act].includes(state) ? null : 'ARCHIVE_STATE'

/** A restore can be given up only after a failed attempt. */
export const whyNotGiveUp = ({ state, failure }: { state: ArchiveState; failure: string | null }): ErrorCode | null =>
  failure === null ? 'ARCHIVE_STATE' : whyNotHandle('give-up', state)

/** "1,000 an hour." */
export const invitationsAnHour = 1000
