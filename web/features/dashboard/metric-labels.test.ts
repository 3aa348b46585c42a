import { periodsOf } from '@gya/domain/features/dashboard/periods.ts'
import { expect, test } from 'vitest'
import { columnLabel, periodLabel } from './metric-labels.ts'

const [period] = periodsOf('2026-11-20', { day: 4, time: '17:30' })

test.each([
  ['a flow', 'salesAgreed', ['07/11 –', '20/11'], '07/11/2026 – 20/11/2026'],
  ['what is so at their end', 'salesPipeline', ['20/11'], 'at the end of 20/11/2026'],
  ['the company’s week', 'completedWeek', ['14/11 –', '20/11'], '14/11/2026 – 20/11/2026'],
  ['this week so far', 'completedThisWeek', ['14/11 –', '20/11'], '14/11/2026 – 20/11/2026'],
  ['moves of the week to come', 'movesWeek', ['20/11 –', '27/11'], '20/11/2026 – 27/11/2026'],
] as const)('Of %s the days are said', (_what, metric, column, words) => {
  if (!period) throw new Error('There is no period.')
  expect(columnLabel(metric, period)).toEqual(column)
  expect(periodLabel(metric, period)).toBe(words)
})
