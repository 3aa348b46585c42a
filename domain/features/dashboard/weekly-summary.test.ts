import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type DateOnly, daysBetween } from '../../common/dates.ts'
import { definitionOf } from './metrics.ts'
import { defaultEndOfWeek, type EndOfWeek } from './periods.ts'
import { summaryMetrics, weekToReport } from './weekly-summary.ts'

const company = { endOfWeek: defaultEndOfWeek, createdon: '2025-01-01T00:00:00.000Z', reported: [] as DateOnly[] }

test.each([
  ['a minute before it closes', '2026-03-13T17:29:00Z', null],
  ['at the moment it closes', '2026-03-13T17:30:00Z', '2026-03-13'],
  ['late, after a long weekend', '2026-03-17T17:30:00Z', '2026-03-13'],
  ['when it is long gone', '2026-03-17T17:31:00Z', null],
])('A week is told when it closes, or late if the server was down, but not when it is long gone: %s', (_when, now, last) => {
  expect(weekToReport(now, { ...company, reported: ['2026-03-06'] })?.last ?? null).toBe(last)
})

test.each([
  ['in winter', '2026-03-27T17:29:59Z', '2026-03-27T17:30:00Z', '2026-03-27'],
  ['in summer, when 17:30 in London is 16:30 UTC', '2026-04-03T16:29:59Z', '2026-04-03T16:30:00Z', '2026-04-03'],
])('A week is told at the time that the company chose, in the time of London: %s', (_when, before, closing, last) => {
  const reported = [addDays(last, -7)]
  expect(weekToReport(before, { ...company, reported })).toBeNull()
  expect(weekToReport(closing, { ...company, reported })?.last).toBe(last)
})

test('A server that was down for more than a week tells the last week that closed and none before it', () => {
  expect(weekToReport('2026-03-17T17:30:00Z', { ...company, reported: [] })?.last).toBe('2026-03-13')
  expect(weekToReport('2026-03-25T12:00:00Z', { ...company, reported: ['2026-03-13'] })).toBeNull()
  expect(weekToReport('2026-03-27T17:30:00Z', { ...company, reported: ['2026-03-13'] })?.last).toBe('2026-03-27')
})

test('A company that moved its end of week to Sunday is told again when a week of mostly new days has closed', () => {
  const moved = { ...company, endOfWeek: { day: 6, time: '18:00' }, reported: ['2026-03-13'] }
  expect(weekToReport('2026-03-15T18:00:00Z', moved)).toBeNull()
  expect(weekToReport('2026-03-22T18:00:00Z', moved)?.last).toBe('2026-03-22')
})

test('A company whose week closes on Monday morning is told of Monday to Sunday, from that moment on', () => {
  const onMonday = { ...company, endOfWeek: { day: 0, time: '09:00' }, reported: ['2026-03-08'] }
  expect(weekToReport('2026-03-16T08:59:00Z', onMonday)).toBeNull()
  expect(weekToReport('2026-03-16T09:00:00Z', onMonday)).toMatchObject({ first: '2026-03-09', last: '2026-03-15' })
})

test('A week that was told is not told again', () => {
  expect(weekToReport('2026-03-13T17:31:00Z', { ...company, reported: ['2026-03-13', '2026-03-06'] })).toBeNull()
})

test('A company is told no week that closed before there was a company', () => {
  const createdon = '2026-03-13T17:30:00.000Z'
  expect(weekToReport('2026-03-14T09:00:00Z', { ...company, createdon })).toBeNull()
  expect(weekToReport('2026-03-20T17:30:00Z', { ...company, createdon })?.last).toBe('2026-03-20')
})

test.each([
  ['to Sunday: the week of five days that were told is not told again', { day: 6, time: '18:00' }, '2026-03-15T18:00:00Z', null],
  ['to Tuesday: four new days make another week', { day: 1, time: '18:00' }, '2026-03-17T18:00:00Z', '2026-03-17'],
  ['to Thursday, which has passed: nothing is told on Saturday', { day: 3, time: '17:30' }, '2026-03-14T09:00:00Z', null],
] as [string, EndOfWeek, string, string | null][])(
  'A company is told on Friday and moves its end of week on Saturday, %s',
  (_what, endOfWeek, now, last) => {
    expect(weekToReport(now, { ...company, endOfWeek, reported: ['2026-03-13', '2026-03-06'] })?.last ?? null).toBe(last)
  },
)

const anyEnd: fc.Arbitrary<EndOfWeek> = fc.record({
  day: fc.integer({ min: 0, max: 6 }),
  time: fc.constantFrom('00:00', '09:00', '12:00', '12:01', '17:30', '23:59'),
})

/** Looks every twelve hours for some weeks; the end of the week is moved now and then. */
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

test('Whatever is moved when, no day of a company is told in more than two weeks, and no two told weeks are mostly the same', () => {
  fc.assert(
    fc.property(fc.array(anyEnd, { minLength: 1, maxLength: 8 }), fc.integer({ min: 12, max: 400 }), (ends, hours) => {
      const reported = tell(ends, hours)
      for (const [nth, last] of reported.slice(1).entries())
        expect(daysBetween(last, reported[nth] ?? '')).toBeGreaterThanOrEqual(4)
    }),
    { numRuns: 60 },
  )
})

test('A company that moves nothing is told every week, each once and in order', () => {
  fc.assert(
    fc.property(anyEnd, (end) => {
      const reported = tell([end], 70 * 24)
      expect(reported.length).toBeGreaterThanOrEqual(10)
      for (const [nth, last] of reported.slice(1).entries()) expect(reported[nth]).toBe(addDays(last, 7))
    }),
    { numRuns: 20 },
  )
})

test('The summary’s figures are those of the dashboard: numbers of properties and their fees', () => {
  expect(new Set(summaryMetrics).size).toBe(summaryMetrics.length)
  expect(summaryMetrics.map((metric) => definitionOf(metric).measure).filter((m) => m !== 'count' && m !== 'fees')).toEqual([])
})
