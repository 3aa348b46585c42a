import { describe, expect, test } from 'vitest'
import { pointsOf, type RankFacts, wholePounds } from './points.ts'

const today = '2025-11-05'
const sale: RankFacts = {
  fee: 1_000,
  dueOn: today,
  lateBase: 100,
  latePerDay: 15,
  lateCap: 500,
  phase: 'sold',
  expectedExchange: null,
  progress: 330,
  promisedFor: null,
}
const silence = { lateBase: 60, latePerDay: 10, lateCap: 300 }

describe('pointsOf: fee × lateness × nearness ÷ 100, half-up (the examples of [day](docs/design/day.md) on 05/11/2025)', () => {
  test.each<[string, Partial<RankFacts>, [number, number, number, number]]>([
    [
      'Searches back due 01/11, exchange expected 28/11',
      { fee: 4_258, dueOn: '2025-11-01', expectedExchange: '2025-11-28' },
      [4_258, 160, 20, 136],
    ],
    [
      'Docs & deposits due 01/11, exchange expected 10/11',
      { fee: 4_028, dueOn: '2025-11-01', expectedExchange: '2025-11-10' },
      [4_028, 160, 30, 193],
    ],
    [
      'Draft contracts due today, promised for 04/11, progress 33 %',
      { fee: 5_490, promisedFor: '2025-11-04' },
      [5_490, 150, 10, 82],
    ],
    [
      'mortgage offer expires 24/11, exchange expected 01/12',
      { fee: 3_724, dueOn: '2025-10-13', lateBase: 160, latePerDay: 6, expectedExchange: '2025-12-01' },
      [3_724, 298, 20, 222],
    ],
    [
      'move on 07/11',
      { fee: 4_714, dueOn: '2025-10-31', lateBase: 80, latePerDay: 10, lateCap: 300, phase: 'exchanged' },
      [4_714, 130, 20, 123],
    ],
    [
      'vendor last updated 24/10, limit 7, progress 45 %',
      { fee: 2_250, dueOn: '2025-10-31', ...silence, progress: 450 },
      [2_250, 110, 15, 37],
    ],
    ['task of no sale, due yesterday', { fee: null, dueOn: '2025-11-04', phase: null, progress: null }, [1_000, 115, 10, 12]],
    [
      'Searches back 40 days late, progress 80 %, fee unknown',
      { fee: null, dueOn: '2025-09-26', progress: 800 },
      [1_000, 500, 20, 100],
    ],
    [
      'mortgage offer expires 24/11, exchange moved to 20/11',
      { fee: 3_724, dueOn: '2025-10-13', lateBase: 60, latePerDay: 6, expectedExchange: '2025-11-20' },
      [3_724, 198, 20, 147],
    ],
  ])('%s', (_name, facts, [fee, lateness, nearness, points]) => {
    expect(pointsOf({ ...sale, ...facts }, today)).toEqual({ fee, lateness, nearness, points })
  })
})

test('wholePounds rounds half-up: 4,027.50 is 4,028', () => {
  expect([402_750, 402_749, 0, null].map(wholePounds)).toEqual([4_028, 4_027, 0, null])
})
