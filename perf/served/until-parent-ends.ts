import { readdirSync } from 'node:fs'

const inMegabytes = (bytes: number): number => Math.round(bytes / 1_048_576)

/** How many there are in a folder of Linux's that lists them; 0 where there is no such folder. */
const countIn = (folder: string): number => {
  try {
    return readdirSync(folder).length
  } catch {
    return 0
  }
}

/**
 * Tells the bench where this process listens, and its memory, processor time and what it holds open when asked; ends when
 * the bench does. Asked for `collected`, it first throws away what nobody uses, where it was started with `--expose-gc`.
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
