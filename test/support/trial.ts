/** `short`: some seconds, in tests. `long`: `npm run bench`. */
export type Length = 'short' | 'long'

/** The result of a trial; keys are printed. */
export type Outcome = {
  /** The number of attempts of each kind: at least one. */
  tried: Record<string, number>
  /** The number of failures of each kind: all must be zero. */
  lost: Record<string, number>
  /** Other measurements with units: `{ 'longest wait': '1.2 s' }`. */
  figures?: Record<string, string>
}

export type Trial = { name: string; run(on: { length: Length; print: (line: string) => void }): Promise<Outcome> }

/** Why a trial failed: something was lost, or nothing was attempted. */
export const trialFailures = ({ tried, lost }: Outcome): string[] => [
  ...Object.entries(lost).flatMap(([what, times]) => (times === 0 ? [] : [`${what}: ${times}`])),
  ...Object.entries(tried).flatMap(([what, times]) => (times > 0 ? [] : [`not tried: ${what}`])),
  ...(Object.keys(lost).length === 0 ? ['says nothing of what could be lost'] : []),
  ...(Object.keys(tried).length === 0 ? ['says nothing of what was tried'] : []),
]

const listed = (counts: Record<string, number | string>): string =>
  Object.entries(counts)
    .map(([what, value]) => `${what} ${typeof value === 'number' ? value.toLocaleString('en-GB') : value}`)
    .join(' · ')

/** Runs trials one after the other, prints their results and returns them by name. Throws at the end if one failed. */
export async function runTrials(trials: readonly Trial[], print: (line: string) => void): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {}
  const wrong: string[] = []
  for (const { name, run } of trials) {
    const started = performance.now()
    const outcome = await run({ length: 'long', print })
    outcomes[name] = outcome
    wrong.push(...trialFailures(outcome).map((complaint) => `${name}: ${complaint}`))
    print(`\n${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
    print(`  tried: ${listed(outcome.tried)}`)
    print(`  lost: ${listed(outcome.lost)}`)
    if (outcome.figures) print(`  ${listed(outcome.figures)}`)
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return outcomes
}
