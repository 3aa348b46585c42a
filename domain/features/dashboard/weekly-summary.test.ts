import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultEndOfWeek, type EndOfWeek } from '../../common/company-week.ts'
import { addDays, type DateOnly, daysBetween } from '../../common/dates.ts'
import { definitionOf } from './metrics.ts'
import { summaryMetrics, weekToReport } from './weekly-summary.ts'

const company = { endOfWeek: defaultEndOfWeek, createdon: '2025-01-01T00:00:00.000Z', reported: [] as DateOnly[] }

test.each([
  ['a minute before it closes', '2026-03-13T17:29:00Z', null],
  ['at the moment it closes', '2026-03-13T17:30:00Z', '2026-03-13'],
  ['late, after a long weekend', '2026-03-17T17:30:00Z', '2026-03-13'],
  ['when it is long gone', '2026-03-17T17:31:00Z', null],
])('weekToReport: a week is reported when it closes, or late after downtime, but not long after: %s', (_when, now, last) => {
  expect(weekToReport(now, { ...company, reported: ['2026-03-06'] })?.last ?? null).toBe(last)
})

test.each([
  ['in winter', '2026-03-27T17:29:59Z', '2026-03-27T17:30:00Z', '2026-03-27'],
  ['in summer, when 17:30 in London is 16:30 UTC', '2026-04-03T16:29:59Z', '2026-04-03T16:30:00Z', '2026-04-03'],
])('weekToReport: at the company’s time, in London: %s', (_when, before, closing, last) => {
  const reported = [addDays(last, -7)]
  expect(weekToReport(before, { ...company, reported })).toBeNull()
  expect(weekToReport(closing, { ...company, reported })?.last).toBe(last)
})

test('weekToReport: after more than a week of downtime only the last closed week is reported', () => {
  expect(weekToReport('2026-03-17T17:30:00Z', { ...company, reported: [] })?.last).toBe('2026-03-13')
  expect(weekToReport('2026-03-25T12:00:00Z', { ...company, reported: ['2026-03-13'] })).toBeNull()
  expect(weekToReport('2026-03-27T17:30:00Z', { ...company, reported: ['2026-03-13'] })?.last).toBe('2026-03-27')
})

test('weekToReport: after moving the end of the week to Sunday the next mostly new week is reported', () => {
  const moved = { ...company, endOfWeek: { day: 6, time: '18:00' }, reported: ['2026-03-13'] }
  expect(weekToReport('2026-03-15T18:00:00Z', moved)).toBeNull()
  expect(weekToReport('2026-03-22T18:00:00Z', moved)?.last).toBe('2026-03-22')
})

test('weekToReport: a week that closes on Monday morning is Monday to Sunday', () => {
  const onMonday = { ...company, endOfWeek: { day: 0, time: '09:00' }, reported: ['2026-03-08'] }
  expect(weekToReport('2026-03-16T08:59:00Z', onMonday)).toBeNull()
  expect(weekToReport('2026-03-16T09:00:00Z', onMonday)).toMatchObject({ first: '2026-03-09', last: '2026-03-15' })
})

test('weekToReport: a week is reported once', () => {
  expect(weekToReport('2026-03-13T17:31:00Z', { ...company, reported: ['2026-03-13', '2026-03-06'] })).toBeNull()
})

test('weekToReport: no week that ends before a reported one, if the end of the week is moved back', () => {
  // Reported up to Sunday the 15th; the week that ends on Wednesday the 11th closed less than four days before.
  const endOfWeek = { day: 2, time: '23:59' }
  expect(weekToReport('2026-03-15T18:00:00Z', { ...company, endOfWeek, reported: ['2026-03-15'] })).toBeNull()
})

test('weekToReport: no week that closed before the company was created', () => {
  const createdon = '2026-03-13T17:30:00.000Z'
  expect(weekToReport('2026-03-14T09:00:00Z', { ...company, createdon })).toBeNull()
  expect(weekToReport('2026-03-20T17:30:00Z', { ...company, createdon })?.last).toBe('2026-03-20')
})

test.each([
  ['to Sunday: a week with five reported days is not reported again', { day: 6, time: '18:00' }, '2026-03-15T18:00:00Z', null],
  ['to Tuesday: four new days make another week', { day: 1, time: '18:00' }, '2026-03-17T18:00:00Z', '2026-03-17'],
  ['to Thursday, which has passed: nothing is reported on Saturday', { day: 3, time: '17:30' }, '2026-03-14T09:00:00Z', null],
] as [string, EndOfWeek, string, string | null][])(
  'weekToReport: reported on Friday, end of the week moved on Saturday, %s',
  (_what, endOfWeek, now, last) => {
    expect(weekToReport(now, { ...company, endOfWeek, reported: ['2026-03-13', '2026-03-06'] })?.last ?? null).toBe(last)
  },
)

const anyEnd: fc.Arbitrary<EndOfWeek> = fc.record({
  day: fc.integer({ min: 0, max: 6 }),
  time: fc.constantFrom('00:00', '09:00', '12:00', '12:01', '17:30', '23:59'),
})

/** Checks every twelve hours for some weeks while the end of the week occasionally changes. */
function tell(ends: readonly EndOfWeek[], hoursEach: number): DateOnly[] {
  const reported: DateOnly[] = []
  for (const [nth, endOfWeek] of ends.entries())
    for (let hour = 0; hour < hoursEach; hour += 12) {
      const now = new Date(Date.parse('2026-03-01T05:00:00Z') + (nth * hoursEach + hour) * 3_600_000).toISOString()
      const week = weekToReport(now, { ...company, endOfWeek, reported: reported.slice(0, 2) })
      if (week) reported.unshift(week.last)
    }
  return reported
}

test('weekToReport: whatever is moved, no day is in more than two reported weeks, and no two reported weeks are mostly the same', () => {
  fc.assert(
    fc.property(fc.array(anyEnd, { minLength: 1, maxLength: 8 }), fc.integer({ min: 12, max: 400 }), (ends, hours) => {
      const reported = tell(ends, hours)
      for (const [nth, last] of reported.slice(1).entries())
        expect(daysBetween(last, reported[nth] ?? '')).toBeGreaterThanOrEqual(4)
    }),
    { numRuns: 60 },
  )
})

test('weekToReport: without changes every week is reported once, in order', () => {
  fc.assert(
    fc.property(anyEnd, (end) => {
      const reported = tell([end], 70 * 24)
      expect(reported.length).toBeGreaterThanOrEqual(10)
      for (const [nth, last] of reported.slice(1).entries()) expect(reported[nth]).toBe(addDays(last, 7))
    }),
    { numRuns: 20 },
  )
})

test('summaryMetrics: all metrics of the dashboard, counts with their fees', () => {
  expect(new Set(summaryMetrics).size).toBe(summaryMetrics.length)
  expect(summaryMetrics.map((metric) => definitionOf(metric).measure).filter((m) => m !== 'count' && m !== 'fees')).toEqual([])
})
