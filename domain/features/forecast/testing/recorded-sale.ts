import { addDays, type DateOnly } from '../../../common/dates.ts'
import type { FieldValues } from '../../imports/decide-row.ts'
import { impliedItems, runRulesOnce, saleItems, setImportedSteps } from '../../imports/imported-sale.ts'
import { applyChanges, changeState, reasonFor } from '../../timeline/changes.ts'
import { productTemplate } from '../../timeline/product-template.ts'
import { followRules } from '../../timeline/rules/follow-rules.ts'
import { timelineFromTemplate } from '../../timeline/rules/new-timeline.ts'
import { acceptOffer, stepsOfAcceptance } from '../../timeline/rules/sale-events.ts'
import { type StepKey, stepKeys } from '../../timeline/step-definitions.ts'
import { stepOf } from '../../timeline/step-of.ts'
import type { Timeline } from '../../timeline/timeline.model.ts'
import type { SaleFacts, StepFacts } from '../sale-facts.ts'
import type { SimulatedSale } from './simulated-company.ts'
import { randomOf } from './simulated-days.ts'

/**
 * What an agency records of a simulated sale: steps that nobody ticks, entries that are late, and sales that come from the files of another
 * system. The rules of the timeline and of imports start the steps, as in the product.
 */
export type Recording = {
  /** Share of steps that are never ticked; the exchange always is. */
  missingShare?: number
  /** The same in the first branch. */
  missingInCareless?: number
  /** Share of late entries, up to 14 days; half of them with the day of the entry. */
  lateShare?: number
  /** Cash sales are not marked as such. `imported`: only those of the import. */
  cashUnknown?: 'all' | 'imported'
  /** Sales agreed before the first scored day come from files with these columns. */
  imported?: ImportedColumns
  /** The files state the falls. */
  importedFalls?: boolean
}
/** Start and completion of each step, completions only, completions of the usual columns only, or the day of the exchange only. */
export type ImportedColumns = 'starts and completions' | 'completions' | 'few completions' | 'exchange'

export type RecordedSale = {
  /** Null: never known, as a sale that fell off before an import without falls. */
  knownFrom: number | null
  cashKnown: boolean
  /** The steps from a day on; the last one that is not later than a day applies. */
  states: readonly { from: number; steps: readonly StepFacts[] }[]
}

const fewColumns: readonly StepKey[] = [30, 33, 29, 24]
const latest = 14

const dates: DateOnly[] = []
export function dateOf(day: number): DateOnly {
  for (let next = dates.length; next <= day; next++) dates.push(addDays('2021-01-01', next))
  return dates[day] as DateOnly
}

/** A step that somebody completes on day `enteredOn`, with the date `on`. */
export type TickedStep = { key: StepKey; on: number; enteredOn: number }
type Entry = TickedStep & { startedOn: number }

export function recordSale(sale: SimulatedSale, seed: number, importOn: number, recording: Recording): RecordedSale {
  const next = randomOf(seed)
  const isImported = recording.imported !== undefined && sale.agreedOn < importOn
  const isUnknown = recording.cashUnknown === 'all' || (recording.cashUnknown === 'imported' && isImported)
  const cashKnown = sale.cash && !isUnknown
  const missing =
    sale.traits.branch === 'branch 0'
      ? (recording.missingInCareless ?? recording.missingShare ?? 0)
      : (recording.missingShare ?? 0)
  const end = Math.min(sale.fallsOn, sale.exchangedOn)
  const entries = sale.steps
    .flatMap(({ key, startedOn, finishedOn, enteredOn }): Entry[] => {
      const [ticked, late, typed, wait] = [next() >= missing, next(), next(), next()]
      if (key === stepKeys.Exchanged) return [{ key, startedOn, on: finishedOn, enteredOn: finishedOn }]
      if (!ticked) return []
      if (late >= (recording.lateShare ?? 0)) return [{ key, startedOn, on: finishedOn, enteredOn: finishedOn }]
      const entered = finishedOn + 1 + Math.floor(wait * latest)
      return [{ key, startedOn, on: typed < 0.5 ? entered : finishedOn, enteredOn: Math.max(entered, enteredOn) }]
    })
    .filter(({ on }) => on <= end)
  const fellBefore = sale.fallsOn < sale.exchangedOn && sale.fallsOn < importOn
  if (isImported && fellBefore && !recording.importedFalls) return { knownFrom: null, cashKnown, states: [] }
  if (!isImported) return recordTicks(sale.agreedOn, cashKnown, entries)
  const template = timelineFromTemplate(productTemplate)
  const [agreedOn, time] = [dateOf(sale.agreedOn), timeOf(sale.agreedOn)]
  const agreed = applyChanges(template, stepsOfAcceptance(template, agreedOn, cashKnown, time))
  const inFile = entries.filter(({ on }) => on < importOn)
  const imported = importSteps(agreed, sale, inFile, { importOn, columns: recording.imported ?? 'completions', cashKnown })
  const states = stepsByDay(
    imported,
    importOn,
    entries.filter(({ on }) => on >= importOn),
  )
  return { knownFrom: importOn, cashKnown, states }
}

const timeOf = (day: number) => ({ today: dateOf(day), now: `${dateOf(day)}T12:00:00.000Z` as const })

function stepsByDay(start: Timeline, from: number, entries: readonly TickedStep[]): RecordedSale['states'] {
  const entered = new Map<StepKey, DateOnly>()
  const states = [{ from, steps: factsOf(start, entered) }]
  let timeline = start
  for (const { key, on, enteredOn } of entries.toSorted((a, b) => a.enteredOn - b.enteredOn)) {
    const time = timeOf(enteredOn)
    const done = changeState(stepOf(timeline, key), 'C', dateOf(on), reasonFor('requested'), time.now)
    timeline = followRules(timeline, [done], time).timeline
    entered.set(key, time.today)
    states.push({ from: enteredOn, steps: factsOf(timeline, entered) })
  }
  return states
}

/** A sale whose steps are ticked one by one, by the rules of the timeline. */
export function recordTicks(agreedOn: number, cash: boolean, ticks: readonly TickedStep[]): RecordedSale {
  const { timeline } = acceptOffer(timelineFromTemplate(productTemplate), dateOf(agreedOn), cash, timeOf(agreedOn))
  return { knownFrom: agreedOn, cashKnown: cash, states: stepsByDay(timeline, agreedOn, ticks) }
}

type Import = { importOn: number; columns: ImportedColumns; cashKnown: boolean }

function importSteps(
  start: Timeline,
  sale: SimulatedSale,
  entries: readonly Entry[],
  { importOn, columns, cashKnown }: Import,
): Timeline {
  const values: Record<string, FieldValues[string]> = { acceptedOn: dateOf(sale.agreedOn) }
  for (const { key, startedOn, on } of entries) {
    if (columns === 'exchange' && key !== stepKeys.Exchanged) continue
    if (columns === 'few completions' && !fewColumns.includes(key)) continue
    values[`step.${key}.done`] = dateOf(on)
    if (columns === 'starts and completions') values[`step.${key}.started`] = dateOf(startedOn)
  }
  const time = timeOf(importOn)
  const named = saleItems(values, time.today, start)
  const items = [...named, ...impliedItems(values, start, new Set(named.map(({ key }) => key)))]
  const completionDate = values[`step.${stepKeys.Exchanged}.done`] === undefined ? null : time.today
  const set = setImportedSteps({
    ...time,
    timeline: start,
    items,
    completionDate,
    acceptedOn: dateOf(sale.agreedOn),
    cashBuyer: cashKnown,
  })
  if (set.refused !== null) throw new Error(set.refused)
  const after = applyChanges(start, set.changes)
  const started = runRulesOnce(start, after, new Set(items.map(({ key }) => key)), time)
  return applyChanges(after, started)
}

const factsOf = (timeline: Timeline, entered: ReadonlyMap<StepKey, DateOnly>): StepFacts[] =>
  timeline
    .filter(({ key }) => key > stepKeys.SaleAgreed && key !== stepKeys.Completed)
    .map(({ key, state, startedOn, completedOn, blockedOn }) => ({
      key,
      state,
      startedOn,
      completedOn,
      blockedOn,
      surveyDate: null,
      enteredOn: entered.get(key) ?? null,
    }))

/** The steps as known at the end of the day before `day`. */
export const stepsKnownAt = ({ states }: RecordedSale, day: number): readonly StepFacts[] =>
  states.findLast(({ from }) => from < day)?.steps ?? []

/** A sale as the company learns from it on `day`; null if it is not known yet. */
export function recordedFacts(
  sale: Pick<SimulatedSale, 'agreedOn' | 'exchangedOn' | 'fallsOn' | 'traits'>,
  recorded: RecordedSale,
  day: number,
): SaleFacts | null {
  const { knownFrom } = recorded
  if (knownFrom === null || knownFrom >= day || sale.agreedOn >= day) return null
  const exchanged = sale.exchangedOn < day && sale.exchangedOn < sale.fallsOn
  const fell = !exchanged && sale.fallsOn < day
  return {
    agreedOn: dateOf(sale.agreedOn),
    knownOn: dateOf(knownFrom),
    endedOn: exchanged ? dateOf(sale.exchangedOn) : fell ? dateOf(sale.fallsOn) : null,
    outcome: exchanged ? 'exchanged' : fell ? 'fell' : 'open',
    traits: { ...sale.traits, imported: knownFrom > sale.agreedOn },
    steps: stepsKnownAt(recorded, day),
  }
}

/** The last step that is ticked, by its completion; for the forecast by sales at the same step. */
export const lastTicked = (steps: readonly StepFacts[]): { key: StepKey; on: DateOnly } | null =>
  steps.reduce<{ key: StepKey; on: DateOnly } | null>((last, { key, completedOn }) => {
    if (completedOn === null || key === stepKeys.Exchanged) return last
    return last === null || order.indexOf(key) > order.indexOf(last.key) ? { key, on: completedOn } : last
  }, null)
const order: readonly StepKey[] = [30, 26, 31, 27, 32, 28, 33, 34, 29, 35, 22, 23]
