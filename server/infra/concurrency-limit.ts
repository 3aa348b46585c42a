/** Lets so many pieces of work go on at once; the rest wait their turn. */
export function concurrencyLimit(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let working = 0
  return async (work) => {
    if (working >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else working += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
