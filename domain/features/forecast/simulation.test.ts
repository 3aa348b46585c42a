import { expect, test } from 'vitest'
import { scoreSimulation } from './testing/score-simulation.ts'

/** A short form; the bounds of the design are held in `simulation.full.test.ts`. */
test('simulated company, some days of a year: half and 8 in 10 come by their day, fewer days out than the company’s median', () => {
  const simulation = { salesPerYear: 60, yearsBefore: 1, paceSpread: 0.3, stepShape: 'lognormal', chainsDrawn: true } as const
  const { forecasts, cameBy, daysOut, daysOutOfMedian } = scoreSimulation({ ...simulation, seed: 701 }, { every: 60 })
  expect(forecasts).toBeGreaterThan(60)
  const [, , half = 0, eight = 0] = cameBy
  expect(Math.abs(half - 50)).toBeLessThan(20)
  expect(Math.abs(eight - 80)).toBeLessThan(16)
  expect(daysOut).toBeLessThan(daysOutOfMedian)
})
