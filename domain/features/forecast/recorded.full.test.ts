import { expect, test } from 'vitest'
import { recordedProcesses } from './testing/recorded-processes.ts'
import { type RecordedScore, scoreRecorded } from './testing/score-recorded.ts'

/** Forecasts from what agencies record: few companies and days, so the bounds are wider than the goals. The figures are in decision 86. */

const defaults = { salesPerYear: 300, yearsBefore: 2, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
const seeds = [3901, 3902]
const mean = (scores: readonly RecordedScore[], of: (score: RecordedScore) => number): number =>
  scores.reduce((sum, score) => sum + of(score), 0) / scores.length

test.each(recordedProcesses)(
  '$name: half by and 8 in 10 cover their shares, with a smaller error than the company’s median',
  ({ simulation, recording }) => {
    const scores = seeds.map((seed) => scoreRecorded({ ...defaults, ...simulation, seed }, recording, 27))
    const [half, eight, bias] = [
      mean(scores, (one) => one.half),
      mean(scores, (one) => one.eight),
      mean(scores, (one) => one.bias),
    ]
    expect(half).toBeGreaterThan(40)
    expect(half).toBeLessThan(66)
    expect(eight).toBeGreaterThan(68)
    expect(eight).toBeLessThan(92)
    expect(Math.abs(bias)).toBeLessThan(12)
    expect(mean(scores, (one) => one.error / one.errorOfMedian)).toBeLessThan(0.95)
  },
  120_000,
)
