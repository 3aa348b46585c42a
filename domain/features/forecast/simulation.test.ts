import { expect, test } from 'vitest'
import { scoreSimulation } from './testing/score-simulation.ts'

/** Short form; the bounds of the design are tested in `simulation.full.test.ts`. */
test('simulated company: half by and 8 in 10 by cover their shares, with a smaller error than the company’s median', () => {
  const simulation = { salesPerYear: 60, yearsBefore: 1, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
  const { forecasts, coverage, meanError, meanErrorOfMedian } = scoreSimulation({ ...simulation, seed: 701 }, { every: 60 })
  expect(forecasts).toBeGreaterThan(60)
  const [, , half = 0, eight = 0] = coverage
  expect(Math.abs(half - 50)).toBeLessThan(20)
  expect(Math.abs(eight - 80)).toBeLessThan(16)
  expect(meanError).toBeLessThan(meanErrorOfMedian)
})
