import { type DateOnly, daysBetween, type Instant, londonDay, showDays, showTime, weekdayName } from '../../common/dates.ts'
import { showPounds } from '../../common/money.ts'
import { isAgreedPhase, isExchangedPhase, type Phase } from '../timeline/phase.ts'
import type { ActionItemGroup, ActionItemKind } from './action-item.model.ts'
import type { SnoozeFacts } from './rank.ts'

/** The data of an action item that its description needs, computed for the current day. */
export type DescribedItem = {
  key: string
  kind: ActionItemKind
  group: ActionItemGroup
  blocked: boolean
  delayedOn: DateOnly | null
  description: string
  dueOn: DateOnly
  dueAt: string | null
  daysLate: number
  happensOn: DateOnly | null
  expectedExchange: DateOnly | null
  lastUpdatedOn: DateOnly | null
  snooze: SnoozeFacts
  attempts: number
  lastConversation: {
    on: DateOnly
    outcome: 'spoke' | 'leftMessage' | 'noAnswer' | 'promised' | 'emailed'
    promisedOn: DateOnly | null
  } | null
  party: { name: string } | null
}

/** "Searches back, " and "4 days late": `late` is red, `timed` amber. */
export type ItemWords = { what: string; when: string; urgency: 'late' | 'timed' | 'plain' }

/** `04/11`: without the year. */
const dayAndMonth = (day: DateOnly): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`

const inDays = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)
const daysAgo = (days: number): string => (days === 1 ? 'yesterday' : `${days} days ago`)

/** Returns the day of an open promise; `null` if there is none. A silence returns before the day that was promised. */
const promisedFor = ({ snooze, lastConversation }: DescribedItem): DateOnly | null =>
  snooze?.reason === 'promised' ? (lastConversation?.promisedOn ?? londonDay(snooze.until)) : null

const promiseWords = (promised: DateOnly, today: DateOnly): Pick<ItemWords, 'when' | 'urgency'> =>
  promised === today
    ? { when: 'promised for today', urgency: 'timed' }
    : { when: `promised for ${dayAndMonth(promised)}`, urgency: promised < today ? 'late' : 'plain' }

/** "delayed 2 days, 20 days late": a delay counts from its own day, lateness from the due day before it. */
const delayWords = ({ delayedOn, dueOn, daysLate }: DescribedItem, today: DateOnly): string => {
  if (delayedOn === null) return 'delayed'
  const days = daysBetween(delayedOn, today)
  const delayed = days > 0 ? `delayed ${showDays(days)}` : 'delayed today'
  return dueOn < delayedOn ? `${delayed}, ${showDays(daysLate)} late` : delayed
}

const dueWords = (item: DescribedItem, today: DateOnly): Pick<ItemWords, 'when' | 'urgency'> => {
  const promised = promisedFor(item)
  if (promised !== null) return promiseWords(promised, today)
  if (item.blocked) return { when: delayWords(item, today), urgency: 'late' }
  if (item.daysLate > 0) return { when: `${showDays(item.daysLate)} late`, urgency: 'late' }
  if (item.daysLate === 0)
    return item.dueAt ? { when: `at ${item.dueAt}`, urgency: 'timed' } : { when: 'due today', urgency: 'plain' }
  return { when: `due ${inDays(-item.daysLate)}`, urgency: 'plain' }
}

const expiryWords = (
  { key, happensOn, expectedExchange }: DescribedItem,
  today: DateOnly,
): Pick<ItemWords, 'when' | 'urgency'> => {
  if (happensOn === null) return { when: '', urgency: 'plain' }
  const days = daysBetween(today, happensOn)
  if (days < 0) return { when: `ended ${dayAndMonth(happensOn)}`, urgency: 'late' }
  if (key === 'expiry:mortgage') {
    const isFirst = expectedExchange !== null && happensOn < expectedExchange
    return { when: `ends ${dayAndMonth(happensOn)}${isFirst ? ', before exchange' : ''}`, urgency: isFirst ? 'late' : 'timed' }
  }
  return { when: `ends ${inDays(days)}`, urgency: days <= 7 ? 'late' : 'timed' }
}

const moveWords = ({ happensOn }: DescribedItem, today: DateOnly): ItemWords => {
  const days = happensOn === null ? 0 : daysBetween(today, happensOn)
  if (days < 0) return { what: 'Should have completed ', when: daysAgo(-days), urgency: 'late' }
  const when = days < 2 ? inDays(days) : `on ${weekdayName(happensOn ?? today)}, ${inDays(days)}`
  return { what: `Moves ${when}`, when: '', urgency: 'plain' }
}

const silenceWords = ({ key, lastUpdatedOn }: DescribedItem, today: DateOnly): ItemWords => {
  const who = key === 'silence:buyer' ? 'Buyer' : 'Vendor'
  const what = lastUpdatedOn === null ? `${who} never told` : `${who} not told for ${showDays(daysBetween(lastUpdatedOn, today))}`
  return { what, when: '', urgency: 'plain' }
}

/** Describes an item whose day is not a due day; `null` for others. */
function undueWords(item: DescribedItem, today: DateOnly): ItemWords | null {
  const { kind, description } = item
  if (kind === 'silence') return silenceWords(item, today)
  if (kind === 'move') return moveWords(item, today)
  if (kind === 'expiry') return { what: `${description} `, ...expiryWords(item, today) }
  return kind === 'news' ? { what: description, when: '', urgency: 'plain' } : null
}

/** Describes an action item: "Searches back, 4 days late"; with a promise its day: "Searches back, promised for 02/12". */
export function describeItem(item: DescribedItem, today: DateOnly): ItemWords {
  const { kind, description, happensOn } = item
  const undue = undueWords(item, today)
  const promised = promisedFor(item)
  if (undue) return promised === null ? undue : { what: `${undue.what}${undue.when}, `, ...promiseWords(promised, today) }
  if ((kind === 'proposal' || kind === 'mail') && promised === null)
    return item.daysLate > 0
      ? { what: `${description}, `, when: `waiting for ${showDays(item.daysLate)}`, urgency: 'late' }
      : { what: description, when: '', urgency: 'plain' }
  if (kind === 'survey' && promised === null)
    return item.daysLate > 0
      ? { what: `${description}, `, when: `awaited for ${showDays(item.daysLate)}`, urgency: 'timed' }
      : { what: `${description}, `, when: `survey ${inDays(-item.daysLate)}`, urgency: 'plain' }
  if (kind === 'exchange' && promised === null && happensOn !== null && item.daysLate <= 0)
    return item.daysLate === 0
      ? { what: `${description} expected `, when: 'today', urgency: 'timed' }
      : { what: `${description} expected `, when: dayAndMonth(happensOn), urgency: 'plain' }
  if (kind === 'exchange' && promised === null && happensOn !== null)
    return { what: `${description} was expected `, when: dayAndMonth(happensOn), urgency: 'late' }
  if (kind === 'callback') {
    const words = dueWords(item, today)
    const name = item.party ? `Ring ${item.party.name}` : description
    return { what: words.when.startsWith('at ') ? `${name} ` : `${name}, `, ...words }
  }
  return { what: `${description}, `, ...dueWords(item, today) }
}

/**
 * Describes an item that may be snoozed: "Searches back, waiting until 30/11". The lateness of a snoozed item is omitted, because no
 * action is needed.
 */
export function describeHeldItem(item: DescribedItem, now: Instant): ItemWords {
  const today = londonDay(now)
  const { snooze, description, kind } = item
  if (snooze === null || Date.parse(snooze.until) <= Date.parse(now)) return describeItem(item, today)
  const day = londonDay(snooze.until)
  const what = kind === 'silence' || kind === 'move' || kind === 'callback' ? describeItem(item, today).what : description
  return {
    what: `${what.replace(/,? $/, '')}, `,
    when: `waiting until ${day === today ? 'later today' : dayAndMonth(day)}`,
    urgency: 'plain',
  }
}

/** What came of a conversation, within a sentence. */
export const outcomeWords = {
  spoke: 'spoke',
  leftMessage: 'left message',
  noAnswer: 'no answer',
  promised: 'promised',
  emailed: 'e-mailed',
} as const

/** "From 3 tries the row says '3 tries unanswered'." */
export const manyAttempts = 3

/** The last conversation: "spoke 29/10", "promised for 02/12"; empty if `describeItem` says the promise. */
function lastWords(item: DescribedItem): string {
  const { lastConversation: last } = item
  if (!last || (last.outcome === 'promised' && promisedFor(item) !== null)) return ''
  return last.promisedOn === null
    ? `${outcomeWords[last.outcome]} ${dayAndMonth(last.on)}`
    : `promised for ${dayAndMonth(last.promisedOn)}`
}

/** Describes the attempts: "left message 03/11, 2 tries"; empty if there were none. */
export function describeTries(item: DescribedItem): string {
  if (item.snooze?.reason === 'replied')
    return `replied ${dayAndMonth(londonDay(item.snooze.until))} ${showTime(item.snooze.until)}`
  const { kind, attempts, lastUpdatedOn } = item
  const last = lastWords(item)
  const tries =
    attempts === 0 ? '' : `${attempts} ${attempts === 1 ? 'try' : 'tries'}${attempts >= manyAttempts ? ' unanswered' : ''}`
  const told = kind === 'silence' && lastUpdatedOn !== null && last === '' ? `last told ${dayAndMonth(lastUpdatedOn)}` : ''
  return [last, tries, told].filter(Boolean).join(', ')
}

export type ArithmeticItem = DescribedItem & {
  phase: Phase | null
  progress: number | null
  fee: number | null
  points: number
  arithmetic: { fee: number; lateness: number; nearness: number }
}

const daysCounted = ({ kind, dueOn, delayedOn, daysLate }: ArithmeticItem): string => {
  const days = Math.max(0, daysLate)
  if (['expiry', 'move', 'news', 'silence'].includes(kind)) return `${showDays(days)} since ${dayAndMonth(dueOn)}`
  if (dueOn === delayedOn) return `${showDays(days)} since the delay of ${dayAndMonth(dueOn)}`
  return days === 0 ? 'due today' : `${showDays(days)} late`
}

const latenessWords = (item: ArithmeticItem, today: DateOnly): string => {
  const late = daysCounted(item)
  const promised = promisedFor(item)
  return promised !== null && promised < today ? `${late}, promise broken` : late
}

const nearnessWords = ({ phase, expectedExchange, progress }: ArithmeticItem, today: DateOnly): string => {
  if (phase === null) return 'no sale'
  if (isExchangedPhase(phase)) return 'exchanged'
  if (!isAgreedPhase(phase)) return 'not sold yet'
  if (expectedExchange === null) return `exchange not set, progress ${progress ?? 0} %`
  const days = daysBetween(today, expectedExchange)
  return days < 0 ? 'exchange day passed' : `exchange ${inDays(days)}`
}

/** Returns the factors of the points with their descriptions: £4,258 fee × 1.60 4 days late × 2.0 exchange in 23 days. */
export const describeArithmetic = (item: ArithmeticItem, today: DateOnly): { value: string; words: string }[] => [
  {
    value: showPounds(item.arithmetic.fee),
    words:
      item.phase === null
        ? 'counted'
        : item.fee === null
          ? 'fee unknown'
          : item.fee === item.arithmetic.fee
            ? 'fee'
            : 'fee, limited',
  },
  { value: item.arithmetic.lateness.toFixed(2), words: latenessWords(item, today) },
  { value: item.arithmetic.nearness.toFixed(1), words: nearnessWords(item, today) },
]

/** "£4,258 fee × 1.60 4 days late × 2.0 exchange in 23 days = 136 points". */
export const arithmeticText = (item: ArithmeticItem, today: DateOnly): string =>
  `${describeArithmetic(item, today)
    .map(({ value, words }) => `${value} ${words}`)
    .join(' × ')} = ${item.points} points`
