export type ConcurrencyLimit = {
  <T>(work: () => Promise<T>): Promise<T>
  /** Number of queued functions. */
  readonly pendingCount: number
}

/** Runs at most `limit` async functions at the same time and queues the others. */
export function concurrencyLimit(limit: number): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let running = 0
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
  return Object.defineProperty(run, 'pendingCount', { get: () => queue.length }) as ConcurrencyLimit
}
