import type { StepKey } from '../timeline/step-definitions.ts'
import { bandOf, bandStarts, cumulativeHazard, type Rates } from './bands.ts'

/**
 * How reliably steps are recorded: of the sales that exchanged, how many never recorded a step, or recorded it after a later one, and how
 * many days after it was done a step is entered. Learned by branch, and separately for sales that came from files, whose earlier steps
 * nobody ticks afterwards. Decision 86.
 */

/** A step, or the mortgage as a whole: a sale without any step of it was probably bought with cash. */
export type EntryKey = StepKey | 'mortgage'
type EntryKind = 'recorded' | 'missing' | 'late'
/** `entered`: entries by the days until they were made, in `bandStarts`. */
export type EntryCounts = Record<EntryKind, number> & { entered?: number[] }
/** Of one sale that exchanged. `late`: recorded, but completed after a later step of its track. `enteredAfter`: days; absent: unknown. */
export type SaleEntry = { key: EntryKey; is: EntryKind; enteredAfter?: number }

/** Counts by group and step. */
export type EntryTable = ReadonlyMap<string, ReadonlyMap<EntryKey, EntryCounts>>

/** The group of sales from files. */
export const importedGroup = 'imported'
export const entryGroupOf = ({ branch, imported }: { branch: string; imported?: boolean | undefined }): string =>
  imported === true ? importedGroup : branch

export class EntryCounter {
  readonly counts = new Map<string, Map<EntryKey, EntryCounts>>()
  add(group: string, entries: readonly SaleEntry[]): void {
    const ofGroup = this.counts.get(group) ?? new Map<EntryKey, EntryCounts>()
    this.counts.set(group, ofGroup)
    for (const { key, is, enteredAfter } of entries) {
      const counts = ofGroup.get(key) ?? { recorded: 0, missing: 0, late: 0 }
      counts[is]++
      if (enteredAfter !== undefined) {
        counts.entered ??= bandStarts.map(() => 0)
        const band = bandOf(enteredAfter)
        counts.entered[band] = (counts.entered[band] as number) + 1
      }
      ofGroup.set(key, counts)
    }
  }
}

/** The chance that a step is never recorded, that it is recorded after a later one, and that a sale not marked as cash has no mortgage. */
export type EntryShares = {
  missing: (key: StepKey) => number
  late: (key: StepKey) => number
  withoutMortgage: number
  /** Element d: the chance that an entry is made d days after the step was done, or later. Ends when all are made. */
  enteredAfter: readonly number[]
}

/** Every step is recorded when it is done. */
export const allRecorded: EntryShares = { missing: () => 0, late: () => 1, withoutMortgage: 0, enteredAfter: [1] }

/** The chance that a step done so many days ago has no entry. */
export const chanceOfNoEntry = (missing: number, enteredAfter: readonly number[], days: number): number =>
  missing + (1 - missing) * (enteredAfter[days] ?? 0)

const strength = 10
/** Before anything is learned: shares of steps recorded late, and of cash sales that are not marked. */
const [usuallyLate, usuallyUnmarked] = [0.2, 0.02]
const mostMissing = 0.98

export function entrySharesOf(table: EntryTable, group: string): EntryShares {
  const ofGroup = table.get(group)
  const companyShare = (key: EntryKey, of: 'missing' | 'late', prior: number): number => {
    let [count, total] = [0, 0]
    for (const [name, counts] of table) {
      const found = counts.get(key)
      if (found === undefined || name === importedGroup) continue
      count += found[of]
      total += of === 'missing' ? totalOf(found) : found.recorded + found.late
    }
    return (count + strength * prior) / (total + strength)
  }
  const share = (key: EntryKey, of: 'missing' | 'late', prior: number): number => {
    const found = ofGroup?.get(key)
    const parent = companyShare(key, of, prior)
    if (found === undefined) return parent
    const total = of === 'missing' ? totalOf(found) : found.recorded + found.late
    return (found[of] + strength * parent) / (total + strength)
  }
  const missing = cached((key) => Math.min(mostMissing, share(key, 'missing', 0)))
  return {
    missing,
    late: cached((key) => share(key, 'late', usuallyLate)),
    withoutMortgage: Math.min(mostMissing, share('mortgage', 'missing', usuallyUnmarked)),
    enteredAfter: enteredAfter(table, group),
  }
}

/** Entries that are made later count as made on this day. */
const latestEntry = 91

/** Entries of all steps by band. */
function enteredIn(groups: Iterable<ReadonlyMap<EntryKey, EntryCounts>>): number[] {
  const sums = bandStarts.map(() => 0)
  for (const group of groups)
    for (const { entered = [] } of group.values())
      entered.forEach((count, band) => {
        sums[band] = (sums[band] as number) + count
      })
  return sums
}

/** Entries made on a day or later. */
const madeFrom = (entered: readonly number[], day: number): number =>
  entered.reduce((sum, count, band) => {
    const [from, until] = [bandStarts[band] as number, bandStarts[band + 1] ?? latestEntry + 1]
    return sum + count * Math.min(1, Math.max(0, (until - day) / (until - from)))
  }, 0)

const enteredByTable = new WeakMap<EntryTable, Map<string, number[]>>()

/** By the entries of the group, shrunk towards those of the company. Cached, because it is asked for each sale. */
function enteredAfter(table: EntryTable, group: string): number[] {
  const cache = enteredByTable.get(table) ?? new Map<string, number[]>()
  enteredByTable.set(table, cache)
  const known = cache.get(group)
  if (known !== undefined) return known
  const [ofCompany, ofGroup] = [enteredIn(table.values()), enteredIn([table.get(group) ?? new Map()])]
  const [inCompany, inGroup] = [madeFrom(ofCompany, 0), madeFrom(ofGroup, 0)]
  const chances = Array.from({ length: latestEntry + 1 }, (_, day) => {
    const usual = madeFrom(ofCompany, day) / (inCompany + strength)
    return (madeFrom(ofGroup, day) + strength * usual) / (inGroup + strength)
  })
  const made = [1, ...chances.slice(1, chances.findLastIndex((chance) => chance > 0) + 1)]
  cache.set(group, made)
  return made
}

const totalOf = ({ recorded, missing, late }: EntryCounts): number => recorded + missing + late

function cached(of: (key: StepKey) => number): (key: StepKey) => number {
  const known = new Map<StepKey, number>()
  return (key) => {
    const found = known.get(key) ?? of(key)
    known.set(key, found)
    return found
  }
}

/**
 * What is known of a step without an entry. `late`: the chance that it is not done although a later one is; 1 if none is. `after`: the step
 * after it, which has no entry either; null if a later one is complete.
 */
export type NoEntry = { missing: number; late: number; after: { rates: Rates; missing: number } | null }

/**
 * For how many of its days a step without an entry was probably running, on average: it may have been done without one, and then the step
 * after it has been running since.
 */
export function daysCounted(rates: Rates, days: number, { missing, late, after }: NoEntry): number {
  if (missing <= 0) return days
  // Hardly anybody records it: nothing is known of the step.
  if (missing >= 0.5) return 0
  const longer = (of: Rates, day: number): number => Math.exp(-cumulativeHazard(of, day))
  const running = late * longer(rates, days - 1)
  let [total, sum] = [running, running * days]
  for (let day = 0; day < days; day++) {
    const done = longer(rates, day - 1) - longer(rates, day)
    const noneAfter = after === null ? 1 : chanceOfNoEntry(after.missing, [longer(after.rates, days - day - 1)], 0)
    total += done * missing * noneAfter
    sum += done * missing * noneAfter * (day + 1)
  }
  return Math.round(sum / total)
}
