import { type DateOnly, showDate } from '../../common/dates.ts'
import { errors } from '../../error-catalogue.ts'
import { applyChanges, isSameStep } from '../timeline/changes.ts'
import { findImpliedSteps, findPrecedingSteps, type ImpliedStep } from '../timeline/implied-steps.ts'
import { phaseLabels } from '../timeline/phase.ts'
import { applyCashBuyer } from '../timeline/rules/cash-buyer.ts'
import { followRules } from '../timeline/rules/follow-rules.ts'
import { whyNotChangeSale } from '../timeline/rules/sale-contradictions.ts'
import { updateNotHavingSurvey } from '../timeline/rules/surveys.ts'
import { requestedChange, type SaveTimelineInput, whyNotSaveTimeline } from '../timeline/save-timeline.ts'
import { findStep, fixedSteps, type StepKey, stepDefinition, stepKeys } from '../timeline/step-definitions.ts'
import type { Change, CurrentTime, Reason, ReasonKind, RequestedItem, StepState, Timeline } from '../timeline/timeline.model.ts'
import type { FieldValues } from './decide-row.ts'
import { fellThroughOn, readFallenSale } from './fallen-sale.ts'
import type { RowIssue } from './imports.model.ts'
import { noDayWarning } from './no-day.ts'
import { startOfStep } from './step-starts.ts'

/** The steps and surveys of an imported sale. [connect §1.3](docs/design/connect.md#1.3), rule 8. */

const day = (values: FieldValues, key: string): DateOnly | null => {
  const value = values[key]
  return typeof value === 'string' ? value : null
}

const sets = [1, 2, 3, 4, 5] as const
/** Home buyers survey. */
const commonSurvey = 5

/** The days of the steps of a row. */
const stepDays = (values: FieldValues): DateOnly[] =>
  fixedSteps.flatMap(({ key }) =>
    key === stepKeys.TakeOn || key === stepKeys.PropertyLaunched
      ? []
      : [day(values, `step.${key}.done`), day(values, `step.${key}.started`)].filter((on) => on !== null),
  )

/** The day of acceptance: that of the row, else that of Sale agreed; null if it has neither. */
export const statedAcceptance = (values: FieldValues): DateOnly | null =>
  day(values, 'acceptedOn') ?? day(values, `step.${stepKeys.SaleAgreed}.done`)

/** The stated day of acceptance, else the earliest day of a step; null if there is none. */
export const acceptedOnOfSale = (values: FieldValues): DateOnly | null =>
  statedAcceptance(values) ?? stepDays(values).toSorted()[0] ?? null

/** The agreed completion date of the row, else the day on which the sale completed. */
export const completionDateOfSale = (values: FieldValues): DateOnly | null =>
  day(values, 'completionDate') ?? day(values, `step.${stepKeys.Completed}.done`)

/** How far a row takes its sale. */
export const phaseOfSale = (values: FieldValues): 'sold' | 'exchanged' | 'completed' => {
  const isDone = (key: StepKey): boolean => day(values, `step.${key}.done`) !== null || values[`step.${key}.state`] === 'C'
  return isDone(stepKeys.Completed) ? 'completed' : isDone(stepKeys.Exchanged) ? 'exchanged' : 'sold'
}

/** A step that a row says is done, but not when. */
export const isUndatedStep = (values: FieldValues, key: StepKey): boolean =>
  values[`step.${key}.state`] === 'C' && day(values, `step.${key}.done`) === null

/** What must have been done before a day that the row gives was done then at the latest; for Exchanged, the completion. */
const latestDay = (values: FieldValues, key: StepKey): DateOnly | null =>
  findPrecedingSteps((of) => day(values, `step.${of}.done`)).find((one) => one.key === key)?.on ??
  (key === stepKeys.Exchanged ? completionDateOfSale(values) : null)

/** The day of a step that the row says is done, but not when: that of the import, never later than a step that comes after it. */
export const assumedDay = (values: FieldValues, key: StepKey, today: DateOnly): DateOnly => {
  const latest = latestDay(values, key)
  return latest !== null && latest < today ? latest : today
}

const issue = (level: RowIssue['level'], code: string, message: string, fields?: readonly string[]): RowIssue => ({
  level,
  column: null,
  value: '',
  message,
  code,
  ...(fields ? { fields: [...fields] } : {}),
})

/** No field of a file: the day of the step is the completion date, because the status says that it is done. */
const byStatus = (key: StepKey): string => `step.${key}.assumed`

const fieldsOfStep = (key: StepKey): string[] => ['done', 'started', 'state'].map((what) => `step.${key}.${what}`)

/** Checks a row of a sale for contradictions. Returns its issues, and its values without those that cannot be used. */
export function readSale(given: FieldValues, today: DateOnly): { values: FieldValues; issues: RowIssue[] } {
  const fallen = readFallenSale(given, acceptedOnOfSale(given))
  const values: Record<string, FieldValues[string]> = { ...fallen.values }
  const issues: RowIssue[] = [...fallen.issues]
  const drop = (key: string, why: string): void => {
    if (values[key] === undefined) return
    delete values[key]
    issues.push(issue('warning', 'not-needed', why))
  }
  issues.push(...readStatus(values, today))
  for (const { key, title } of fixedSteps) {
    const [done, state] = [day(values, `step.${key}.done`), values[`step.${key}.state`]]
    if (done !== null && state !== undefined && state !== 'C')
      issues.push(issue('error', 'step-state', `${title}: it was done on ${showDate(done)}, but its state is not complete.`))
    // Sale agreed takes the day of acceptance.
    if (isUndatedStep(values, key) && key !== stepKeys.SaleAgreed)
      issues.push(
        noDayWarning(`${title} is complete without a day`, {
          fields: [`step.${key}.state`],
          on: assumedDay(values, key, today),
          today,
        }),
      )
  }
  for (const set of sets) {
    const [date, done] = [day(values, `survey.${set}.date`), day(values, `survey.${set}.done`)]
    if (done !== null && date === null) values[`survey.${set}.date`] = done
    if (values[`survey.${set}.type`] !== undefined && date === null && done === null)
      issues.push(issue('error', 'survey-date', `Survey ${set}: its date is empty.`))
    if (values[`survey.${set}.type`] === undefined && (date ?? done) !== null) {
      values[`survey.${set}.type`] = commonSurvey
      const fields = ['type', 'date', 'done'].map((what) => `survey.${set}.${what}`)
      issues.push(
        issue('warning', 'survey-type', `Survey ${set}: no type is given. It is taken as a home buyers survey.`, fields),
      )
    }
  }
  if (phaseOfSale(values) !== 'sold') {
    drop('expectedExchange', 'Expected exchange is left empty: this sale has exchanged.')
    drop('mortgageOfferExpires', 'Mortgage offer expires is left empty: this sale has exchanged.')
  }
  if (completionDateOfSale(values) !== null)
    drop('expectedCompletion', 'Expected completion is left empty: the completion date is agreed.')
  for (const [key, title] of [
    ['expectedExchange', 'Expected exchange'],
    ['expectedCompletion', 'Expected completion'],
    ['mortgageOfferExpires', 'Mortgage offer expires'],
  ] as const) {
    const on = day(values, key)
    if (on !== null && on < today) drop(key, `${title} is left empty: ${showDate(on)} has passed.`)
  }
  const acceptedOn = acceptedOnOfSale(values)
  for (const { key, title } of fixedSteps) {
    const [done, started] = [day(values, `step.${key}.done`), day(values, `step.${key}.started`)]
    const isOfSale = key === stepKeys.MemoOfSaleSent || stepDefinition(key)?.type !== 'PS'
    const early = [done, started].find((on) => isOfSale && on !== null && acceptedOn !== null && on < acceptedOn)
    if (early && acceptedOn)
      issues.push(
        issue(
          'error',
          'step-before-sale',
          `${title}: ${showDate(early)} is before the offer was accepted on ${showDate(acceptedOn)}.`,
        ),
      )
  }
  // Only rows without errors are written.
  if (!issues.some(({ level }) => level === 'error')) issues.push(...stepsImpliedBy(values).map(impliedWarning))
  return { values, issues }
}

const impliedWarning = ({ key, on, by }: ImpliedStep): RowIssue =>
  issue(
    'warning',
    'implied',
    `${stepDefinition(key)?.title}: taken as done on ${showDate(on)}, because ${stepDefinition(by)?.title} was done then.`,
    fieldsOfStep(by),
  )

const withoutCompletionDate = (exchangedOn: DateOnly | null): string =>
  `Exchanged${exchangedOn === null ? '' : ` on ${showDate(exchangedOn)}`} in the file, but without a completion date. It is ${phaseLabels.sold}: add the date, then complete ${phaseLabels.exchanged}.`

/**
 * A row beside the sale that GYA has: Exchanged needs a completion date of either, else it "is Sold STC" with a warning
 * ([seat §6](docs/design/seat.md#6)), never left out; and a step that is complete there is not taken as done again.
 */
export function fitSale(
  values: FieldValues,
  issues: readonly RowIssue[],
  { timeline, completionDate }: { timeline: Timeline; completionDate: DateOnly | null },
): { values: FieldValues; issues: RowIssue[] } {
  const isOpen = ({ key }: ImpliedStep): boolean => {
    const step = findStep(timeline, key)
    return step === undefined || (step.state !== 'C' && step.state !== 'NA')
  }
  const exchangedOn = day(values, `step.${stepKeys.Exchanged}.done`)
  const isWithoutDate =
    phaseOfSale(values) === 'exchanged' &&
    completionDateOfSale(values) === null &&
    completionDate === null &&
    fellThroughOn(values) === null
  const isSaid = (one: ImpliedStep): boolean => isOpen(one) && !(isWithoutDate && one.by === stepKeys.Exchanged)
  const unsaid = new Set(stepsImpliedBy(values).flatMap((one) => (isSaid(one) ? [] : [impliedWarning(one).message])))
  const said = issues.filter(({ code, message }) => code !== 'implied' || !unsaid.has(message))
  if (!isWithoutDate) return { values, issues: said }
  const ofExchanged = fieldsOfStep(stepKeys.Exchanged)
  return {
    values: Object.fromEntries(Object.entries(values).filter(([key]) => !ofExchanged.includes(key))),
    issues: [
      // It is not Exchanged either.
      ...said.filter(
        ({ code, fields }) =>
          code !== 'status-without-day' && (code !== 'no-day' || !fields?.some((field) => ofExchanged.includes(field))),
      ),
      issue('warning', 'status-without-day', withoutCompletionDate(exchangedOn)),
    ],
  }
}

/**
 * "Status means status": Exchanged and Completed complete their steps on their own day, else on the completion date if that has passed,
 * else Exchanged on the day of the import. "Exchanged or completed without any completion date cannot be."
 * [seat §6](docs/design/seat.md#6). Adds the steps to `values`.
 */
function readStatus(values: Record<string, FieldValues[string]>, today: DateOnly): RowIssue[] {
  const { status } = values
  if (fellThroughOn(values) !== null) return []
  if (status === 'preForSale' || status === 'forSale' || status === 'withdrawn')
    return [
      issue(
        'warning',
        'status-without-sale',
        `${phaseLabels[status]} in the file, but with a sale. It is ${phaseLabels.sold}: leave this line out if the sale has ended.`,
        ['status'],
      ),
    ]
  if (status !== 'exchanged' && status !== 'completed') return []
  const label = phaseLabels[status]
  const reached = phaseOfSale(values)
  const completion = completionDateOfSale(values)
  if (reached === 'completed' || reached === status) return []
  const isPast = completion !== null && completion <= today
  if (reached === 'sold' && completion === null)
    return [
      issue(
        'warning',
        'status-without-day',
        `${label} in the file, but without a completion date. It is ${phaseLabels.sold}: add the date, then complete ${phaseLabels.exchanged}.`,
      ),
    ]
  const issues: RowIssue[] = []
  if (reached === 'sold' && isPast) {
    values[`step.${stepKeys.Exchanged}.done`] = completion
    values[byStatus(stepKeys.Exchanged)] = true
    issues.push(issue('warning', 'implied', `Exchanged: taken as done on ${showDate(completion)}, the completion date.`))
  } else if (reached === 'sold') values[`step.${stepKeys.Exchanged}.state`] = 'C'
  if (status === 'completed' && isPast) {
    values[`step.${stepKeys.Completed}.done`] = completion
    values[byStatus(stepKeys.Completed)] = true
    issues.push(issue('warning', 'implied', `Completed: taken as done on ${showDate(completion)}, the completion date.`))
  } else if (status === 'completed') {
    const date = completion === null ? 'has no completion date' : `completes on ${showDate(completion)}`
    issues.push(
      issue('warning', 'status-without-day', `${label} in the file, but the sale ${date}. It is ${phaseLabels.exchanged}.`),
    )
  }
  return issues
}

const isNamed = (values: FieldValues, key: StepKey): boolean => fieldsOfStep(key).some((field) => values[field] !== undefined)

/** The steps that the steps of a row imply and that have no column of their own. */
const stepsImpliedBy = (values: FieldValues): ImpliedStep[] =>
  findImpliedSteps((key) => day(values, `step.${key}.done`)).filter(({ key }) => !isNamed(values, key))

/**
 * The implied steps of a row that apply and are not complete, as input for a save. `written`: the steps that the row writes; only these
 * imply others, so that a step that somebody reopened stays open. Start and completion are on the same day, because the duration is
 * unknown.
 */
export const impliedItems = (values: FieldValues, timeline: Timeline, written: ReadonlySet<StepKey>): ImportedItem[] =>
  stepsImpliedBy(values).flatMap(({ key, on, by }): ImportedItem[] => {
    const step = findStep(timeline, key)
    const isOpen = step !== undefined && step.state !== 'C' && step.state !== 'NA'
    return isOpen && written.has(by) ? [{ key, state: 'C', completedOn: on, startedOn: on, assumed: [by] }] : []
  })

/** The steps and surveys of a row, as input for a save. A missing day is that of `timeline`, else `today`. */
export function saleItems(values: FieldValues, today: DateOnly, timeline: Timeline = []): ImportedItem[] {
  const steps = fixedSteps.flatMap(({ key }): ImportedItem[] => {
    const [done, started] = [day(values, `step.${key}.done`), day(values, `step.${key}.started`)]
    const given = values[`step.${key}.state`]
    if (done === null && started === null && given === undefined) return []
    const state = (typeof given === 'string' ? given : done === null ? 'IP' : 'C') as StepState
    const was = findStep(timeline, key)
    if (state === 'NS' || state === 'NA') return [{ key, state }]
    if (state === 'C') {
      const startedOn = started ?? was?.startedOn ?? startOfStep(values, key, { timeline, acceptedOn: acceptedOnOfSale(values) })
      const known = done ?? was?.completedOn
      const assumed = (known === undefined || known === null || values[byStatus(key)] === true) && { assumed: [] }
      return [{ key, state, completedOn: known ?? assumedDay(values, key, today), startedOn, ...assumed }]
    }
    const startedOn = started ?? was?.startedOn ?? today
    if (state === 'B') return [{ key, state, blockedOn: started ?? was?.blockedOn ?? today, startedOn }]
    return [{ key, state, startedOn }]
  })
  const surveys = sets.flatMap((set): RequestedItem[] => {
    const type = values[`survey.${set}.type`]
    const date = day(values, `survey.${set}.date`)
    if (typeof type !== 'number' || date === null) return []
    const done = day(values, `survey.${set}.done`)
    return [{ key: type, state: done === null ? 'IP' : 'C', completedOn: done, survey: { date } }]
  })
  return [...steps, ...surveys]
}

/** `assumed`: the files do not give its day; the steps that were done on the day that is taken. */
type ImportedItem = RequestedItem & { assumed?: readonly StepKey[] }
type ImportedSteps = Omit<SaveTimelineInput, 'requested'> & { items: readonly ImportedItem[] }

/**
 * "Steps take the state and the day that the file gives, without starting rules." Refused with a message if dates or
 * the order of the steps are contradictory.
 */
export function setImportedSteps({ items, ...sale }: ImportedSteps): { refused: string } | { refused: null; changes: Change[] } {
  const { timeline, today, now } = sale
  for (const item of items) {
    const code = whyNotSaveTimeline({ ...sale, requested: [item] })
    if (code) return { refused: `${stepDefinition(item.key)?.title ?? 'A step'}: ${errors[code][1]}` }
  }
  const cash = applyCashBuyer(timeline, sale.cashBuyer, { today, now })
  const paid = applyChanges(timeline, cash)
  const requested = items.flatMap((item) => {
    const change = requestedChange(paid, item, { today, now })
    return change ? [withReason(change, 'imported', today, item.assumed)] : []
  })
  const set = [...cash, ...requested]
  const surveys = requested.some(({ key }) => key === stepKeys.NotHavingSurvey)
    ? []
    : updateNotHavingSurvey(timeline, applyChanges(timeline, set), { today, now })
  const changes = [...set, ...surveys]
  const before = { timeline, completionDate: sale.completionDateBefore ?? sale.completionDate, acceptedOn: sale.acceptedOn }
  const after = { ...before, timeline: applyChanges(timeline, changes), completionDate: sale.completionDate }
  const code = whyNotChangeSale(before, after, today)
  return code ? { refused: errors[code][1] } : { refused: null, changes }
}

const withReason = (change: Change, kind: ReasonKind, on: DateOnly, assumed?: readonly StepKey[]): Change => {
  const steps = kind === 'imported' ? (assumed ?? []) : change.because.steps
  const because: Reason = { kind, steps, on, ...(assumed ? { assumed: true } : {}) }
  return { ...change, because, after: change.after && { ...change.after, because } }
}

const startingKinds: readonly ReasonKind[] = [
  'previous-step-completed',
  'pre-sale-completed',
  'tracks-completed',
  'predecessors-complete-again',
]

/**
 * "Once all are set, the rules run once, and what they start says 'Started by the import of 22/11/2026'." Returns what the rules change
 * beyond the steps that the import has set. `given`: steps that the file names; a step that the file says is not started stays so.
 */
export function runRulesOnce(before: Timeline, after: Timeline, given: ReadonlySet<StepKey>, time: CurrentTime): Change[] {
  const set = after.flatMap((step): Change[] => {
    const was = findStep(before, step.key)
    if (was && isSameStep(was, step)) return []
    const because = step.because ?? { kind: 'imported' as const, steps: [] }
    return [{ key: step.key, from: was?.state ?? null, to: step.state, on: time.today, because, after: step }]
  })
  if (set.length === 0) return []
  return followRules(before, set, time)
    .changes.filter(({ key, after: next }) => {
      const is = findStep(after, key)
      return next !== null && !given.has(key) && (!is || !isSameStep(is, next))
    })
    .map((change) => (startingKinds.includes(change.because.kind) ? withReason(change, 'import-started', time.today) : change))
}
