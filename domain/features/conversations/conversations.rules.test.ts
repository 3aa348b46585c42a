import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, londonDay, londonInstant, weekdayOf } from '../../common/dates.ts'
import { conversationOutcomes } from './conversations.model.ts'
import {
  addWeekdays,
  attemptsAfter,
  conversationIssues,
  describeItemKey,
  describeLogged,
  describePromises,
  describeRecordedLater,
  manyAttempts,
  promiseState,
  proposeNextChase,
  proposeNextChases,
  proposeVendorText,
  summarizeSales,
  triesInARow,
  updatesSide,
} from './conversations.rules.ts'

/** Wednesday 05/11/2025 in London. */
const wednesday = (time: string) => londonInstant('2025-11-05', time)
const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days))

describe('addWeekdays: Monday to Friday, ignoring bank holidays', () => {
  test.each([
    ['Friday 07/11 + 1 = Monday 10/11', '2025-11-07', 1, '2025-11-10'],
    ['Wednesday 05/11 + 5 = 12/11', '2025-11-05', 5, '2025-11-12'],
    ['Saturday + 1 = Monday', '2025-11-08', 1, '2025-11-10'],
    ['Sunday + 5 = Friday', '2025-11-09', 5, '2025-11-14'],
    ['Christmas Eve + 1 = Christmas Day', '2025-12-24', 1, '2025-12-25'],
    ['0 is the same day', '2025-11-08', 0, '2025-11-08'],
  ])('%s', (_what, day, count, expected) => expect(addWeekdays(day, count)).toBe(expected))

  test('adds exactly the given number of weekdays, and ends on a weekday', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 90 }), (day, count) => {
        const reached = addWeekdays(day, count)
        const passed = Array.from({ length: daysBetween(day, reached) }, (_, n) => addDays(day, n + 1))
        expect(passed.filter((one) => weekdayOf(one) < 5)).toHaveLength(count)
        expect(weekdayOf(reached)).toBeLessThan(5)
      }),
    )
  })
})

describe('proposeNextChase', () => {
  test('spoke + 5, left message + 1, e-mailed + 2 weekdays, at 07:00 in London', () => {
    expect(proposeNextChase('spoke', wednesday('14:32'))).toBe(londonInstant('2025-11-12', '07:00'))
    expect(proposeNextChase('leftMessage', wednesday('14:32'))).toBe(londonInstant('2025-11-06', '07:00'))
    expect(proposeNextChase('leftMessage', londonInstant('2025-11-07', '16:00'))).toBe(londonInstant('2025-11-10', '07:00'))
    expect(proposeNextChase('emailed', wednesday('14:32'))).toBe(londonInstant('2025-11-07', '07:00'))
  })

  test('no answer: 15:00 today if it is before 13:00, otherwise the next weekday at 09:30', () => {
    expect(proposeNextChase('noAnswer', wednesday('12:59'))).toBe(wednesday('15:00'))
    expect(proposeNextChase('noAnswer', wednesday('13:00'))).toBe(londonInstant('2025-11-06', '09:30'))
    expect(proposeNextChase('noAnswer', londonInstant('2025-11-07', '17:00'))).toBe(londonInstant('2025-11-10', '09:30'))
    expect(proposeNextChase('noAnswer', londonInstant('2025-11-08', '09:00'))).toBe(londonInstant('2025-11-10', '09:30'))
  })

  test('promised: the promised day; none without a promised day, or if it is today', () => {
    const promised = (promisedOn: string | null) => proposeNextChase('promised', wednesday('14:32'), { promisedOn })
    expect(promised('2025-11-07')).toBe(londonInstant('2025-11-07', '07:00'))
    expect(promised(null)).toBeNull()
    expect(promised('2025-11-05')).toBeNull()
  })

  test('uses the company’s settings; 0 proposes nothing', () => {
    const days = { nextSpoke: 0, nextMessage: 3, nextEmail: 2 }
    expect(proposeNextChase('spoke', wednesday('14:32'), { days })).toBeNull()
    expect(proposeNextChases(wednesday('14:32'), days)).toMatchObject({
      spoke: null,
      leftMessage: londonInstant('2025-11-10', '07:00'),
      promised: null,
    })
  })

  test('is in the future and on a weekday, also across clock changes', () => {
    const minutes = fc.integer({ min: 0, max: 1439 })
    fc.assert(
      fc.property(anyDay, minutes, fc.constantFrom(...conversationOutcomes), (day, minute, outcome) => {
        const now = londonInstant(
          day,
          `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
        )
        const next = proposeNextChase(outcome, now)
        if (next === null) return
        expect(Date.parse(next)).toBeGreaterThan(Date.parse(now))
        expect(weekdayOf(londonDay(next))).toBeLessThan(5)
      }),
    )
  })
})

test('attemptsAfter: adds one for left message and no answer, and resets after an answer', () => {
  expect(conversationOutcomes.map((outcome) => attemptsAfter(outcome, 2))).toEqual([0, manyAttempts, manyAttempts, 0, 0])
})

test('updatesSide: spoke and promised update the party’s side, a message or an e-mail sent elsewhere does not', () => {
  expect(conversationOutcomes.map((outcome) => updatesSide('vendor', outcome))).toEqual(['vendor', null, null, 'vendor', null])
  expect(updatesSide('buyerContact', 'spoke')).toBe('buyer')
  expect(updatesSide('vendorSolicitor', 'spoke')).toBeNull()
})

describe('promiseState', () => {
  test('is kept if the step was complete by the promised day', () => {
    expect(promiseState('2025-11-04', '2025-11-03', '2025-11-10')).toBe('kept')
    expect(promiseState('2025-11-04', '2025-11-04', '2025-11-04')).toBe('kept')
  })
  test('is broken after the promised day', () => {
    expect(promiseState('2025-11-04', null, '2025-11-04')).toBe('open')
    expect(promiseState('2025-11-04', null, '2025-11-05')).toBe('broken')
    expect(promiseState('2025-11-04', '2025-11-06', '2025-11-10')).toBe('broken')
  })
})

test('describeRecordedLater: "entered 2 days after", counted in days of London', () => {
  expect(describeRecordedLater('2025-11-03T15:30:00Z', '2025-11-05T09:00:00Z')).toBe('entered 2 days after')
  expect(describeRecordedLater('2025-11-04T15:30:00Z', '2025-11-05T09:00:00Z')).toBe('entered the day after')
  expect(describeRecordedLater('2025-11-05T08:30:00Z', '2025-11-05T09:00:00Z')).toBe('')
  expect(describeRecordedLater('2025-07-01T22:59:00Z', '2025-07-01T23:01:00Z')).toBe('entered the day after')
})

test('describePromises: an open promise counts neither as kept nor as broken', () => {
  expect(describePromises({ made: 0, kept: 0, broken: 0 })).toBe('None in 90 days')
  expect(describePromises({ made: 1, kept: 0, broken: 0 })).toBe('1 running')
  expect(describePromises({ made: 3, kept: 2, broken: 0 })).toBe('2 kept of 2, 1 running')
  expect(describePromises({ made: 4, kept: 2, broken: 1 })).toBe('1 broken of 3, 1 running')
})

describe('conversationIssues', () => {
  const now = wednesday('14:32')
  const issues = (sale: object, at?: string) =>
    conversationIssues({ at, sales: [{ propertyId: 'a', outcome: 'spoke', ...sale }] }, now).map(({ path }) => path)

  test('returns none for a conversation of today, with or without a next chase', () => {
    expect(issues({})).toEqual([])
    expect(issues({ nextAt: londonInstant('2026-02-03', '07:00') })).toEqual([])
    expect(issues({ outcome: 'promised', promisedOn: '2025-11-05' })).toEqual([])
  })

  test('promised needs a day between the conversation and 90 days ahead; other outcomes must have none', () => {
    expect(issues({ outcome: 'promised' })).toEqual(['sales.0.promisedOn'])
    expect(issues({ outcome: 'promised', promisedOn: '2025-11-04' })).toEqual(['sales.0.promisedOn'])
    expect(issues({ outcome: 'promised', promisedOn: '2025-11-04' }, wednesday('09:00'))).toEqual(['sales.0.promisedOn'])
    expect(issues({ outcome: 'promised', promisedOn: '2025-11-04' }, londonInstant('2025-11-03', '09:00'))).toEqual([])
    expect(issues({ outcome: 'promised', promisedOn: '2026-02-03' })).toEqual([])
    expect(issues({ outcome: 'promised', promisedOn: '2026-02-04' })).toEqual(['sales.0.promisedOn'])
    expect(issues({ promisedOn: '2025-11-07' })).toEqual(['sales.0.promisedOn'])
  })

  test('the next chase must be in the future and at most 90 days ahead', () => {
    expect(issues({ nextAt: now })).toEqual(['sales.0.nextAt'])
    expect(issues({ nextAt: londonInstant('2026-02-04', '07:00') })).toEqual(['sales.0.nextAt'])
  })

  test('a promise has no other next chase than its day', () => {
    const promise = { outcome: 'promised', promisedOn: '2025-11-07' }
    expect(issues({ ...promise, nextAt: londonInstant('2025-11-07', '15:00') })).toEqual([])
    expect(issues({ ...promise, nextAt: londonInstant('2025-11-10', '07:00') })).toEqual(['sales.0.nextAt'])
  })

  test('a conversation must be at most 30 days old and not in the future', () => {
    expect(issues({}, londonInstant('2025-10-06', '00:00'))).toEqual([])
    expect(issues({}, londonInstant('2025-10-05', '23:59'))).toEqual(['at'])
    expect(issues({}, wednesday('14:33'))).toEqual(['at'])
  })

  test('each sale may occur only once', () => {
    const twice = [
      { propertyId: 'a', outcome: 'spoke' as const },
      { propertyId: 'a', outcome: 'noAnswer' as const },
    ]
    const untold = { propertyId: 'a', outcome: 'spoke' as const, vendorText: 'We spoke to your buyer on 5 November: ' }
    expect(conversationIssues({ sales: [untold] }, now).map(({ path }) => path)).toEqual(['sales.0.vendorText'])
    expect(conversationIssues({ sales: twice }, now).map(({ path }) => path)).toEqual(['sales.1.propertyId'])
  })
})

describe('words', () => {
  test('the proposed text for the vendor begins with the role of the party, and contains no names', () => {
    expect(proposeVendorText('buyerSolicitor', 'spoke', '2025-11-05')).toBe('We spoke to your buyer’s solicitor on 5 November: ')
    expect(proposeVendorText('vendorSolicitor', 'leftMessage', '2025-11-05')).toBe(
      'We left a message for your solicitor on 5 November.',
    )
    expect(proposeVendorText('buyerBroker', 'emailed', '2025-11-05')).toBe(
      'We wrote to your buyer’s mortgage broker on 5 November.',
    )
    expect(proposeVendorText('self', 'spoke', '2025-11-05')).toBe('')
  })

  test('summarizeSales describes what will be saved', () => {
    const again = { outcome: 'spoke' as const, nextAt: londonInstant('2025-11-12', '07:00'), vendorText: null }
    const promised = { outcome: 'promised' as const, nextAt: londonInstant('2025-11-07', '07:00'), vendorText: null }
    expect(summarizeSales([promised, promised, again, { ...again, vendorText: 'We spoke.' }])).toBe(
      '4 sales: 2 promised, 2 again on 12/11, 1 shown to a vendor',
    )
    expect(summarizeSales([{ ...again, nextAt: null }])).toBe('1 sale: without a next chase')
    expect(summarizeSales([{ ...again, vendorText: 'We spoke.' }])).toBe('1 sale: again on 12/11, shown to the vendor')
  })

  test('describeLogged: outcome, party and number of sales', () => {
    expect(describeLogged('Calliope Primrose', [{ outcome: 'spoke' }, { outcome: 'spoke' }])).toBe(
      'Spoke: Calliope Primrose, 2 sales',
    )
    expect(describeLogged('Calliope Primrose', [{ outcome: 'spoke' }, { outcome: 'promised' }])).toBe(
      'Conversation: Calliope Primrose, 2 sales',
    )
  })

  test('describeItemKey: returns the title of the step, also for a settled item', () => {
    expect(describeItemKey('step:33')).toBe('Searches back')
    expect(describeItemKey('step:33', () => 'Local searches back')).toBe('Local searches back')
    expect(['silence:vendor', 'expiry:mortgage', 'callback:0b0f', 'other'].map((key) => describeItemKey(key))).toEqual([
      'Vendor’s update',
      'Mortgage offer',
      'Call-back',
      'An action',
    ])
  })
})

describe('triesInARow', () => {
  const one = (outcome: 'spoke' | 'noAnswer' | 'leftMessage' | 'emailed', undoneOn: string | null = null) => ({
    undoneOn,
    sales: [{ outcome }],
  })
  test.each([
    ['none after a call that was answered', [one('spoke'), one('noAnswer'), one('noAnswer'), one('noAnswer')], 0],
    ['those since', [one('noAnswer'), one('leftMessage'), one('spoke'), one('noAnswer')], 2],
    ['an undone call does not count', [one('noAnswer'), one('spoke', '2025-11-05T10:00:00Z'), one('leftMessage')], 2],
    ['an e-mail begins anew, as for a single action', [one('noAnswer'), one('emailed'), one('noAnswer')], 1],
    [
      'one answer about one of several sales',
      [{ undoneOn: null, sales: [{ outcome: 'noAnswer' as const }, { outcome: 'spoke' as const }] }],
      0,
    ],
  ])('%s', (_what, conversations, tries) => expect(triesInARow(conversations)).toBe(tries))
})
