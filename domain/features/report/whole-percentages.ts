/**
 * Shares as whole percentages that add up to 100: "The three percentages cover sold, not yet exchanged, and add up to
 * 100" (domain decisions, "Chain"). Each is rounded down and what is missing goes to the largest remainders, the earlier
 * first, so that no share is off by a whole percent. Null where there is nothing to share.
 */
export function wholePercentages(counts: readonly number[]): number[] | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const floors = counts.map((count) => Math.floor((count * 100) / total))
  const missing = 100 - floors.reduce((sum, floor) => sum + floor, 0)
  const byRemainder = counts
    .map((count, index) => ({ index, remainder: (count * 100) % total }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return floors.map((floor, index) => floor + (raised.has(index) ? 1 : 0))
}
