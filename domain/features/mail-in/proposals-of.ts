import { isBankHoliday } from '../../common/bank-holidays.ts'
import { addDays, type DateOnly, weekdayOf } from '../../common/dates.ts'
import type { SaleRole } from '../property-contacts/parties.ts'
import { mayPropose } from '../sale-now/may.ts'
import type { Standing } from '../sale-now/sale-now.ts'
import { isApplicable } from '../timeline/predecessors-of.ts'
import { byDisplayOrder, findStep, type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { isSurveyType, surveyTypes } from '../timeline/survey-types.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { type Clause, readSentences } from './clauses.ts'
import { type Cue, cues } from './cues.ts'
import { daysSaid } from './days-said.ts'
import type { MailKind, SenderCheck } from './mail-in.model.ts'
import { foldedWords } from './mail-words.ts'
import { doorNumbersIn } from './mentions.ts'

/** What an e-mail proposes. [mail-in §6](docs/design/mail-in.md#6). */

export type ReadFacts = {
  kind: MailKind
  senderCheck: SenderCheck
  /** `sender.role` of the match; `null`: no party, proposes nothing. */
  role: SaleRole | null
  /** The London day on which it was written, and arrived. */
  writtenOn: DateOnly
  arrivedOn: DateOnly
  /** `fellOffOn` of the match is set. */
  hasFallenOff: boolean
  standing: Standing
  acceptedOn: DateOnly | null
  completionDate: DateOnly | null
  timeline: Timeline
  /** First line of this sale, and of the others that the e-mail is filed on: a sentence about another is not about this. */
  line1: string
  otherLines: readonly string[]
}

/** `state` C for steps; `dateKind` for days. A booked survey has its step and `dateKind` `survey`. */
export type MailProposal = {
  what: 'step' | 'date'
  stepKey: StepKey | null
  state: 'C' | null
  dateKind: 'exchange' | 'completion' | 'expected-completion' | 'survey' | 'mortgage-expiry' | null
  onDay: DateOnly
  /** The sentence as it was written, at most 1,000 characters: `party_proposal.text`. */
  sentence: string
}

/** The port for anything that reads e-mails. */
export type ReadMail = (ownWords: string, facts: ReadFacts) => MailProposal[]

const mostProposals = 5
const mostDaysAhead = 730

/** A kind of survey by its words; else the one under way, or the usual one where none is. */
const surveyWords: readonly (readonly [RegExp, StepKey])[] = (
  [
    [/\bhome ?buyers?|\blevel (?:2|two)\b/, 'HomeBuyersSurvey'],
    [/\bstructural engineer/, 'StructuralEngineersReport'],
    [/\bstructural|\bbuilding survey|\blevel (?:3|three)\b/, 'FullStructural'],
    [/\bdamp\b/, 'TimberAndDamp'],
    [/\belectric/, 'Electrical'],
    [/\broof\b/, 'Roof'],
    [/\bgas\b/, 'GasSafety'],
    [/\basbestos\b/, 'Asbestos'],
    [/\bdrain/, 'Drain'],
    [/\bknotweed\b/, 'JapaneseKnotweed'],
  ] as const
).map(([words, keyName]) => [words, surveyTypes.find((type) => type.keyName === keyName)?.key ?? 0])

function surveyOf(words: string, timeline: Timeline): StepKey | null {
  const named = surveyWords.find(([pattern]) => pattern.test(words))
  if (named) return named[1]
  const under = timeline.filter((step) => isSurveyType(step.key) && step.state !== 'C' && isApplicable(step))
  if (under.length > 1) return null
  return under[0]?.key ?? stepKeys.HomeBuyersSurvey
}

/** Contracts are exchanged and completed on days on which banks move money. */
const isWorkingDay = (day: DateOnly): boolean => weekdayOf(day) !== 6 && !isBankHoliday(day)

type Read = { what: Cue['what']; stepKey: StepKey | null; onDay: DateOnly; sentence: string }

/** The one day that a clause says; `undefined`: none said; `null`: none that is certain. */
function onlyDay(words: string, from: DateOnly, direction: 'back' | 'ahead'): DateOnly | null | undefined {
  const days = daysSaid(words, from, direction)
  return days.length > 1 ? null : days[0]
}

function readCue({ what }: Cue, { words, isToCome }: Clause, sentence: string, facts: ReadFacts): Read | null {
  const { writtenOn, arrivedOn, timeline } = facts
  const latest = writtenOn < arrivedOn ? writtenOn : arrivedOn
  if (what === 'exchange' || what === 'expected-completion' || what === 'completion-set' || what === 'mortgage-expiry') {
    const onDay = onlyDay(words, latest, 'ahead')
    return onDay && onDay >= latest && (what === 'mortgage-expiry' || isWorkingDay(onDay))
      ? { what, stepKey: null, onDay, sentence }
      : null
  }
  if (isToCome) return null
  const isSurvey = what === 'survey-done' || what === 'survey-booked'
  const stepKey = isSurvey ? surveyOf(words, timeline) : stepKeys[what]
  if (what === 'survey-booked') {
    const onDay = onlyDay(words, latest, 'ahead')
    return onDay && stepKey !== null ? { what, stepKey, onDay, sentence } : null
  }
  // A valuation is booked when somebody books it; the day that is said is that of the appointment.
  const said = what === 'MortgageValuationBooked' ? undefined : onlyDay(words, latest, 'back')
  const onDay = said === undefined ? latest : said
  if (onDay === null || stepKey === null || onDay > latest) return null
  const isOnWorkingDay = (what !== 'Exchanged' && what !== 'Completed') || isWorkingDay(onDay)
  return isOnWorkingDay ? { what, stepKey, onDay, sentence } : null
}

/** Sentences about this sale. In an e-mail about several, those after its address and before another. */
function aboutThis(sentences: ReturnType<typeof readSentences>, { line1, otherLines }: ReadFacts): typeof sentences {
  const has = (sentence: string, line: string): boolean =>
    ` ${foldedWords(sentence).join(' ')} `.includes(` ${foldedWords(line).join(' ')} `)
  let isOurs = otherLines.length === 0
  return sentences.filter(({ sentence }) => {
    const isOther = otherLines.some((line) => has(sentence, line))
    if (isOther || has(sentence, line1)) isOurs = !isOther
    return isOurs && doorNumbersIn(sentence).every((number) => foldedWords(line1).includes(number))
  })
}

function toProposal({ what, stepKey, onDay, sentence }: Read, isExchanged: boolean): MailProposal {
  const day = (dateKind: MailProposal['dateKind']): MailProposal => ({
    what: 'date',
    stepKey,
    state: null,
    dateKind,
    onDay,
    sentence,
  })
  switch (what) {
    // "Only Exchanged together with its day sets the completion date."
    case 'completion-set':
      return day(isExchanged ? 'completion' : 'expected-completion')
    case 'survey-booked':
      return day('survey')
    case 'exchange':
    case 'expected-completion':
    case 'mortgage-expiry':
      return day(what)
    default:
      return { what: 'step', stepKey, state: 'C', dateKind: null, onDay, sentence }
  }
}

/** "Two days for one thing: no proposal." */
function withoutContradictions(all: readonly MailProposal[]): MailProposal[] {
  const topics = Map.groupBy(all, ({ dateKind, stepKey }) => `${dateKind ?? ''} ${stepKey ?? ''}`)
  return [...topics.values()].flatMap((same) => (same.every(({ onDay }) => onDay === same[0]?.onDay) ? same.slice(0, 1) : []))
}

/** "Not proposed: what the step rules refuse as already done, a step that does not apply" and days before the sale. */
function isOpen(
  { what, stepKey, dateKind, onDay }: MailProposal,
  { timeline, standing, acceptedOn, completionDate, arrivedOn }: ReadFacts,
): boolean {
  if (!mayPropose(standing, { what, stepKey, dateKind })) return false
  if (onDay > addDays(arrivedOn, mostDaysAhead)) return false
  if (dateKind === 'completion' && onDay === completionDate) return false
  if (dateKind === 'expected-completion' && completionDate !== null) return false
  if (stepKey === null) return true
  const step = findStep(timeline, stepKey)
  if (step ? step.state === 'C' || !isApplicable(step) : !isSurveyType(stepKey)) return false
  return what === 'date' || acceptedOn === null || onDay >= acceptedOn
}

const order = ({ what, dateKind }: MailProposal): number => (dateKind === 'completion' ? 0 : what === 'step' ? 1 : 2)

/** In the order in which they are to be accepted: the completion day, steps, other days. */
export const proposalsOf: ReadMail = (ownWords, facts) => {
  const { kind, senderCheck, role, hasFallenOff, standing } = facts
  if (kind !== 'mail' || senderCheck === 'failed' || role === null || hasFallenOff) return []
  const side = role.startsWith('vendor') ? 'vendor' : role.startsWith('buyer') ? 'buyer' : null
  const mine = Object.values<Cue>(cues).filter(({ by }) => by.includes(role))
  const reads = aboutThis(readSentences(ownWords, side), facts).flatMap(({ sentence, clauses }) =>
    clauses.flatMap((clause) =>
      mine.filter(({ says }) => says.test(clause.words)).map((cue) => readCue(cue, clause, sentence, facts)),
    ),
  )
  const found = reads.filter((read) => read !== null)
  const isExchanged = standing === 'exchanged' || found.some(({ what }) => what === 'Exchanged')
  return withoutContradictions(found.map((read) => toProposal(read, isExchanged)))
    .filter((proposal) => isOpen(proposal, facts))
    .toSorted(
      (a, b) =>
        order(a) - order(b) ||
        (a.stepKey === null || b.stepKey === null ? 0 : byDisplayOrder({ key: a.stepKey }, { key: b.stepKey })),
    )
    .slice(0, mostProposals)
}
