import { type DateOnly, type Instant, showDate, showDateTime } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import { type EventGroup, eventGroups } from '../events/event-kinds.ts'

/** "Two kinds of copy: full (Ombudsman, court, insurer) and for a party." [trust §2.2](docs/design/trust.md#2.2), rule 4. */
export const recordCopies = ['full', 'party'] as const
export type RecordCopy = (typeof recordCopies)[number]

export const recordFileParties = ['seller', 'buyer'] as const
export type RecordFileParty = (typeof recordFileParties)[number]
export const recordFilePartyLabels: Record<RecordFileParty, string> = { seller: 'the seller’s side', buyer: 'the buyer’s side' }

export const recordFileForms = ['pdf', 'zip'] as const

export const recordFileStates = ['waiting', 'sealing', 'reading', 'writing', 'ready', 'failed'] as const
export type RecordFileState = (typeof recordFileStates)[number]
export const recordFileStateLabels: Record<RecordFileState, string> = {
  waiting: 'Waiting',
  sealing: 'Signing a checkpoint',
  reading: 'Verifying the record',
  writing: 'Writing the file',
  ready: 'Ready',
  failed: 'Not made',
}
export const isUnderWay = (state: RecordFileState): boolean => state !== 'ready' && state !== 'failed'

/** "≤ 5,000 entries; more is refused with 'Narrow the days'." */
export const maxFileEntries = 5_000

/** "Documents are embedded as attachments while all together are ≤ 25 MB." */
export const maxEmbeddedBytes = 25 * 1024 * 1024

/** "Kept 30 days for those who may make it." */
export const recordFileDays = 30

/** `unsealed`: number of entries of the property without a position. */
export function whyNotMakeFile({ entries, unsealed }: { entries: number; unsealed: number }): ErrorCode | null {
  if (entries > maxFileEntries) return 'RECORD_TOO_LONG'
  return unsealed > 0 ? 'RECORD_NOT_SEALED' : null
}

export type FileFilter = {
  dateStart: DateOnly | null
  dateEnd: DateOnly | null
  groups: readonly EventGroup[]
  /** The author of the entries; `null` for all authors. */
  userName: string | null
}

/** "The file's first page states the filter and how many entries it leaves out." Section 2.2, rule 1. */
export function filterWords({ dateStart, dateEnd, groups, userName }: FileFilter): string {
  const days =
    dateStart && dateEnd
      ? `from ${showDate(dateStart)} to ${showDate(dateEnd)}`
      : dateStart
        ? `from ${showDate(dateStart)}`
        : dateEnd
          ? `up to ${showDate(dateEnd)}`
          : null
  const parts = [
    days,
    groups.length > 0 ? groups.map((group) => eventGroups[group]).join(', ') : null,
    userName && `by ${userName}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'All entries' : `Entries ${parts.join(' · ')}`
}

export const leftOutWords = (leftOut: number): string =>
  leftOut === 0
    ? 'No entry is omitted.'
    : `${leftOut === 1 ? '1 entry is' : `${leftOut.toLocaleString('en-GB')} entries are`} omitted. Deletions are never omitted.`

type Delivery = {
  state: string
  createdon: Instant
  sentOn: Instant | null
  refused: number
  recipients: number
}

/** Describes the delivery state of an e-mail. */
export function deliveryWords({ state, createdon, sentOn, refused, recipients }: Delivery): string {
  switch (state) {
    case 'sent': {
      const sent = `Sent ${showDateTime(sentOn ?? createdon)}`
      if (refused > 0) return `${sent}, refused for ${refused} of ${recipients}`
      return recipients === 2 ? `${sent}, delivered to both` : recipients > 2 ? `${sent}, delivered to all ${recipients}` : sent
    }
    case 'failed':
      return `Written ${showDateTime(createdon)}, not delivered`
    case 'cancelled':
      return `Written ${showDateTime(createdon)}, cancelled before it was sent`
    case 'kept':
      return `Written ${showDateTime(createdon)}, without a mail server`
    default:
      return `Written ${showDateTime(createdon)}, waiting to be sent`
  }
}

/** Returns why the text of an e-mail cannot be shown in the record of a property, or `null` if it can. */
export function whyWithoutText(mail: { hasText: boolean; keepsText: boolean; isAboutOthers: boolean }): string | null {
  if (mail.isAboutOthers) return 'It was about several sales, so its text is not in the record of one of them.'
  if (!mail.keepsText)
    return 'Its text was not stored: it contained a link with access rights, or was sent before texts were stored.'
  return mail.hasText ? null : 'Its text was deleted by an erasure, a cancellation or the company’s retention period.'
}
