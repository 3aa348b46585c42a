import { z } from 'zod'
import { londonDay, showDate, showDateTime } from '../../common/dates.ts'
import { showCount, showNumber } from '../../common/show-count.ts'
import { backdatedWords } from './backdated.ts'

/** Faults that a verification can find, in the words of [trust §1.2](docs/design/trust.md#1.2), rule 8. */
export const faultKinds = [
  'entry-changed',
  'entry-missing',
  'entry-unsealed',
  'order-changed',
  'hash-differs',
  'checkpoint-differs',
  'signature-wrong',
  'amendment-without-erasure',
  'email-changed',
  'email-missing',
  'email-state-changed',
  'document-changed',
  'check-changed',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** Maximum number of faults listed after the first. */
export const maxFaults = 100

const Fault = z.object({
  /** Position of the entry, or of the checkpoint. */
  position: z.int(),
  what: z.enum(faultKinds),
  /** When the entry was written, if it still exists. */
  at: z.iso.datetime().nullable(),
})
export type Fault = z.output<typeof Fault>

export const StartedSealed = z.object({ position: z.int(), sealedOn: z.iso.datetime() })
export type StartedSealed = z.output<typeof StartedSealed>

/** The number of entries that an erasure replaced, and the position of its entry. */
const Replaced = z.object({ count: z.int(), by: z.int() })
export type Replaced = z.output<typeof Replaced>

const always = {
  /** The last position. */
  length: z.int(),
  startedSealed: StartedSealed.nullable(),
  replaced: z.array(Replaced),
  /** The pasted checkpoint that the record was compared with. */
  compared: z.object({ position: z.int(), at: z.iso.datetime() }).nullable(),
  /** The position of the last checkpoint that counts and fits the record; 0 if there is none. Absent in older verdicts. */
  signedUpTo: z.int().optional(),
  /** Entries with an earlier time than the record had reached before them, the first ones. Absent in older verdicts. */
  backdated: z
    .object({ count: z.int(), first: z.array(z.object({ position: z.int(), at: z.iso.datetime(), reached: z.iso.datetime() })) })
    .optional(),
  /** E-mails, documents, customer checks and their copies without hashes in an entry, and ended e-mails without a state in one. Absent in older verdicts. */
  unbound: z.object({ mails: z.int(), documents: z.int(), states: z.int().optional(), checks: z.int().optional() }).optional(),
  /** Ids of stored keys that this installation neither holds nor has confirmed. */
  unknownKeys: z.array(z.string()).optional(),
}

/** "`{ whole: true, upTo, at, startedSealed }` or `{ whole: false, holdsUpTo, brokenAt, what }`." */
export const Verdict = z.discriminatedUnion('whole', [
  /** `at`, `holdsUpToAt`: the time that the record had reached there. */
  z.object({ whole: z.literal(true), upTo: z.int(), at: z.iso.datetime().nullable(), ...always }),
  z.object({
    whole: z.literal(false),
    holdsUpTo: z.int(),
    holdsUpToAt: z.iso.datetime().nullable(),
    brokenAt: z.int(),
    what: z.enum(faultKinds),
    faults: z.array(Fault).max(maxFaults),
    ...always,
  }),
])
export type Verdict = z.output<typeof Verdict>

/** Describes a fault. */
export function faultWords(what: FaultKind, position: number): string {
  const entry = `Entry ${showNumber(position)}`
  switch (what) {
    case 'entry-changed':
      return `${entry} was changed after it was written.`
    case 'entry-missing':
      return `${entry} is missing.`
    case 'entry-unsealed':
      return 'It is followed by an entry that was not sealed.'
    case 'order-changed':
      return `${entry} is at another position than it was written.`
    case 'hash-differs':
      return `The hash of entry ${showNumber(position)} does not follow from the entries before it.`
    case 'checkpoint-differs':
      return `The record differs from the checkpoint at entry ${showNumber(position)}.`
    case 'signature-wrong':
      return `The checkpoint at entry ${showNumber(position)} was not signed with a key that this installation holds or has confirmed.`
    case 'amendment-without-erasure':
      return `${entry} was replaced without a matching erasure.`
    case 'email-changed':
      return `The e-mail of entry ${showNumber(position)} was changed after it was written.`
    case 'email-missing':
      return `The e-mail of entry ${showNumber(position)} is missing.`
    case 'email-state-changed':
      return `State or day of the e-mail of entry ${showNumber(position)} were changed after they were recorded.`
    case 'document-changed':
      return `The document of entry ${showNumber(position)} was changed after it was added.`
    case 'check-changed':
      return `The customer check or copy of entry ${showNumber(position)} was changed after it was entered, or deleted too early.`
  }
}

/**
 * "The record holds up to entry 31,204 (03/11/2026 14:12). Entry 31,205 was changed after it was written."
 * [trust §2.2](docs/design/trust.md#2.2).
 */
export function verdictWords(verdict: Verdict): string {
  if (verdict.whole) return verdict.upTo === 0 ? 'The record is empty.' : `Whole up to entry ${showNumber(verdict.upTo)}`
  const at = verdict.holdsUpToAt ? ` (${showDateTime(verdict.holdsUpToAt)})` : ''
  const isCutOff = verdict.what === 'checkpoint-differs' && verdict.brokenAt > verdict.length
  const holds =
    verdict.holdsUpTo === 0 ? 'The record does not hold.' : `The record holds up to entry ${showNumber(verdict.holdsUpTo)}${at}.`
  return `${holds} ${isCutOff ? `Its end was cut off after entry ${showNumber(verdict.length)}.` : faultWords(verdict.what, verdict.brokenAt)}`
}

/** "Entries 1–48,310 were sealed on 22/11/2026; changes to them before that day cannot be told." */
export const startedSealedWords = ({ position, sealedOn }: StartedSealed): string =>
  `Entries 1–${showNumber(position)} were sealed on ${showDate(londonDay(sealedOn))}; changes to them before that day cannot be told.`

/** What the checkpoints confirm, and keys that were added or replaced in the database. */
function checkpointRemarks({ length, signedUpTo, unknownKeys = [] }: Verdict): string[] {
  const one = unknownKeys.length === 1
  return [
    ...(signedUpTo === undefined || length === 0
      ? []
      : [
          signedUpTo === 0
            ? 'No checkpoint confirms it.'
            : `The last checkpoint that confirms it is at entry ${showNumber(signedUpTo)}.`,
        ]),
    ...(unknownKeys.length === 0
      ? []
      : [
          `The database contains ${one ? 'a key' : 'keys'} that this installation does not hold and has not confirmed: ${unknownKeys.join(', ')}. What ${one ? 'it has' : 'they have'} signed does not count.`,
        ]),
  ]
}

/** E-mails, documents and customer checks that the record does not prove. */
function unboundRemarks({ unbound }: Verdict): string[] {
  if (unbound === undefined) return []
  const { states = 0, checks = 0 } = unbound
  const parts = [
    ...(unbound.mails > 0 ? [showCount(unbound.mails, 'e-mail', 'e-mails')] : []),
    ...(unbound.documents > 0 ? [showCount(unbound.documents, 'document', 'documents')] : []),
    ...(checks > 0 ? [showCount(checks, 'customer check or copy', 'customer checks and copies')] : []),
  ]
  return [
    ...(parts.length === 0
      ? []
      : [
          `It proves nothing about ${parts.join(' and ')} that no entry has a hash of: stored before hashes were part of the record, or added without it.`,
        ]),
    ...(states === 0
      ? []
      : [`It does not prove whether and when ${showCount(states, 'e-mail was', 'e-mails were')} sent: no entry has the state.`]),
  ]
}

/** Everything that a verdict says besides whether the record is whole. */
export const verdictRemarks = (verdict: Verdict): string[] => [
  ...checkpointRemarks(verdict),
  ...backdatedRemarks(verdict),
  ...unboundRemarks(verdict),
]

/** Entries that were recorded later than their own time. */
const backdatedRemarks = ({ backdated }: Verdict): string[] =>
  backdated === undefined || backdated.count === 0
    ? []
    : [
        `${showCount(backdated.count, 'entry was', 'entries were')} recorded later than at ${backdated.count === 1 ? 'its' : 'their'} own time:`,
        ...backdated.first.map(
          ({ position, at, reached }) =>
            `Entry ${showNumber(position)} has the time ${showDateTime(at)}. ${backdatedWords(reached)}`,
        ),
      ]

/** "40 entries replaced by entry 9,120." */
export const replacedWords = (replaced: Replaced): string =>
  `${showCount(replaced.count, 'entry', 'entries')} replaced by entry ${showNumber(replaced.by)}`

/** [trust §1.2](docs/design/trust.md#1.2), rule 9: every screen and PDF that says "whole" leads to these two sentences. */
export const whatItShows = {
  shown:
    'It can be shown that nothing sealed was changed, removed, moved or added later than the last checkpoint somebody holds.',
  notShown: 'It cannot be shown that what was typed was true, nor who sat at the keyboard.',
} as const
