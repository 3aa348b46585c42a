import { workingDayFrom } from '../../common/bank-holidays.ts'
import { addDays, type DateOnly, daysBetween, isDateOnly, showDate, showDays } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import { acceptedOnOf } from '../timeline/accepted-on.ts'
import { isAgreedPhase, isExchangedPhase, type Phase } from '../timeline/phase.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import { describeMoveCount } from './describe-expected.ts'
import type { ExchangeEntry, ExpectedDates } from './expected-dates.model.ts'

/**
 * "Progressor, expected exchange, expected completion": the days that a sale works towards, entered by people.
 * [day §6](docs/design/day.md#6).
 */

export type ExpectedFacts = ExpectedDates & {
  phase: Phase
  /** Day on which the offer was accepted. */
  acceptedOn: DateOnly | null
  /** The agreed completion date. */
  completionDate: DateOnly | null
}

export const expectedFactsOf = (
  property: Omit<ExpectedFacts, 'acceptedOn'> & { offers: readonly { state: string; acceptedOn: DateOnly | null }[] },
): ExpectedFacts => ({
  phase: property.phase,
  acceptedOn: acceptedOnOf(property.offers),
  completionDate: property.completionDate,
  expectedExchange: property.expectedExchange,
  expectedCompletion: property.expectedCompletion,
  mortgageOfferExpires: property.mortgageOfferExpires,
  shareExpected: property.shareExpected,
})

export type ExpectedField = keyof ExpectedDates
export type ExpectedInput = { [Field in ExpectedField]?: ExpectedDates[Field] | undefined }

/** A change of one field. `because`: whether somebody requested it or it followed from a moved exchange. */
export type ExpectedChange = {
  [Field in ExpectedField]: {
    field: Field
    from: ExpectedDates[Field]
    to: ExpectedDates[Field]
    because: 'requested' | 'exchange-moved'
  }
}[ExpectedField]

export const expectedFields = ['expectedExchange', 'expectedCompletion', 'mortgageOfferExpires', 'shareExpected'] as const

export const noExpectedDates: ExpectedDates = {
  expectedExchange: null,
  expectedCompletion: null,
  mortgageOfferExpires: null,
  shareExpected: false,
}

/** The fields that differ from the stored ones. */
const changedInput = (facts: ExpectedDates, input: ExpectedInput): ExpectedInput =>
  Object.fromEntries(
    expectedFields.flatMap((field) =>
      input[field] === undefined || input[field] === facts[field] ? [] : [[field, input[field]]],
    ),
  )

/**
 * "Moving exchange later than expected completion moves completion by as many days." Null if completion stays. Without a previous expected
 * exchange, completion is not moved; it is never moved to a weekend or bank holiday.
 */
function movedCompletion(facts: ExpectedDates, { expectedExchange: to, expectedCompletion }: ExpectedInput): DateOnly | null {
  const { expectedExchange: from, expectedCompletion: completion } = facts
  if (!to || !from || !completion || expectedCompletion !== undefined) return null
  return to > completion ? workingDayFrom(addDays(completion, daysBetween(from, to))) : null
}

/** All changes of a save, including those that follow. Empty if nothing differs. */
export function expectedChanges(facts: ExpectedDates, input: ExpectedInput): ExpectedChange[] {
  const changed = changedInput(facts, input)
  const follows = movedCompletion(facts, changed)
  const requested = (Object.keys(changed) as ExpectedField[]).map(
    (field) => ({ field, from: facts[field], to: changed[field], because: 'requested' }) as ExpectedChange,
  )
  if (follows === null) return requested
  return [...requested, { field: 'expectedCompletion', from: facts.expectedCompletion, to: follows, because: 'exchange-moved' }]
}

/** "Sold only; expected completion also when exchanged without completion date." Sharing follows the sale to its end. */
function whyNotChange(field: ExpectedField, { phase, completionDate }: ExpectedFacts): ErrorCode | null {
  if (isAgreedPhase(phase)) return field === 'expectedCompletion' && completionDate !== null ? 'COMPLETION_DATE_AGREED' : null
  if (!isExchangedPhase(phase)) return 'NO_SALE_AGREED'
  if (field === 'shareExpected') return null
  if (field !== 'expectedCompletion') return 'NO_SALE_AGREED'
  return completionDate === null ? null : 'COMPLETION_DATE_AGREED'
}

/** "Before the acceptance day or earlier than today when newly set: EXPECTED_IN_PAST." */
const isPast = (day: DateOnly | null | undefined, { acceptedOn }: ExpectedFacts, today: DateOnly): boolean =>
  typeof day === 'string' && (day < today || (acceptedOn !== null && day < acceptedOn))

export type ExpectedRefusal = { code: ErrorCode; field: ExpectedField }

/** The first refusal of a save, with its field. Unchanged fields are not checked. */
export function whyNotSetExpected(facts: ExpectedFacts, input: ExpectedInput, today: DateOnly): ExpectedRefusal | null {
  const changed = changedInput(facts, input)
  for (const field of expectedFields) {
    if (changed[field] === undefined) continue
    const code = whyNotChange(field, facts)
    if (code) return { code, field }
    if (field !== 'shareExpected' && isPast(changed[field], facts, today)) return { code: 'EXPECTED_IN_PAST', field }
  }
  return whyNotInThisOrder(facts, changed)
}

/** "Completion before exchange: COMPLETION_BEFORE_EXCHANGE." The agreed completion date counts in place of the expected one. */
function whyNotInThisOrder(facts: ExpectedFacts, changed: ExpectedInput): ExpectedRefusal | null {
  const { expectedExchange = facts.expectedExchange, expectedCompletion = facts.expectedCompletion } = changed
  const completion = facts.completionDate ?? movedCompletion(facts, changed) ?? expectedCompletion
  if (!expectedExchange || !completion || completion >= expectedExchange) return null
  const field = changed.expectedCompletion === undefined ? 'expectedExchange' : 'expectedCompletion'
  return changed[field] === undefined ? null : { code: 'COMPLETION_BEFORE_EXCHANGE', field }
}

const fieldNames: Record<ExpectedField, string> = {
  expectedExchange: 'expected exchange',
  expectedCompletion: 'expected completion',
  mortgageOfferExpires: 'mortgage offer expiry',
  shareExpected: 'shown to the vendor',
}

/** "expected exchange 08/12/2025, expected completion moved along to 15/12/2025": a save in words, for its undo. */
export const describeExpectedChanges = (changes: readonly ExpectedChange[]): string =>
  changes
    .map(({ field, to, because }) => {
      if (typeof to === 'boolean') return to ? fieldNames[field] : 'no longer shown to the vendor'
      const day = to === null ? 'removed' : showDate(to)
      return `${fieldNames[field]} ${because === 'exchange-moved' ? 'moved along to ' : ''}${day}`
    })
    .join(', ')

/** "NOT_A_MEMBER: This person does not work in this branch." */
export const whyNotAssignProgressor = (isMember: boolean): ErrorCode | null => (isMember ? null : 'NOT_A_MEMBER')

export type ExchangeMoves = { moves: number; first: DateOnly; daysLater: number }

/**
 * "A later day than the one before counts one … Pulling forward counts none." An undone entry counts as if it had never
 * been made. `history` is oldest first; null without a day.
 */
export function exchangeMoves(history: readonly Pick<ExchangeEntry, 'on' | 'before' | 'undone'>[]): ExchangeMoves | null {
  const entered: (DateOnly | null)[] = []
  for (const { on, before, undone } of history) {
    if (undone && entered.at(-1) === before) entered.pop()
    else entered.push(on)
  }
  const days = entered.filter((day) => day !== null)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const moves = days.filter((day, index) => index > 0 && day > (days[index - 1] ?? day)).length
  return { moves, first, daysLater: daysBetween(first, last) }
}

/** "moved twice, 18 days later than first expected"; empty if the day was never moved later. */
export function describeMoves(moved: ExchangeMoves | null): string {
  if (!moved || moved.moves === 0) return ''
  const times = describeMoveCount(moved.moves)
  if (moved.daysLater === 0) return `${times}, now as first expected`
  return `${times}, ${showDays(Math.abs(moved.daysLater))} ${moved.daysLater > 0 ? 'later' : 'earlier'} than first expected`
}

/** 31/08 + 6 months is 28/02. */
function addMonths(day: DateOnly, months: number): DateOnly {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const text = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
  const last = [31, 30, 29, 28].find((date) => date <= Number(day.slice(8, 10)) && isDateOnly(`${text}-${date}`))
  const same = `${text}-${day.slice(8, 10)}`
  return isDateOnly(same) ? same : `${text}-${last}`
}

const mortgageOfferMonths = 6

/**
 * "Completing Mortgage approved proposes expiry = its day + 6 months, not saved until confirmed." Null once an expiry is
 * known, for a day that has passed, and while the step is not complete.
 */
export function proposedMortgageExpiry(
  facts: Pick<ExpectedFacts, 'mortgageOfferExpires' | 'phase'>,
  timeline: readonly { key: number; state: string; completedOn: DateOnly | null }[],
  today: DateOnly,
): DateOnly | null {
  const approved = timeline.find(({ key }) => key === stepKeys.MortgageApproved)
  if (!isAgreedPhase(facts.phase) || facts.mortgageOfferExpires !== null) return null
  if (approved?.state !== 'C' || !approved.completedOn) return null
  const day = addMonths(approved.completedOn, mortgageOfferMonths)
  return day > today ? day : null
}
