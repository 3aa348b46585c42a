const inMegabytes = (bytes: number): number => Math.round(bytes / 1_048_576)

/** Tells the bench where this process listens, and its memory and processor time when asked; ends when the bench does. */
export function untilParentEnds(address: string): void {
  process.on('disconnect', () => process.exit(0))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
    process.send?.({
      megabytes: inMegabytes(rss),
      heap: inMegabytes(heapTotal),
      heapUsed: inMegabytes(heapUsed),
      external: inMegabytes(external),
      cpuMs: (user + system) / 1000,
    })
  })
  process.send?.({ address })
}
