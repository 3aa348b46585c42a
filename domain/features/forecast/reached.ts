import { after, certainlyToday, cumulative, type Distribution, fromCumulative, later } from './distributions.ts'
import { chanceOfNoEntry } from './entry-shares.ts'
import type { StepCurve } from './step-curve.ts'

/**
 * When something is reached. `future[d]`: the chance that it is in d days; `past[s]`: that it was s days ago, without an entry. They add up
 * to 1, less what is beyond the horizon.
 */
export type Reached = { past: Float64Array; future: Distribution }

export const reachedIn = (future: Distribution): Reached => ({ past: new Float64Array(1), future })

/** For certain, so many days ago. */
export function reachedAgo(ago: number, days: number): Reached {
  if (ago === 0) return reachedIn(certainlyToday(days))
  const past = new Float64Array(ago + 1)
  past[ago] = 1
  return { past, future: new Float64Array(days) }
}

export const mayBePast = ({ past }: Reached): boolean => past.length > 1

const sumFrom = (chances: Float64Array, from = 0): number => chances.subarray(from).reduce((sum, chance) => sum + chance, 0)

/** The chance that it is reached by each day. */
export function reachedBy({ past, future }: Reached): Float64Array {
  const before = sumFrom(past)
  return before === 0 ? cumulative(future) : cumulative(future).map((chance) => before + chance)
}

/** When both are reached. */
export function laterOf(one: Reached, other: Reached): Reached {
  if (!mayBePast(one) && !mayBePast(other)) return reachedIn(later(one.future, other.future))
  const [first, second] = [reachedBy(one), reachedBy(other)]
  const past = new Float64Array(Math.min(one.past.length, other.past.length))
  let earlier = 0
  for (let ago = past.length - 1; ago > 0; ago--) {
    const both = sumFrom(one.past, ago) * sumFrom(other.past, ago)
    past[ago] = both - earlier
    earlier = both
  }
  const future = fromCumulative(first.map((chance, day) => chance * (second[day] as number)))
  future[0] = (future[0] as number) - earlier
  return { past, future }
}

/** Smaller chances are left out. */
const negligible = 1e-5

/**
 * A step without an entry: its curve, the pace, the chance that it is never recorded, and, if a later step is complete, the chance that it is
 * nevertheless not done (1 if none is). `enteredAfter`: see `EntryShares`.
 */
type StepWithoutEntry = { curve: StepCurve; theta: number; missing: number; late: number; enteredAfter: readonly number[] }

/**
 * When a step is done that starts when `start` is reached and has no entry. The longer it should have an entry, the less likely it was done,
 * and the less likely `start` was reached.
 */
export function afterStep(start: Reached, { curve, theta, missing, late, enteredAfter }: StepWithoutEntry): Reached {
  const { length: days } = start.future
  const run = start.past.length - 1
  /** Element d: the chance to last d days or more. */
  const longer = new Float64Array(run + days + 1).map((_, day) => Math.exp(-theta * curve.hazardAt(day - 1)))
  const lasts = (day: number): number => (longer[day] as number) - (longer[day + 1] as number)
  const remaining = new Float64Array(days)
  const past = new Float64Array(run + 1)
  const noEntry = past.map((_, since) => chanceOfNoEntry(missing, enteredAfter, since))
  let total = 1 - sumFrom(start.past)
  for (let ago = run; ago > 0; ago--) {
    const chance = start.past[ago] as number
    if (chance < negligible) continue
    const running = chance * late
    total += running * (longer[ago] as number)
    for (let day = 0; day < days; day++) remaining[day] = (remaining[day] as number) + running * lasts(ago + day)
    // Done `since` days ago.
    for (let since = missing > 0 ? ago : Math.min(ago, enteredAfter.length - 1); since > 0; since--)
      past[since] = (past[since] as number) + (noEntry[since] as number) * chance * lasts(ago - since)
  }
  total += sumFrom(past)
  const later = after(
    start.future,
    new Float64Array(days).map((_, day) => lasts(day)),
  )
  return {
    past: past.map((chance) => chance / total),
    future: later.map((chance, day) => (chance + (remaining[day] as number)) / total),
  }
}
