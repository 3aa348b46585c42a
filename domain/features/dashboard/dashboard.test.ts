import { expect, test } from 'vitest'
import { defaultEndOfWeek, type EndOfWeek } from '../../common/company-week.ts'
import { metricDays, metricKeys, metrics, metricsOf, overallTiles } from './metrics.ts'
import { periodOfKey, periodsOf } from './periods.ts'

test('periodsOf: two weeks that end today and the five periods before, newest first, without a gap, across clock changes', () => {
  const periods = periodsOf('2026-04-03', defaultEndOfWeek)
  expect(periods.map(({ key, first, last }) => `${key} ${first} ${last}`)).toEqual([
    '2026-03-21 2026-03-21 2026-04-03',
    '2026-03-07 2026-03-07 2026-03-20',
    '2026-02-21 2026-02-21 2026-03-06',
    '2026-02-07 2026-02-07 2026-02-20',
    '2026-01-24 2026-01-24 2026-02-06',
    '2026-01-10 2026-01-10 2026-01-23',
  ])
})

test.each([
  ['the newest of today', '2026-03-21', true],
  ['the newest of yesterday', '2026-03-20', true],
  ['one that ends tomorrow', '2026-03-22', false],
  ['the oldest of today', '2026-01-10', true],
  ['one that ended long ago', '2025-12-01', false],
])('periodOfKey accepts periods shown today or before midnight: %s', (_which, key, isListed) => {
  expect(periodOfKey(key, '2026-04-03', defaultEndOfWeek) !== null).toBe(isListed)
})

const newest = (today: string, endOfWeek: EndOfWeek) => {
  const [period] = periodsOf(today, endOfWeek)
  if (!period) throw new Error('no period')
  return { ...period, ...periodOfKey(period.key, today, endOfWeek) }
}
const range = ({ first, last }: { first: string; last: string }) => `${first} – ${last}`

test.each([
  ['on Friday, the last day', '2026-03-13', '2026-03-07 – 2026-03-13', '2026-03-13 – 2026-03-20', '2026-03-07 – 2026-03-13'],
  ['on Saturday, the first', '2026-03-14', '2026-03-07 – 2026-03-13', '2026-03-14 – 2026-03-20', '2026-03-14 – 2026-03-14'],
  ['on Thursday', '2026-03-12', '2026-02-28 – 2026-03-06', '2026-03-12 – 2026-03-13', '2026-03-07 – 2026-03-12'],
])('metricDays: weekly metrics use the company week, Saturday to Friday: %s', (_when, today, week, weekAhead, soFar) => {
  const period = newest(today, defaultEndOfWeek)
  expect([range(metricDays('completedWeek', period)), range(metricDays('feesCompletedWeek', period))]).toEqual([week, week])
  expect(range(metricDays('movesWeek', period))).toBe(weekAhead)
  expect(range(metricDays('completedThisWeek', period))).toBe(soFar)
})

test('metricDays: a week closed on Monday morning is Monday to Sunday', () => {
  const period = newest('2026-03-12', { day: 0, time: '09:00' })
  expect(range(metricDays('completedWeek', period))).toBe('2026-03-02 – 2026-03-08')
})

test('metricDays: the printed dates are those of the metric', () => {
  const period = newest('2026-03-12', defaultEndOfWeek)
  expect(range(metricDays('takeOn', period))).toBe('2026-02-27 – 2026-03-12')
  expect(range(metricDays('completedMonth', period))).toBe('2026-02-11 – 2026-03-12')
  expect(range(metricDays('movesMonth', period))).toBe('2026-03-12 – 2026-04-11')
})

test('overallTiles: eleven groups in the specification’s order, each metric once', () => {
  expect(overallTiles.map(({ title }) => title)).toEqual([
    'Pre for sale',
    'For sale pipeline',
    'Sold',
    'Sales pipeline',
    'Proceedable pipeline',
    'Non-proceedable pipeline',
    'Moves',
    'Fall offs',
    'Proceedable warnings',
    'Exchanges',
    'Completions',
  ])
  const shown = overallTiles.flatMap((tile) => tile.metrics)
  expect(new Set(shown).size).toBe(shown.length)
})

test('metrics: every definition is a sentence', () => {
  expect(metricKeys.filter((key) => !/^[A-Z].*\.$/.test(metrics[key].definition))).toEqual([])
  expect(metricsOf('legal')).toHaveLength(7)
})
