import { describe, expect, test } from 'vitest'
import {
  calibrationInWords,
  calibrationOf,
  chanceByDay,
  daysOutInWords,
  lateWarning,
  spreadOf,
  tooFewToScore,
  wideningOf,
  wilson,
} from './score.ts'

const rounded = ({ low, high }: { low: number; high: number }) => [low.toFixed(4), high.toFixed(4)]

describe('80 % Wilson interval, calculated by hand with z = 1.2816', () => {
  test.each([
    [66, 100, ['0.5971', '0.7177']],
    [0, 20, ['0.0000', '0.0759']],
    [20, 20, ['0.9241', '1.0000']],
    [0, 0, ['0.0000', '1.0000']],
  ])('%i of %i', (came, count, expected) => expect(rounded(wilson(came, count))).toEqual(expected))
})

describe('Calibration', () => {
  const sums = [
    { group: 8, said: 85, came: 70, count: 100 },
    { group: 1, said: 6, came: 8, count: 40 },
    { group: 4, said: 4.5, came: 9, count: 10 },
    { group: 5, said: 0, came: 0, count: 0 },
  ]

  test('mean forecast, share that exchanged and counts by group; groups under 20 are marked, empty ones left out', () => {
    expect(calibrationOf(sums).map(({ from, said, came, count, enough }) => [from, said, came, count, enough])).toEqual([
      [0.1, 0.15, 0.2, 40, true],
      [0.4, 0.45, 0.9, 10, false],
      [0.8, 0.85, 0.7, 100, true],
    ])
  })

  test('the sentence names the mean gap and the group with the largest one, without small groups', () => {
    // (40 × 5 + 100 × 15) / 140 = 12.1 points.
    expect(calibrationInWords(calibrationOf(sums), 4)).toBe(
      'Forecasts made 4 weeks before and actual exchanges differ by 12 points on average. Where 85 in 100 were forecast, fewer exchanged: 70 of 100.',
    )
    expect(calibrationInWords(calibrationOf(sums.slice(1, 2)), 8)).toBe(
      'Forecasts made 8 weeks before and actual exchanges differ by 5 points on average. No group differs by more than chance explains.',
    )
    expect(calibrationInWords(calibrationOf(sums.slice(2)), 12)).toBe('No group of chances has 20 forecasts yet.')
  })
})

describe('tooFewToScore', () => {
  test.each([
    [0, 0, null, 'No forecast has been stored yet. They are stored once a week and scored after 26 weeks.'],
    [3, 1, '2027-03-05', 'Scored from 05/03/2027 on: 3 of 26 weeks so far.'],
    [26, 19, '2027-03-05', 'Scored from 50 exchanges on: 19 of 50 so far.'],
  ])('%i weeks, %i exchanges', (weeks, exchanges, from, words) =>
    expect(tooFewToScore({ weeks, exchanges }, from)?.words).toBe(words),
  )
  test('26 weeks and 50 exchanges are enough', () => expect(tooFewToScore({ weeks: 26, exchanges: 50 }, '2027-03-05')).toBeNull())
})

test('a simpler method that is better is described in the same words', () => {
  expect(daysOutInWords({ ours: 27.2, other: 40.3, forecasts: 9 }, 'the company’s median')).toBe(
    'The forecast was out by 27 days on average, less than the company’s median: 40 days.',
  )
  expect(daysOutInWords({ ours: 27.2, other: 1.2, forecasts: 9 }, 'the typed dates')).toBe(
    'The forecast was out by 27 days on average, more than the typed dates: 1 day.',
  )
  expect(daysOutInWords({ ours: 27.2, other: 26.8, forecasts: 9 }, 'the typed dates')).toContain('as much as')
})

test.each([
  [100, 66, 'Recently, 66 of 100 sales exchanged by their 8-in-10 date.'],
  [100, 95, 'Recently, 95 of 100 sales exchanged by their 8-in-10 date.'],
  [100, 70, null],
  [100, 90, null],
  [49, 0, null],
])('8-in-10 dates of %i sales, of which %i exchanged by it', (due, came, words) => expect(lateWarning({ due, came })).toBe(words))

describe('Widening', () => {
  const weeks = (count: number, off: number) =>
    Array.from({ length: count }, (_, week) => ({ said: 5, spread: 2, came: 5 + (week % 2 ? off : -off) }))

  test('root mean square of the errors in standard deviations, from 1 to 2; 1 under 26 weeks', () => {
    expect(wideningOf(weeks(26, 3))).toBeCloseTo(1.5, 9)
    expect(wideningOf(weeks(25, 3))).toBe(1)
    expect(wideningOf(weeks(26, 1))).toBe(1)
    expect(wideningOf(weeks(52, 9))).toBe(2)
  })

  test('comes down as wrong weeks leave the year; a few do not hold it at its maximum', () => {
    const after = (wrong: number) => wideningOf([...weeks(wrong, 800), ...weeks(52 - wrong, 2)])
    expect(after(52)).toBe(2)
    expect(after(26)).toBeCloseTo(1.58, 2)
    expect(after(12)).toBeLessThan(1.31)
    expect(after(1)).toBeLessThan(1.03)
  })

  test('sales that exchange together have a larger standard deviation', () => {
    expect(spreadOf([{ chance: 0.5, sales: 2 }])).toBeCloseTo(1, 9)
    expect(
      spreadOf([
        { chance: 0.5, sales: 1 },
        { chance: 0.5, sales: 1 },
      ]),
    ).toBeCloseTo(Math.SQRT1_2, 9)
  })
})

test('chances are interpolated between two weeks and constant after the last', () => {
  const byWeek = [0, 0.1, 0.8]
  expect([-3, 0, 7, 10.5, 14, 400].map((days) => chanceByDay(byWeek, days).toFixed(2))).toEqual([
    '0.00',
    '0.00',
    '0.10',
    '0.45',
    '0.80',
    '0.80',
  ])
})
