import type { DateOnly } from '../../common/dates.ts'
import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { StepState } from '../timeline/timeline.model.ts'

/**
 * Folds the record of a property into the state of its sales on each day. Entries are read in the order in which they were written. A fact
 * applies from the London day of its entry, not from the date that it names. [forecast §3](docs/design/forecast.md#3), "Backfill".
 */

export type RecordEntry = { day: DateOnly; kind: string; data: Readonly<Record<string, unknown>> }

export type SaleOutcome = 'open' | 'exchanged' | 'fell' | 'cancelled' | 'withdrawn' | 'deleted'
export type FoldedDay = {
  outcome: SaleOutcome
  agreedOn: DateOnly
  exchangedOn: DateOnly | null
  tenure: string
  chain: number
  /** As typed. */
  expectedExchange: DateOnly | null
}
export type FoldedStep = {
  state: StepState
  startedOn: DateOnly | null
  completedOn: DateOnly | null
  blockedOn: DateOnly | null
}
/** Valid from `since` until before `until`; null: still valid. */
export type Interval<Facts> = Facts & { since: DateOnly; until: DateOnly | null }
export type FoldedSale = { saleId: string; days: Interval<FoldedDay>[]; steps: Map<StepKey, Interval<FoldedStep>[]> }

/** Present values of what the entries do not contain: steps that never changed, and fields before their first change. */
export type PropertyNow = { steps: ReadonlyMap<StepKey, FoldedStep>; tenure: string; chain: number; active: boolean }

/** The chain status "Unknown". */
const unknownChain = 3

const notStarted: FoldedStep = { state: 'NS', startedOn: null, completedOn: null, blockedOn: null }
const earlier = (one: DateOnly, other: DateOnly): DateOnly => (one < other ? one : other)

/** Like `withState` of the timeline; the day of a state is that of its entry, because the record has no other. */
function stepAfter(before: FoldedStep, { from, to, on }: { from: unknown; to: StepState; on: DateOnly }): FoldedStep {
  const isCorrection = from === to
  const started = before.startedOn ?? on
  if (to === 'IP') return { state: to, startedOn: isCorrection ? on : started, completedOn: null, blockedOn: null }
  if (to === 'B') {
    const blockedOn = isCorrection ? on : (before.blockedOn ?? on)
    return { state: to, startedOn: earlier(started, blockedOn), completedOn: null, blockedOn }
  }
  if (to === 'C') return { state: to, startedOn: earlier(started, on), completedOn: on, blockedOn: null }
  return { state: to, startedOn: null, completedOn: null, blockedOn: null }
}

/** The value of a field before its first change, or its present value if it never changed. */
function firstValue<Value>(entries: readonly RecordEntry[], kind: string, field: string, now: Value): Value | null {
  const changed = entries.find((entry) => entry.kind === kind && Object.hasOwn(entry.data.before ?? {}, field))
  return changed ? ((changed.data.before as Record<string, Value | null>)[field] ?? null) : now
}

/** Whether it was on the market before it was first withdrawn or reinstated. */
function firstActive(entries: readonly RecordEntry[], now: boolean): boolean {
  const changed = entries.find(({ kind }) => kind === 'withdrawn' || kind === 'reinstated')
  return changed ? changed.kind === 'withdrawn' : now
}

function firstSteps(entries: readonly RecordEntry[], now: PropertyNow['steps']): Map<StepKey, FoldedStep> {
  const steps = new Map(now)
  const seen = new Set<StepKey>()
  for (const { kind, data } of entries) {
    const key = data.key as StepKey
    if (kind !== 'step-changed' || seen.has(key)) continue
    seen.add(key)
    if (data.from === null) steps.delete(key)
    else steps.set(key, { ...notStarted, state: data.from as StepState })
  }
  return steps
}

const endsAcceptance: readonly string[] = ['offer-pending', 'offer-rejected', 'offer-withdrawn', 'offer-removed']

/** The state of a property while its record is folded. */
class Folding {
  readonly sales = new Map<string, FoldedSale>()
  private readonly steps: Map<StepKey, FoldedStep>
  private readonly agreedOn = new Map<string, DateOnly>()
  private readonly expectedExchange = new Map<string, DateOnly | null>()
  /** Sales by fall-off, without fall-offs that were restored or removed from the list. */
  private readonly fallOffs = new Map<unknown, string>()
  private accepted: string | null = null
  private active: boolean
  private deleted = false
  private tenure: string
  private chain: number

  constructor(entries: readonly RecordEntry[], now: PropertyNow) {
    this.steps = firstSteps(entries, now.steps)
    this.tenure = firstValue(entries, 'property-edited', 'ownership', now.tenure) ?? 'unknown'
    this.active = firstActive(entries, now.active)
    this.chain = firstValue(entries, 'management-info-saved', 'chain', now.chain) ?? unknownChain
  }

  read({ day, kind, data }: RecordEntry): void {
    const offerId = String(data.offerId)
    if (kind === 'offer-accepted' || kind === 'sale-restored') {
      this.accepted = offerId
      if (kind === 'sale-restored') this.fallOffs.delete(data.fallOffId)
      else this.agreedOn.set(offerId, (data.on as DateOnly | null) ?? day)
    } else if (kind === 'offer-acceptance-dated') this.agreedOn.set(offerId, (data.on as DateOnly | null) ?? day)
    else if (kind === 'fall-off') {
      this.fallOffs.set(data.fallOffId, offerId)
      this.endAcceptance(offerId, day)
    } else if (kind === 'fall-off-deleted') this.fallOffs.delete(data.fallOffId)
    else if (endsAcceptance.includes(kind)) this.endAcceptance(offerId, day)
    else if (kind === 'step-changed') this.readStep(data)
    else if (kind === 'expected-exchange-set') this.expectedExchange.set(offerId, (data.on as DateOnly | null) ?? null)
    else if (kind === 'withdrawn') this.active = false
    else if (kind === 'reinstated') this.active = true
    else if (kind === 'property-edited') this.tenure = (data.after as { ownership?: string }).ownership ?? this.tenure
    else if (kind === 'management-info-saved') this.chain = (data.after as { chain?: number }).chain ?? this.chain
    else if (kind === 'property-deleted') this.deleted = true
    else if (kind === 'property-restored') this.deleted = false
  }

  private readStep(data: RecordEntry['data']): void {
    const key = data.key as StepKey
    if (data.to === null) this.steps.delete(key)
    else {
      const change = { from: data.from, to: data.to as StepState, on: data.on as DateOnly }
      this.steps.set(key, stepAfter(this.steps.get(key) ?? notStarted, change))
    }
  }

  /** The sale keeps its last state. */
  private endAcceptance(saleId: string, day: DateOnly): void {
    if (this.accepted !== saleId) return
    this.keepAccepted(day)
    this.accepted = null
  }

  /** Records the state at the end of a day. */
  closeDay(day: DateOnly): void {
    this.keepAccepted(day)
    for (const sale of this.sales.values()) {
      const last = sale.days.at(-1)
      if (sale.saleId === this.accepted || !last) continue
      const ended = [...this.fallOffs.values()].includes(sale.saleId) ? 'fell' : 'cancelled'
      const { since: _since, until: _until, ...facts } = last
      append(sale.days, { ...facts, outcome: this.deleted ? 'deleted' : ended }, day)
    }
  }

  private keepAccepted(day: DateOnly): void {
    if (this.accepted === null) return
    const sale = this.sales.get(this.accepted) ?? { saleId: this.accepted, days: [], steps: new Map() }
    this.sales.set(this.accepted, sale)
    this.keepSteps(sale, day)
    const exchanged = this.steps.get(stepKeys.Exchanged)
    const exchangedOn = exchanged?.state === 'C' ? exchanged.completedOn : null
    const live = exchangedOn !== null ? 'exchanged' : this.active ? 'open' : 'withdrawn'
    const agreedOn = this.agreedOn.get(sale.saleId) ?? day
    const { tenure, chain } = this
    const expectedExchange = this.expectedExchange.get(sale.saleId) ?? null
    append(sale.days, { outcome: this.deleted ? 'deleted' : live, agreedOn, exchangedOn, tenure, chain, expectedExchange }, day)
  }

  private keepSteps(sale: FoldedSale, day: DateOnly): void {
    for (const [key, step] of this.steps) {
      const intervals = sale.steps.get(key) ?? []
      sale.steps.set(key, intervals)
      append(intervals, step, day)
    }
    for (const [key, intervals] of sale.steps) {
      const last = intervals.at(-1)
      if (this.steps.has(key) || last?.until !== null) continue
      if (last.since === day) intervals.pop()
      else last.until = day
    }
  }
}

function append<Facts extends object>(intervals: Interval<Facts>[], facts: Facts, day: DateOnly): void {
  const last = intervals.at(-1)
  if (last?.until === null) {
    if ((Object.keys(facts) as (keyof Facts)[]).every((name) => last[name] === facts[name])) return
    // Only the last state of a day is kept.
    if (last.since === day) intervals.pop()
    else last.until = day
  }
  intervals.push({ ...facts, since: day, until: null })
}

export function foldSales(entries: readonly RecordEntry[], now: PropertyNow): FoldedSale[] {
  const folding = new Folding(entries, now)
  entries.forEach((entry, index) => {
    folding.read(entry)
    if (entries[index + 1]?.day !== entry.day) folding.closeDay(entry.day)
  })
  return [...folding.sales.values()]
}
