import type { StepKey } from '../timeline/step-definitions.ts'
import type { SaleEntry } from './entry-shares.ts'
import type { StepFacts } from './sale-facts.ts'
import { financial, legal, stepsToReady } from './step-network.ts'

/** Which steps of a sale that exchanged were recorded. `steps`: with the days that are their own; `enteredAfter`: days until the entry. */
export function entriesOf(
  steps: readonly StepFacts[],
  enteredAfter: (step: StepFacts) => number | null = () => null,
): SaleEntry[] {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const applies = stepsToReady.filter((key) => (byKey.get(key)?.state ?? 'NA') !== 'NA')
  const dayOf = (key: StepKey) => byKey.get(key)?.completedOn ?? null
  const mortgage = applies.filter((key) => isOneOf(financial, key))
  const hasMortgage = mortgage.some((key) => dayOf(key) !== null)
  const entries = applies.flatMap((key): SaleEntry[] => {
    if (isOneOf(financial, key) && !hasMortgage) return []
    const day = dayOf(key)
    if (day === null) return [{ key, is: 'missing' }]
    const isLate = laterInTrack(key).some((later) => (dayOf(later) ?? day) < day)
    const days = enteredAfter(byKey.get(key) as StepFacts)
    return [{ key, is: isLate ? 'late' : 'recorded', ...(days === null ? {} : { enteredAfter: days }) }]
  })
  return mortgage.length === 0 ? entries : [...entries, { key: 'mortgage', is: hasMortgage ? 'recorded' : 'missing' }]
}

const isOneOf = (keys: readonly StepKey[], key: StepKey): boolean => keys.includes(key)

/** The later steps of the legal or financial track. */
export const laterInTrack = (key: StepKey): readonly StepKey[] =>
  [legal, financial].flatMap((track: readonly StepKey[]) => (track.includes(key) ? track.slice(track.indexOf(key) + 1) : []))
