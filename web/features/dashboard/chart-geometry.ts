/** Geometry of sparkline and column chart. */

export type SparkPoint = { x: number; y: number }

/** The view box of a sparkline; `room` and `top` keep the end dot inside. */
export const sparkBox = { width: 56, height: 20, room: 2, top: 3 }

const round = (value: number): number => Math.round(value * 10) / 10

/**
 * The points of a sparkline, oldest first, without unknown values. The values are scaled to the full height; equal values
 * run through the middle.
 */
export function sparkPoints(values: readonly (number | null)[]): SparkPoint[] {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const all = known.map(({ value }) => value)
  const [lowest, highest] = [Math.min(...all), Math.max(...all)]
  const { width, height, room, top } = sparkBox
  const step = (width - 2 * room) / Math.max(1, values.length - 1)
  const y = (value: number) =>
    highest === lowest ? height / 2 : top + ((height - 2 * top) * (highest - value)) / (highest - lowest)
  return known.map(({ value, index }) => ({ x: round(room + index * step), y: round(y(value)) }))
}

export const svgPath = (points: readonly SparkPoint[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** Grid lines above zero. */
const maxGridLines = 4

/**
 * The values of the grid lines, from zero to the first that no value exceeds. The step is a whole 1, 2, 2.5 or 5 times a
 * power of ten.
 */
export function gridLines(values: readonly (number | null)[]): number[] {
  const highest = Math.max(0, ...values.map((value) => value ?? 0))
  if (highest === 0) return [0]
  const power = 10 ** Math.floor(Math.log10(highest / maxGridLines))
  const steps = [1, 2, 2.5, 5, 10, 20].map((times) => times * power).filter((step) => step >= 1 && Number.isInteger(step))
  const step = steps.find((one) => Math.ceil(highest / one) <= maxGridLines) ?? Math.max(1, Math.ceil(highest / maxGridLines))
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}
