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
  let [earlier, ofOne, ofOther] = [0, sumFrom(one.past, past.length), sumFrom(other.past, past.length)]
  for (let ago = past.length - 1; ago > 0; ago--) {
    ofOne += one.past[ago] as number
    ofOther += other.past[ago] as number
    past[ago] = ofOne * ofOther - earlier
    earlier = ofOne * ofOther
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
  const longer = new Float64Array(run + days + 1)
  const lasts = new Float64Array(run + days)
  for (let day = 0; day <= run + days; day++) {
    longer[day] = Math.exp(-theta * curve.hazardAt(day - 1))
    if (day > 0) lasts[day - 1] = (longer[day - 1] as number) - (longer[day] as number)
  }
  /** Days from `run` days ago on: when it would be done if it started in the past. */
  const started = new Float64Array(run + days)
  for (let ago = run; ago > 0; ago--) started[run - ago] = start.past[ago] as number
  const done = after(started, lasts)
  const past = new Float64Array(run + 1)
  for (let ago = run; ago > 0; ago--) past[ago] = (done[run - ago] as number) * chanceOfNoEntry(missing, enteredAfter, ago)
  const running = start.past.reduce((sum, chance, ago) => sum + chance * (longer[ago] as number), 0)
  const total = 1 - sumFrom(start.past) + late * running + sumFrom(past)
  const future = after(start.future, lasts)
  for (let day = 0; day < days; day++) future[day] = ((future[day] as number) + late * (done[run + day] as number)) / total
  const first = past.findLastIndex((chance) => chance > negligible)
  return { past: past.subarray(0, Math.max(0, first) + 1).map((chance) => chance / total), future }
}
