import { type DateOnly, type Instant, showDate, showDateTime } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import { type EventGroup, eventGroups } from '../events/event-kinds.ts'

/** "Two kinds of copy: full (Ombudsman, court, insurer) and for a party." Trust design, section 2.2, rule 4. */
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

/** `unsealed`: entries of the property that have no position yet. */
export function whyNotMakeFile({ entries, unsealed }: { entries: number; unsealed: number }): ErrorCode | null {
  if (entries > maxFileEntries) return 'RECORD_TOO_LONG'
  return unsealed > 0 ? 'RECORD_NOT_SEALED' : null
}

export type FileFilter = {
  dateStart: DateOnly | null
  dateEnd: DateOnly | null
  groups: readonly EventGroup[]
  /** Whose entries; null: everybody’s. */
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
    ? 'No entry is left out.'
    : `${leftOut === 1 ? '1 entry is' : `${leftOut.toLocaleString('en-GB')} entries are`} left out. No deletion is.`

type Delivery = {
  state: string
  createdon: Instant
  sentOn: Instant | null
  refused: number
  recipients: number
}

/** What became of an e-mail. */
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
      return `Written ${showDateTime(createdon)}, taken back before it was sent`
    case 'kept':
      return `Written ${showDateTime(createdon)}, without a mail server`
    default:
      return `Written ${showDateTime(createdon)}, waits to be sent`
  }
}

/** Why the text of an e-mail cannot be read in the record of a property; null: it can. */
export function whyWithoutText(mail: { hasText: boolean; keepsText: boolean; isAboutOthers: boolean }): string | null {
  if (mail.isAboutOthers) return 'It was about several sales: its text is not in the record of one of them.'
  if (!mail.keepsText) return 'Its text was not kept: it carried a link that opens something, or texts were not kept yet.'
  return mail.hasText ? null : 'Its text was removed: by an erasure, taken back, or after the years that the company keeps it.'
}
