/** Where the six figures of a stat are drawn: the little line of its tile, and the columns of its chart. */

export type SparkPoint = { x: number; y: number }

/** The box of a tile's line, and the room it keeps for the dot at its end. */
export const sparkBox = { width: 56, height: 20, room: 2, top: 3 }

const round = (value: number): number => Math.round(value * 10) / 10

/**
 * The points of a line through figures, the oldest first; what is not known is left out. Its height is the whole range, so
 * that a small change shows; where all are the same it runs through the middle.
 */
export function sparkPoints(figures: readonly (number | null)[]): SparkPoint[] {
  const known = figures.flatMap((figure, nth) => (figure === null ? [] : [{ figure, nth }]))
  const all = known.map(({ figure }) => figure)
  const [lowest, highest] = [Math.min(...all), Math.max(...all)]
  const { width, height, room, top } = sparkBox
  const step = (width - 2 * room) / Math.max(1, figures.length - 1)
  const y = (figure: number) =>
    highest === lowest ? height / 2 : top + ((height - 2 * top) * (highest - figure)) / (highest - lowest)
  return known.map(({ figure, nth }) => ({ x: round(room + nth * step), y: round(y(figure)) }))
}

export const svgPath = (points: readonly SparkPoint[]): string =>
  points.map(({ x, y }, nth) => `${nth === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** How many lines there are above the base, at most. */
const maxGridLines = 4

/**
 * The figures at the lines of a chart, from zero to the first one that nothing exceeds: 1, 2, 2.5 or 5 and their tenfolds
 * apart, and never between whole things.
 */
export function gridLines(figures: readonly (number | null)[]): number[] {
  const highest = Math.max(0, ...figures.map((figure) => figure ?? 0))
  if (highest === 0) return [0]
  const power = 10 ** Math.floor(Math.log10(highest / maxGridLines))
  const steps = [1, 2, 2.5, 5, 10, 20].map((times) => times * power).filter((step) => step >= 1 && Number.isInteger(step))
  const step = steps.find((one) => Math.ceil(highest / one) <= maxGridLines) ?? Math.max(1, Math.ceil(highest / maxGridLines))
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, nth) => nth * step)
}
