import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultViewingTime, isViewingTime, vendorFeedback } from './viewings.rules.ts'

describe('defaultViewingTime: viewing: time picker steps of 5 minutes; default time rounded to 5 minutes', () => {
  test.each([
    ['2026-03-10T14:30:00.000Z', '14:30'],
    ['2026-03-10T14:32:59.999Z', '14:30'],
    ['2026-03-10T14:33:00.000Z', '14:35'],
    ['2026-03-10T14:58:00.000Z', '15:00'],
    ['2026-03-10T00:01:00.000Z', '00:00'],
    ['2026-03-10T23:59:00.000Z', '23:55'],
    // London is an hour ahead in summer.
    ['2026-07-10T14:33:00.000Z', '15:35'],
    ['2026-07-10T23:03:00.000Z', '00:05'],
  ])('at %s it is %s', (now, time) => {
    expect(defaultViewingTime(now)).toBe(time)
  })

  test('the default is always a valid time', () => {
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(fc.property(moments, (moment) => isViewingTime(defaultViewingTime(moment.toISOString()))))
  })

  test.each(['', '9:00', '24:00', '12:60', '12:01', '12:34', '12:30:00', 'noon'])('isViewingTime: %j is refused', (text) => {
    expect(isViewingTime(text)).toBe(false)
  })
})

describe('vendorFeedback: the vendor reads the feedback once the viewing has begun', () => {
  const viewing = { when: '2026-07-01', time: '14:30', notes: 'Liked the garden' }
  test.each([
    ['the day before', '2026-06-30T22:00:00Z', ''],
    // 14:29 in London.
    ['before its time', '2026-07-01T13:29:00Z', ''],
    ['from its time', '2026-07-01T13:30:00Z', 'Liked the garden'],
  ])('%s', (_case, now, feedback) => expect(vendorFeedback(viewing, now)).toBe(feedback))

  test('without a time, from the start of its day in London', () => {
    const untimed = { ...viewing, time: null }
    expect(vendorFeedback(untimed, '2026-06-30T22:59:00Z')).toBe('')
    expect(vendorFeedback(untimed, '2026-06-30T23:00:00Z')).toBe('Liked the garden')
  })
})
