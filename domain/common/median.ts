/** The median of whole numbers, null if there are none. For an even count, the mean of the two middle numbers, rounded half up. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}
