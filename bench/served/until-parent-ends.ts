/** Tells the bench where this process listens, and its memory when asked; ends when the bench does, however that ends. */
export function untilParentEnds(address: string): void {
  process.on('disconnect', () => process.exit(0))
  process.on('message', () => process.send?.({ megabytes: Math.round(process.memoryUsage.rss() / 1_048_576) }))
  process.send?.({ address })
}
