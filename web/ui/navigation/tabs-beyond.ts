/**
 * The positions of the tabs that do not fit into the bar, for its menu *More*. The tabs that fit are the first ones and the current one.
 * `current` is -1 without one.
 */
export function tabsBeyond(
  widths: readonly number[],
  { room, gap, more, current }: { room: number; gap: number; more: number; current: number },
): number[] {
  const widthOf = (at: number) => (widths[at] ?? 0) + gap
  const all = widths.map((_, at) => at)
  const sum = (tabs: readonly number[]) => tabs.reduce((width, at) => width + widthOf(at), -gap)
  if (room === 0 || sum(all) <= room) return []
  const isFirst = (at: number) => sum([...all.slice(0, at + 1), ...(current > at ? [current] : [])]) <= room - gap - more
  const first = all.findIndex((at) => !isFirst(at))
  return all.slice(first).filter((at) => at !== current)
}
