import { wilson } from '../domain/features/forecast/score.ts'
import { pooledGroups, type SimulationScore } from '../domain/features/forecast/testing/score-simulation.ts'

/** Calibration plot, `docs/forecast-calibration.svg`. */

const horizons = [4, 8, 12] as const
const plot = { size: 260, left: 52, right: 14, top: 34, bottom: 44 }
const lines = [0, 0.25, 0.5, 0.75, 1]
/** Groups with fewer forecasts are drawn hollow, as on the screen. */
const fewest = 20

const style = `
  .page { fill: #fff } text { fill: #41506b; font: 12px system-ui, sans-serif } .head { fill: #1b2b4b; font-weight: 600 }
  .grid { stroke: #dde3ec } .right { stroke: #8794a8; stroke-dasharray: 4 4 } .whisker { stroke: #2f62c9; fill: none }
  .actual { fill: #2f62c9; stroke: #2f62c9 } .few { fill: #fff }
  @media (prefers-color-scheme: dark) {
    .page, .few { fill: #131a26 } text { fill: #a9b5c9 } .head { fill: #e8edf5 } .grid { stroke: #2b3648 } .right { stroke: #66758c }
    .whisker { stroke: #7fa6f5 } .actual { fill: #7fa6f5; stroke: #7fa6f5 } .actual.few { fill: #131a26 }
  }`

const x = (share: number): number => plot.left + share * (plot.size - plot.left - plot.right)
const y = (share: number): number => plot.size - plot.bottom - share * (plot.size - plot.top - plot.bottom)
const round = (value: number): string => value.toFixed(1)

function plotOf(scores: readonly SimulationScore[], horizon: number): string {
  const groups = pooledGroups(scores, horizon).filter(({ count }) => count > 0)
  const grid = lines.map(
    (share) =>
      `<path class="grid" d="M${round(x(0))} ${round(y(share))}H${round(x(1))}"/>` +
      `<text x="${round(x(0) - 8)}" y="${round(y(share) + 4)}" text-anchor="end">${100 * share} %</text>` +
      `<text x="${round(x(share))}" y="${round(y(0) + 17)}" text-anchor="middle">${100 * share}</text>`,
  )
  const points = groups.map(({ forecast, actual, count }) => {
    const { low, high } = wilson(actual, count)
    const at = round(x(forecast / count))
    return (
      `<path class="whisker" d="M${at} ${round(y(low))}V${round(y(high))}"/>` +
      `<circle class="actual${count < fewest ? ' few' : ''}" cx="${at}" cy="${round(y(actual / count))}" r="4"/>`
    )
  })
  return [
    `<g transform="translate(${horizon * plot.size} 0)">`,
    `<text class="head" x="${round(x(0))}" y="20">Within ${horizons[horizon]} weeks</text>`,
    ...grid,
    `<path class="right" d="M${round(x(0))} ${round(y(0))}L${round(x(1))} ${round(y(1))}"/>`,
    ...points,
    `<text x="${round(x(0.5))}" y="${plot.size - 8}" text-anchor="middle">forecast, %</text>`,
    horizon === 0 ? `<text transform="translate(12 ${round(y(0.5))}) rotate(-90)" text-anchor="middle">actual</text>` : '',
    '</g>',
  ].join('\n')
}

/** Calibrated forecasts lie on the diagonal; bars are 80 % intervals of the actual share. */
export const calibrationPlot = (scores: readonly SimulationScore[], title: string): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${horizons.length * plot.size} ${plot.size}" width="${horizons.length * plot.size}" height="${plot.size}" role="img">`,
    `<title>${title}</title>`,
    `<style>${style}</style>`,
    `<rect class="page" width="${horizons.length * plot.size}" height="${plot.size}"/>`,
    ...horizons.map((_, horizon) => plotOf(scores, horizon)),
    '</svg>',
    '',
  ].join('\n')
