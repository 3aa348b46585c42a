/** Tells the bench where this process listens, and its memory and processor time when asked; ends when the bench does. */
export function untilParentEnds(address: string): void {
  process.on('disconnect', () => process.exit(0))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ megabytes: Math.round(process.memoryUsage.rss() / 1_048_576), cpuMs: (user + system) / 1000 })
  })
  process.send?.({ address })
}
