import {
  addDays,
  type DateOnly,
  daysBetween,
  type Instant,
  londonDay,
  londonInstant,
  showDate,
  weekdayOf,
} from '../../common/dates.ts'
import { dayInWords } from '../../common/day-in-words.ts'
import { defaultDaySettings } from '../day-settings/default-day-settings.ts'
import { type SaleRole, updatedSideOf } from '../property-contacts/parties.ts'
import { partyRoles, type Side } from '../property-contacts/property-contacts.rules.ts'
import { type StepKey, stepDefinition } from '../timeline/step-definitions.ts'
import {
  type ConversationOutcome,
  conversationOutcomes,
  maxDaysAhead,
  maxDaysBack,
  outcomeLabels,
} from './conversations.model.ts'

const isWeekday = (day: DateOnly): boolean => weekdayOf(day) < 5

/** "In weekdays (Monday to Friday; no bank holidays)." Friday 07/11 + 1 = Monday 10/11. */
export function addWeekdays(day: DateOnly, count: number): DateOnly {
  let [reached, left] = [day, count]
  while (left > 0) {
    reached = addDays(reached, 1)
    if (isWeekday(reached)) left -= 1
  }
  return reached
}

/** Weekdays until the next chase. 0: none is proposed. */
export type NextChaseDays = { nextSpoke: number; nextMessage: number; nextEmail: number }

const { nextSpoke, nextMessage, nextEmail } = defaultDaySettings
export const defaultNextChaseDays: NextChaseDays = { nextSpoke, nextMessage, nextEmail }

/** London time at which items put off until a day return. */
const morning = '07:00'

export const startOfChaseDay = (day: DateOnly): Instant => londonInstant(day, morning)

/**
 * "Next chase proposed in weekdays: spoke +5, left message +1, e-mailed +2, no answer: 15:00 today when it is before 13:00,
 * else next weekday 09:30; promised: the promised day." [day §4](docs/design/day.md#4). Returns `null` if none is proposed.
 */
export function proposeNextChase(
  outcome: ConversationOutcome,
  now: Instant,
  { promisedOn = null, days = defaultNextChaseDays }: { promisedOn?: DateOnly | null; days?: NextChaseDays } = {},
): Instant | null {
  const today = londonDay(now)
  if (outcome === 'promised') return promisedOn !== null && promisedOn > today ? startOfChaseDay(promisedOn) : null
  if (outcome === 'noAnswer')
    return isWeekday(today) && now < londonInstant(today, '13:00')
      ? londonInstant(today, '15:00')
      : londonInstant(addWeekdays(today, 1), '09:30')
  const weekdays = { spoke: days.nextSpoke, leftMessage: days.nextMessage, emailed: days.nextEmail }[outcome]
  return weekdays === 0 ? null : startOfChaseDay(addWeekdays(today, weekdays))
}

/** Returns the proposals for all outcomes that need no promised day. */
export const proposeNextChases = (now: Instant, days: NextChaseDays): Record<ConversationOutcome, Instant | null> =>
  Object.fromEntries(conversationOutcomes.map((outcome) => [outcome, proposeNextChase(outcome, now, { days })])) as Record<
    ConversationOutcome,
    Instant | null
  >

/** "`tries` +1 for left message and no answer, 0 for others": the number of consecutive unanswered attempts. */
export const attemptsAfter = (outcome: ConversationOutcome, before: number): number =>
  outcome === 'leftMessage' || outcome === 'noAnswer' ? before + 1 : 0

/** "From 3 tries the row says '3 tries unanswered' and the card offers the firm's main number and the e-mail." */
export const manyAttempts = 3

/**
 * "Spoke and promised set `told` of that party's side (a solicitor's does not)", and so does "an e-mail a person sent them
 * through GYA" (`isSentHere`). [day §4](docs/design/day.md#4).
 */
export const updatesSide = (role: SaleRole, outcome: ConversationOutcome, isSentHere = false): Side | null =>
  outcome === 'spoke' || outcome === 'promised' || (outcome === 'emailed' && isSentHere) ? updatedSideOf(role) : null

/**
 * "Of a party's promises in 90 days those are kept whose step was complete by the day; other promises are not counted."
 * `completedOn`: when the promised step was completed; `null` if it is not complete.
 */
export const promiseDays = 90
type PromiseState = 'kept' | 'broken' | 'open'
export function promiseState(promisedOn: DateOnly, completedOn: DateOnly | null, today: DateOnly): PromiseState {
  if (completedOn !== null && completedOn <= promisedOn) return 'kept'
  return promisedOn < today ? 'broken' : 'open'
}

/** "1 broken of 3, 1 running": a promise before its day is neither kept nor broken. */
export function describePromises({ made, kept, broken }: { made: number; kept: number; broken: number }): string {
  if (made === 0) return 'None in 90 days'
  const running = made - kept - broken
  const past = broken > 0 ? `${broken} broken of ${kept + broken}` : kept > 0 ? `${kept} kept of ${kept}` : ''
  return [past, running > 0 ? `${running} running` : ''].filter(Boolean).join(', ')
}

type LoggedSale = {
  propertyId: string
  vendorText?: string | null | undefined
  outcome: ConversationOutcome
  promisedOn?: DateOnly | null | undefined
  nextAt?: Instant | null | undefined
}

export type ConversationIssue = { path: string; message: string }

/**
 * Returns the invalid fields. "A chase date is at most 90 days ahead, or none"; a conversation is recorded at most 30 days later
 * ([meeting points](docs/design/meeting-points.md)). A promised day must not be before the conversation.
 */
export function conversationIssues(
  { at, sales }: { at?: Instant | undefined; sales: readonly LoggedSale[] },
  now: Instant,
): ConversationIssue[] {
  const today = londonDay(now)
  const lastDay = addDays(today, maxDaysAhead)
  const on = at === undefined ? today : londonDay(at)
  const isTooOld = at !== undefined && on < addDays(today, -maxDaysBack)
  const isToCome = at !== undefined && Date.parse(at) > Date.parse(now)
  const ids = sales.map(({ propertyId }) => propertyId)
  return [
    ...(isTooOld ? [{ path: 'at', message: `Choose a day within the last ${maxDaysBack} days.` }] : []),
    ...(isToCome ? [{ path: 'at', message: 'This is in the future.' }] : []),
    ...sales.flatMap(({ outcome, promisedOn = null, nextAt = null, vendorText = null }, index) => {
      const field = (name: string, message: string) => [{ path: `sales.${index}.${name}`, message }]
      const isPromised = outcome === 'promised'
      const untold = whyNotShow(vendorText)
      return [
        ...(untold ? field('vendorText', untold) : []),
        ...(ids.indexOf(ids[index] as string) < index ? field('propertyId', 'This sale is listed twice.') : []),
        ...(isPromised && promisedOn === null ? field('promisedOn', 'Enter the promised day.') : []),
        ...(!isPromised && promisedOn !== null ? field('promisedOn', 'Only a promise has a promised day.') : []),
        ...(promisedOn !== null && promisedOn < on ? field('promisedOn', 'This is before the conversation.') : []),
        ...(promisedOn !== null && promisedOn > lastDay
          ? field('promisedOn', `Choose a day within the next ${maxDaysAhead} days.`)
          : []),
        ...(isPromised && nextAt !== null && promisedOn !== null && londonDay(nextAt) !== promisedOn
          ? field('nextAt', 'A promise is chased on its day.')
          : []),
        ...(nextAt !== null && Date.parse(nextAt) <= Date.parse(now) ? field('nextAt', 'Choose a time in the future.') : []),
        ...(nextAt !== null && londonDay(nextAt) > lastDay
          ? field('nextAt', `Choose a day within the next ${maxDaysAhead} days.`)
          : []),
      ]
    }),
  ]
}

/** The term for a role in texts for the vendor. It contains no names. */
function forVendor(role: SaleRole): string | null {
  if (role in partyRoles) {
    const { side, part } = partyRoles[role as keyof typeof partyRoles]
    return `your ${side === 'buyer' ? 'buyer’s ' : ''}${part === 'solicitor' ? 'solicitor' : 'mortgage broker'}`
  }
  const others: Partial<Record<SaleRole, string>> = {
    vendor: 'you',
    vendorContact: 'you',
    buyer: 'your buyer',
    buyerContact: 'your buyer',
    surveyContact: 'the surveyor',
    offerBuyer: 'a person who has made an offer',
    viewer: 'a person who has viewed',
  }
  return others[role] ?? null
}

/**
 * "A text of its own that starts as 'We spoke to your buyer's solicitor …'" [day §4](docs/design/day.md#4). What came of a call is for the
 * person to say: a vendor who reads only that there was one rings to ask.
 */
export function proposeVendorText(role: SaleRole, outcome: ConversationOutcome, on: DateOnly): string {
  const whom = forVendor(role)
  if (whom === null) return ''
  const verbs: Record<ConversationOutcome, string> = {
    spoke: 'spoke to',
    promised: 'spoke to',
    leftMessage: 'left a message for',
    noAnswer: 'rang',
    emailed: 'wrote to',
  }
  return `We ${verbs[outcome]} ${whom} on ${dayInWords(on, on)}${outcome === 'spoke' || outcome === 'promised' ? ': ' : '.'}`
}

export const whyNotShow = (vendorText: string | null): string | null => {
  const text = vendorText?.trim()
  if (text === '') return 'Enter a text for the vendor.'
  return text?.endsWith(':') ? 'Say to the vendor what came of the call.' : null
}

const dayMonth = (day: DateOnly): string => showDate(day).slice(0, 5)

/** "Entered 2 days after": the delay between a conversation and its recording; empty on the same day. */
export function describeRecordedLater(at: Instant, recordedOn: Instant): string {
  const days = daysBetween(londonDay(at), londonDay(recordedOn))
  return days <= 0 ? '' : `entered ${days === 1 ? 'the day' : `${days} days`} after`
}

/** "3 tries unanswered": the last conversations of a party, newest first, that reached nobody; undone ones do not count. */
export function triesInARow(
  conversations: readonly { undoneOn: Instant | null; sales: readonly { outcome: ConversationOutcome }[] }[],
): number {
  const held = conversations.filter(({ undoneOn }) => undoneOn === null)
  const reached = held.findIndex(({ sales }) => sales.some(({ outcome }) => attemptsAfter(outcome, 0) === 0))
  return reached === -1 ? held.length : reached
}

/** Describes what will be saved: "4 sales: 2 promised, 2 again on 12/11, 1 shown to a vendor"; of one sale without numbers. */
export function summarizeSales(
  sales: readonly { outcome: ConversationOutcome; nextAt: Instant | null; vendorText: string | null }[],
): string {
  const count = new Map<string, number>()
  for (const { outcome, nextAt } of sales) {
    const words =
      outcome === 'promised' ? 'promised' : nextAt ? `again on ${dayMonth(londonDay(nextAt))}` : 'without a next chase'
    count.set(words, (count.get(words) ?? 0) + 1)
  }
  const shown = sales.filter(({ vendorText }) => vendorText !== null).length
  const isOne = sales.length === 1
  const parts = [...count].map(([words, number]) => (isOne ? words : `${number} ${words}`))
  if (shown > 0) parts.push(isOne ? 'shown to the vendor' : `${shown} shown to ${shown === 1 ? 'a vendor' : 'vendors'}`)
  return `${sales.length} ${isOne ? 'sale' : 'sales'}: ${parts.join(', ')}`
}

/** For the message with Undo: "Spoke: Calliope Primrose, 4 sales". */
export function describeLogged(partyName: string, sales: readonly { outcome: ConversationOutcome }[]): string {
  const outcomes = new Set(sales.map(({ outcome }) => outcome))
  const [first = 'spoke'] = outcomes
  const what = outcomes.size === 1 ? outcomeLabels[first] : 'Conversation'
  return `${what}: ${partyName}, ${sales.length} ${sales.length === 1 ? 'sale' : 'sales'}`
}

const otherItems: Readonly<Record<string, string>> = {
  exchange: 'Exchange',
  callback: 'Call-back',
  task: 'Task',
  'silence:vendor': 'Vendor’s update',
  'silence:buyer': 'Buyer’s update',
  'expiry:mortgage': 'Mortgage offer',
  'expiry:contract': 'Agency agreement',
  'expiry:notice': 'Notice',
  checks: 'Customer checks',
  move: 'Move',
  news: 'News',
}

/** Returns the title of an action item, which may be settled: that of its step from `titleOf` or the standard timeline. */
export function describeItemKey(key: string, titleOf: (step: StepKey) => string | undefined = () => undefined): string {
  const [kind = '', id = ''] = key.split(':')
  if (kind === 'step' || kind === 'survey') return titleOf(Number(id)) ?? stepDefinition(Number(id))?.title ?? 'A step'
  return otherItems[key] ?? otherItems[kind] ?? 'An action'
}
