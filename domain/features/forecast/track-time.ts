import { after, type Distribution } from './distributions.ts'
import { chanceOfNoEntry } from './entry-shares.ts'
import type { StepCurve } from './step-curve.ts'

/**
 * A step of a track without an entry: its curve, the chance that it is never recorded, and, if a later step is complete, the chance that
 * it is nevertheless not done (1 if none is). `enteredAfter`: see `EntryShares`.
 */
export type OpenStep = { curve: StepCurve; missing: number; late: number }

/** Smaller chances are left out. */
const negligible = 1e-5

/**
 * When the open steps of a track are done, the first of which started `run` days ago. A step may have been done without an entry: then the
 * next one has been running since.
 */
export function timeOfTrack(
  steps: readonly OpenStep[],
  { run, theta, days, enteredAfter }: { run: number; theta: number; days: number; enteredAfter: readonly number[] },
): Distribution {
  let future: Distribution | null = null
  let total = 0
  /** Element t: chance that the step started t days ago. */
  let started = new Float64Array(run + 1)
  started[run] = 1
  for (const { curve, missing, late } of steps) {
    const longer = survival(curve, theta, run + days)
    const remaining = new Float64Array(days)
    const next = new Float64Array(run + 1)
    const noEntry = next.map((_, since) => chanceOfNoEntry(missing, enteredAfter, since))
    for (let ago = run; ago >= 0; ago--) {
      const chance = started[ago] as number
      if (chance < negligible) continue
      const running = chance * late
      total += running * (longer[ago] as number)
      for (let day = 0; day < days; day++)
        remaining[day] =
          (remaining[day] as number) + running * ((longer[ago + day] as number) - (longer[ago + day + 1] as number))
      // Done `since` days ago.
      for (let since = missing > 0 ? ago : Math.min(ago, enteredAfter.length - 1); since > 0; since--)
        next[since] =
          (next[since] as number) +
          (noEntry[since] as number) * chance * ((longer[ago - since] as number) - (longer[ago - since + 1] as number))
    }
    future = future === null ? remaining : sumOf(after(future, durationOf(longer, days)), remaining)
    started = next
  }
  const done = started.reduce((sum, chance) => sum + chance, 0)
  const result = future ?? new Float64Array(days)
  result[0] = (result[0] as number) + done
  return result.map((chance) => chance / (total + done))
}

/** Element d: chance to last d days or more. */
function survival(curve: StepCurve, theta: number, days: number): Float64Array {
  const result = new Float64Array(days + 1)
  for (let day = 0; day <= days; day++) result[day] = Math.exp(-theta * curve.hazardAt(day - 1))
  return result
}

const durationOf = (longer: Float64Array, days: number): Distribution =>
  new Float64Array(days).map((_, day) => (longer[day] as number) - (longer[day + 1] as number))

const sumOf = (one: Distribution, other: Distribution): Distribution => one.map((chance, day) => chance + (other[day] as number))
