import { type GivenTarget, perMonthAt, targetMetrics } from '@gya/domain/features/week/targets.ts'
import { firstOfMonth } from '@gya/domain/features/week/week-periods.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTyped, numbersOf, type TargetRow, targetEdits, withNumber } from './target-edits.ts'

const months = Array.from({ length: 12 }, (_, nth) => firstOfMonth('2026-04-01', nth))
const rowOf = (given: readonly GivenTarget[]): TargetRow => ({
  branchId: 'b',
  userId: null,
  name: 'Tilehurst',
  numbers: Object.fromEntries(
    targetMetrics.map((metric) => [metric, months.map((month) => perMonthAt(given, month))]),
  ) as TargetRow['numbers'],
})

test('April 20, then September back to 10: what is saved reads as it was typed', () => {
  const row = rowOf([{ fromMonth: '2026-04-01', perMonth: 10 }])
  let typed = numbersOf(row)
  typed = { ...typed, exchanged: withNumber(typed.exchanged, 0, 20) }
  typed = { ...typed, exchanged: withNumber(typed.exchanged, 5, 10) }
  expect(targetEdits(row, months, typed).map(({ fromMonth, perMonth }) => [fromMonth, perMonth])).toEqual([
    ...months.slice(0, 5).map((month) => [month, 20]),
    ['2026-09-01', 10],
  ])
})

test('whatever is typed, the months read afterwards as they were shown', () => {
  const numbers = fc.integer({ min: 0, max: 3 })
  const stored = fc.array(fc.record({ fromMonth: fc.constantFrom(...months), perMonth: numbers }), { maxLength: 4 })
  const typings = fc.array(fc.tuple(fc.integer({ min: 0, max: 11 }), numbers), { maxLength: 6 })
  fc.assert(
    fc.property(stored, typings, (some, typing) => {
      const given = [...new Map(some.map((one) => [one.fromMonth, one])).values()]
      const row = rowOf(given)
      const shown = numbersOf(row)
      for (const [nth, number] of typing) shown.takeOn = withNumber(shown.takeOn, nth, number)
      const edits = targetEdits(row, months, shown).filter(({ metric }) => metric === 'takeOn')
      const saved = new Map([...given, ...edits].map(({ fromMonth, perMonth }) => [fromMonth, { fromMonth, perMonth }]))
      expect(months.map((month) => perMonthAt([...saved.values()], month))).toEqual(shown.takeOn)
    }),
  )
})

test('two setters at once: what was typed stays, what the other saved elsewhere is taken, and what both changed is named', () => {
  const row = rowOf([{ fromMonth: '2026-04-01', perMonth: 10 }])
  const typed = { ...numbersOf(row), exchanged: withNumber(numbersOf(row).exchanged, 10, 20) }
  const theirs = rowOf([{ fromMonth: '2026-04-01', perMonth: 10 }])
  theirs.numbers.exchanged = [...Array<number>(11).fill(10), 14]
  theirs.numbers.takeOn = Array<number>(12).fill(7)
  const { numbers, overtaken } = mergeTyped({ row, numbers: typed }, theirs)
  expect(numbers.takeOn).toEqual(Array(12).fill(7))
  expect(numbers.exchanged).toEqual(typed.exchanged)
  expect(overtaken).toEqual([{ metric: 'exchanged', nth: 11, saved: 14, typed: 20 }])
  expect(targetEdits(theirs, months, numbers).map(({ metric, was, perMonth }) => [metric, was, perMonth])).toEqual([
    ['exchanged', 10, 20],
    ['exchanged', 14, 20],
  ])
  expect(mergeTyped({ row, numbers: numbersOf(row) }, theirs)).toEqual({ numbers: numbersOf(theirs), overtaken: [] })
})
