import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween } from '../../common/dates.ts'
import { contractEnd, endsInsideContract, isNoticeOver, noticeEnd, whyNotGiveNotice } from './notice.ts'

const anyDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('Contract end = cSigned + cTerm × 7 days: 01/09/2025 + 12 weeks = 24/11/2025', () => {
  expect(contractEnd('2025-09-01', 12)).toBe('2025-11-24')
  fc.assert(
    fc.property(anyDay, fc.nat({ max: 520 }), (signed, weeks) => {
      expect(daysBetween(signed, contractEnd(signed, weeks) ?? '')).toBe(7 * weeks)
    }),
  )
})

test('Notice end = noticeGiven + noticeDays calendar days: 01/10/2025 + 14 = 15/10/2025, also across the change of the clock', () => {
  expect(noticeEnd('2025-10-01', 14)).toBe('2025-10-15')
  expect(noticeEnd('2025-10-20', 14)).toBe('2025-11-03')
})

test.each([
  [null, 12],
  ['2025-09-01', null],
  ['01/09/2025', 12],
  ['2025-09-01', Number.NaN],
  ['2025-09-01', -1],
  ['2025-09-01', 1.5],
])('there is no end while the day or the length is missing or cannot be read: %s, %s', (day, length) => {
  expect(contractEnd(day, length)).toBeNull()
  expect(noticeEnd(day, length)).toBeNull()
})

test('a notice ends inside the contract when it ends before the contract does; on its last day it does not', () => {
  expect(endsInsideContract('2025-11-23', '2025-11-24')).toBe(true)
  expect(endsInsideContract('2025-11-24', '2025-11-24')).toBe(false)
  expect(endsInsideContract(null, '2025-11-24')).toBe(false)
  expect(endsInsideContract('2025-11-23', null)).toBe(false)
})

test('On notice until noticeEnd: it is over from the day after', () => {
  expect(isNoticeOver('2025-10-15', '2025-10-15')).toBe(false)
  expect(isNoticeOver('2025-10-15', '2025-10-16')).toBe(true)
  expect(isNoticeOver(null, '2025-10-16')).toBe(false)
})

test('Notice given can be turned on only when the company has a notice period set; 0 days is one', () => {
  expect(whyNotGiveNotice(null)).toBe('NOTICE_PERIOD_NOT_SET')
  expect(whyNotGiveNotice(0)).toBeNull()
})
