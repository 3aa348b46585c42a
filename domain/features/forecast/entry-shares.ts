import type { StepKey } from '../timeline/step-definitions.ts'
import { cumulativeHazard, type Rates } from './bands.ts'

/**
 * How reliably steps are recorded: of the sales that exchanged, how many never recorded a step, or recorded it after a later one. Learned by
 * branch, and separately for sales that came from files, whose earlier steps nobody ticks afterwards. Decision 86.
 */

/** A step, or the mortgage as a whole: a sale without any step of it was probably bought with cash. */
export type EntryKey = StepKey | 'mortgage'
export type EntryCounts = { recorded: number; missing: number; late: number }
/** Of one sale that exchanged. `late`: recorded, but completed after a later step of its track. */
export type SaleEntry = { key: EntryKey; is: keyof EntryCounts }

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
    for (const { key, is } of entries) {
      const counts = ofGroup.get(key) ?? { recorded: 0, missing: 0, late: 0 }
      counts[is]++
      ofGroup.set(key, counts)
    }
  }
}

/** The chance that a step is never recorded, that it is recorded after a later one, and that a sale not marked as cash has no mortgage. */
export type EntryShares = {
  missing: (key: StepKey) => number
  late: (key: StepKey) => number
  withoutMortgage: number
}

/** Every step is recorded when it is done. */
export const allRecorded: EntryShares = { missing: () => 0, late: () => 1, withoutMortgage: 0 }

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
  }
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
 * The chance that a step without an entry is not done yet. `running`: the chance that it takes longer; `late`: the chance that it is not
 * done although a later one is; 1 if none is.
 */
export const chanceNotDone = (running: number, { missing, late }: { missing: number; late: number }): number =>
  missing === 0 ? 1 : (running * late) / (running * late + missing * (1 - running))

/** The longest time to count for a step without an entry: after it, it was probably done without one. */
const longest = 730
export function daysCounted(rates: Rates, days: number, { missing, late }: { missing: number; late: number }): number {
  if (missing <= 0) return days
  // Hardly anybody records it: nothing is known of the step.
  if (missing >= 0.5) return 0
  const isProbablyDone = (day: number): boolean => chanceNotDone(Math.exp(-cumulativeHazard(rates, day)), { missing, late }) < 0.5
  let [from, until] = [0, Math.min(days, longest)]
  if (!isProbablyDone(until)) return days
  while (from < until) {
    const middle = Math.floor((from + until) / 2)
    if (isProbablyDone(middle)) until = middle
    else from = middle + 1
  }
  return from
}
