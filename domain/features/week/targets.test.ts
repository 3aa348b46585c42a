import { describe, expect, test } from 'vitest'
import { describePace, noTargetOf, paceOf, perMonthAt, showTarget, targetToDate } from './targets.ts'

const from = (fromMonth: string, perMonth: number) => ({ fromMonth, perMonth })
const today = '2026-11-28'

describe('targets', () => {
  test('a month takes the one before until changed', () => {
    const given = [from('2026-12-01', 30), from('2026-10-01', 20)]
    expect(
      ['2026-09-01', '2026-10-01', '2026-11-01', '2026-12-01', '2027-06-01'].map((month) => perMonthAt(given, month)),
    ).toEqual([0, 20, 20, 30, 30])
  })

  test('21 sales a month, 23/11–28/11: 21 × 6 ÷ 30 = 4.2; 5 done: 0.8 ahead', () => {
    const target = targetToDate('salesAgreed', [from('2026-11-01', 21)], { first: '2026-11-23', last: today }, today)
    expect(target).toBe(4.2)
    expect(describePace('salesAgreed', paceOf('salesAgreed', 5, target), target)).toEqual({ tone: 'ahead', words: '0.8 ahead' })
  })

  test('over the end of a month each day takes its own month: 30/11–01/12 is 21 ÷ 30 and 24 ÷ 31', () => {
    const given = [from('2026-11-01', 21), from('2026-12-01', 24)]
    const period = { first: '2026-11-30', last: '2026-12-01' }
    expect(targetToDate('feesSold', given, period, '2026-12-05')).toBe(Math.round(21 / 30 + 24 / 31))
    expect(targetToDate('salesAgreed', given, period, '2026-12-05')).toBe(1.5)
    expect(targetToDate('salesAgreed', given, period, '2026-11-30')).toBe(0.7)
  })

  test('without a number of these months there is no target and no pace', () => {
    const target = targetToDate('exchanged', [from('2026-12-01', 5)], { first: '2026-11-01', last: today }, today)
    expect(target).toBeNull()
    expect(describePace('exchanged', paceOf('exchanged', 3, target), target)).toBeNull()
  })

  test.each([
    ['takeOn', 6, 5.6, 'on pace'],
    ['takeOn', 6, 5.5, 'on pace'],
    ['salesAgreed', 5, 4.4, '0.6 ahead'],
    ['exchanged', 2, 3.4, '1.4 behind'],
    ['feesSold', 21290, 16800, '£4,490 ahead'],
    ['feesExchanged', 8306, 15000, '£6,694 behind'],
    ['feesExchanged', 14625, 15000, 'on pace'],
    ['feesExchanged', 14624, 15000, '£376 behind'],
    ['feesSold', 15375.2, 15000, 'on pace'],
  ] as const)('%s: %d of %d is %s', (metric, value, target, words) => {
    expect(describePace(metric, paceOf(metric, value, target), target)?.words).toBe(words)
  })

  test('targets of counts have one decimal, of fees none', () => {
    expect([showTarget('exchanged', 4), showTarget('feesSold', 16800)]).toEqual(['4.0', '£16,800'])
  })
})

test('noTargetOf names one or two branches and counts more', () => {
  expect(noTargetOf(['Caversham', 'Reading'])).toBe('no target: Caversham, Reading')
  expect(noTargetOf(['Caversham', 'Reading', 'Tilehurst'])).toBe('no target: 3 branches')
})
