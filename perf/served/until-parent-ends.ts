import { readdirSync } from 'node:fs'

const inMegabytes = (bytes: number): number => Math.round(bytes / 1_048_576)

/** Number of entries in a /proc folder; 0 if it does not exist. */
const countIn = (folder: string): number => {
  try {
    return readdirSync(folder).length
  } catch {
    return 0
  }
}

/**
 * Reports address and, on request, memory, processor time and open resources to the parent process; exits with it. `collected`
 * runs garbage collection first, if started with `--expose-gc`.
 */
export function reportUntilParentExits(address: string): void {
  process.on('disconnect', () => process.exit(0))
  process.on('message', (asked) => {
    if (asked === 'collected') for (let round = 0; round < 2; round += 1) globalThis.gc?.()
    const { user, system } = process.cpuUsage()
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
    process.send?.({
      megabytes: inMegabytes(rss),
      heap: inMegabytes(heapTotal),
      heapUsed: inMegabytes(heapUsed),
      external: inMegabytes(external),
      files: countIn('/proc/self/fd'),
      threads: countIn('/proc/self/task'),
      cpuMs: (user + system) / 1000,
    })
  })
  process.send?.({ address })
}
