/** Milliseconds of one or more pieces of work, each done `samples` times in turn with the others, so that what else the machine does meets all of them alike. */
export async function measureInTurn<Name extends string>(
  work: Record<Name, () => Promise<unknown>>,
  samples: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(work) as Name[]
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (const name of names) await work[name]()
  for (let sample = 0; sample < samples; sample += 1)
    for (const name of names) {
      const started = performance.now()
      await work[name]()
      taken[name].push(performance.now() - started)
    }
  return taken
}

/** The value that `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
