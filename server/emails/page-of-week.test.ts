import { type Week, weekMetrics } from '@gya/domain/features/week/week.model.ts'
import { expect, test } from 'vitest'
import { pageOfWeekEmail } from './page-of-week.ts'

const none = { count: 0, fees: 0, passed: 0, rows: [] }

const textOf = (count: number, passed: number, note: string | null = null) => {
  const week: Week = {
    name: 'Tilehurst',
    company: 'Larkmead',
    kind: 'week',
    soFar: false,
    by: 'negotiator',
    today: '2026-11-30',
    periods: [{ first: '2026-11-23', last: '2026-11-29' }],
    rows: weekMetrics.map((metric) => ({ metric, values: [5], target: metric === 'exchanged' ? 4 : null, pace: null, note })),
    people: [],
    lists: { exchanges: { ...none, count, passed }, fallen: none, moves: none },
    endOfWeek: { day: 0, time: '09:00' },
    yearStarts: 4,
    aheadTo: '2026-12-04',
    nobody: 0,
    knownSince: null,
  }
  const pdf = { file: 'f', fileName: 'w.pdf', contentType: 'application/pdf', bytes: 1, sha256: null }
  const to = { email: 'marnie@larkmead.example', first_name: 'Marnie' }
  const setter = { id: 'u', name: 'Marnie Quillfeather' }
  return pageOfWeekEmail({ to, companyId: 'c', branchId: 'b', week, setter, pdf, publicUrl: 'https://gya.example' }).text
}

test('exchanges whose day is over are overdue, not expected by the end of the look ahead', () => {
  expect(textOf(2, 2)).toContain('Two exchanges are overdue; no sales fell off.')
  expect(textOf(1, 1)).toContain('One exchange is overdue;')
  expect(textOf(4, 1)).toContain('Four exchanges are expected by 04/12/2026, 1 of them overdue;')
  expect(textOf(0, 0)).toContain('No exchanges are expected by 04/12/2026;')
})

test('a target of some branches says which have none', () => {
  expect(textOf(0, 0, 'no target: Caversham')).toContain('Exchanges 5 (target 4.0, no target: Caversham)')
})
