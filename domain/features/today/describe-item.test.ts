import { describe, expect, test } from 'vitest'
import { type ArithmeticItem, arithmeticText, describeHeldItem, describeItem, describeTries } from './describe-item.ts'

const today = '2025-11-05'
const item = (more: Partial<ArithmeticItem> = {}): ArithmeticItem => ({
  key: 'step:33',
  kind: 'step',
  group: 'overdue',
  blocked: false,
  delayedOn: null,
  description: 'Searches back',
  dueOn: '2025-11-01',
  dueAt: null,
  daysLate: 4,
  happensOn: null,
  expectedExchange: '2025-11-28',
  lastUpdatedOn: null,
  snooze: null,
  attempts: 0,
  lastConversation: null,
  party: { name: 'Rupert Inglenook' },
  phase: 'sold',
  progress: 50,
  fee: 4258,
  points: 136,
  arithmetic: { fee: 4258, lateness: 1.6, nearness: 2 },
  ...more,
})
const promiseOf = (promisedOn: string) => ({ on: '2025-11-03', outcome: 'promised' as const, promisedOn })
const promised = (day: string) => ({ until: `${day}T07:00:00Z`, reason: 'promised' as const })

describe('describeHeldItem', () => {
  const now = `${today}T10:00:00Z`
  const held = (until: string, more: Partial<ArithmeticItem> = {}) => {
    const { what, when, urgency } = describeHeldItem(item({ snooze: { until, reason: 'chased' }, ...more }), now)
    return [`${what}${when}`, urgency]
  }
  test('a snoozed item is shown as waiting, not as late', () => {
    expect(held('2025-11-30T07:00:00Z')).toEqual(['Searches back, waiting until 30/11', 'plain'])
    expect(held('2025-11-05T13:00:00Z')).toEqual(['Searches back, waiting until later today', 'plain'])
    expect(held('2025-11-30T07:00:00Z', { kind: 'silence', key: 'silence:vendor', lastUpdatedOn: '2025-10-24' })).toEqual([
      'Vendor not told for 12 days, waiting until 30/11',
      'plain',
    ])
  })
  test('after its snooze, an item is described as any other', () => {
    expect(held('2025-11-05T10:00:00Z')).toEqual(['Searches back, 4 days late', 'late'])
  })
})

describe('describeItem', () => {
  test.each<[string, Partial<ArithmeticItem>]>([
    ['Searches back, 4 days late', {}],
    ['Searches back, 1 day late', { daysLate: 1 }],
    ['Searches back, due today', { daysLate: 0 }],
    ['Searches back, due in 3 days', { daysLate: -3 }],
    [
      'Enquiries answered, delayed 7 days',
      { description: 'Enquiries answered', blocked: true, dueOn: '2025-10-29', delayedOn: '2025-10-29', daysLate: 7 },
    ],
    ['Searches back, delayed today', { blocked: true, dueOn: today, delayedOn: today, daysLate: 0 }],
    [
      'Searches back, delayed 2 days, 20 days late',
      { blocked: true, dueOn: '2025-10-16', delayedOn: '2025-11-03', daysLate: 20 },
    ],
    ['Searches back, delayed today, 4 days late', { blocked: true, delayedOn: today }],
    ['Draft contracts issued, promised for 04/11', { description: 'Draft contracts issued', snooze: promised('2025-11-04') }],
    ['Searches back, promised for today', { snooze: promised('2025-11-05') }],
    ['Searches back, promised for 12/11', { snooze: promised('2025-11-12') }],
    [
      'Exchange, promised for 12/11',
      { kind: 'exchange', key: 'exchange', description: 'Exchange', snooze: promised('2025-11-12') },
    ],
    [
      'Buyer never told, promised for 20/11',
      {
        kind: 'silence',
        key: 'silence:buyer',
        snooze: promised('2025-11-12'),
        lastConversation: { on: '2025-11-05', outcome: 'promised', promisedOn: '2025-11-20' },
      },
    ],
    [
      'Mortgage offer ends 24/11, before exchange, promised for 12/11',
      {
        kind: 'expiry',
        key: 'expiry:mortgage',
        description: 'Mortgage offer',
        happensOn: '2025-11-24',
        snooze: promised('2025-11-12'),
      },
    ],
    [
      'Exchange expected 28/11',
      { kind: 'exchange', key: 'exchange', description: 'Exchange', happensOn: '2025-11-28', daysLate: -24 },
    ],
    ['Exchange was expected 03/11', { kind: 'exchange', key: 'exchange', description: 'Exchange', happensOn: '2025-11-03' }],
    [
      'Mortgage offer ends 24/11, before exchange',
      { kind: 'expiry', key: 'expiry:mortgage', description: 'Mortgage offer', happensOn: '2025-11-24' },
    ],
    [
      'Mortgage offer ends 24/11',
      {
        kind: 'expiry',
        key: 'expiry:mortgage',
        description: 'Mortgage offer',
        happensOn: '2025-11-24',
        expectedExchange: '2025-11-20',
      },
    ],
    [
      'Agency agreement ends in 6 days',
      { kind: 'expiry', key: 'expiry:contract', description: 'Agency agreement', happensOn: '2025-11-11' },
    ],
    [
      'Agency agreement ended 03/11',
      { kind: 'expiry', key: 'expiry:contract', description: 'Agency agreement', happensOn: '2025-11-03' },
    ],
    ['Moves on Friday, in 2 days', { kind: 'move', key: 'move', happensOn: '2025-11-07' }],
    ['Moves tomorrow', { kind: 'move', key: 'move', happensOn: '2025-11-06' }],
    ['Should have completed 2 days ago', { kind: 'move', key: 'move', happensOn: '2025-11-03' }],
    ['Vendor not told for 9 days', { kind: 'silence', key: 'silence:vendor', lastUpdatedOn: '2025-10-27' }],
    ['Buyer never told', { kind: 'silence', key: 'silence:buyer' }],
    ['Ring Rupert Inglenook at 14:30', { kind: 'callback', key: 'callback:1', dueAt: '14:30', daysLate: 0 }],
    ['Ring Rupert Inglenook, 2 days late', { kind: 'callback', key: 'callback:1', dueAt: '14:30', daysLate: 2 }],
    ['Offer amended to £436,500, 1 file', { kind: 'news', key: 'news', description: 'Offer amended to £436,500, 1 file' }],
  ])('%s', (words, more) => {
    const { what, when } = describeItem(item(more), today)
    expect(what + when).toBe(words)
  })

  test('late items are red; items with a time today or a promise for today are amber', () => {
    expect(describeItem(item(), today).urgency).toBe('late')
    expect(describeItem(item({ daysLate: 0 }), today).urgency).toBe('plain')
    expect(describeItem(item({ daysLate: 0, dueAt: '14:30' }), today).urgency).toBe('timed')
  })
})

describe('describeTries', () => {
  test.each<[string, Partial<ArithmeticItem>]>([
    ['', {}],
    [
      'left message 03/11, 2 tries',
      { attempts: 2, lastConversation: { on: '2025-11-03', outcome: 'leftMessage', promisedOn: null } },
    ],
    [
      'no answer 03/11, 3 tries unanswered',
      { attempts: 3, lastConversation: { on: '2025-11-03', outcome: 'noAnswer', promisedOn: null } },
    ],
    ['replied 03/11 10:42', { snooze: { until: '2025-11-03T10:42:00.000Z', reason: 'replied' } }],
    ['spoke 29/10', { lastConversation: { on: '2025-10-29', outcome: 'spoke', promisedOn: null } }],
    ['', { snooze: promised('2025-11-12'), lastConversation: promiseOf('2025-11-12') }],
    ['promised for 12/11', { lastConversation: promiseOf('2025-11-12') }],
    ['last told 24/10', { kind: 'silence', lastUpdatedOn: '2025-10-24' }],
  ])('%s', (words, more) => {
    expect(describeTries(item(more))).toBe(words)
  })
})

test('arithmeticText shows all factors of the points', () => {
  expect(arithmeticText(item(), today)).toBe('£4,258 fee × 1.60 4 days late × 2.0 exchange in 23 days = 136 points')
  expect(arithmeticText(item({ blocked: true, delayedOn: '2025-11-01' }), today)).toContain(
    '× 1.60 4 days since the delay of 01/11 ×',
  )
  expect(arithmeticText(item({ blocked: true, delayedOn: '2025-11-03' }), today)).toContain('× 1.60 4 days late ×')
  expect(
    arithmeticText(
      item({
        snooze: promised('2025-11-04'),
        daysLate: 0,
        fee: 5490,
        expectedExchange: null,
        progress: 33,
        points: 82,
        arithmetic: { fee: 5490, lateness: 1.5, nearness: 1 },
      }),
      today,
    ),
  ).toBe('£5,490 fee × 1.50 due today, promise broken × 1.0 exchange not set, progress 33 % = 82 points')
  expect(
    arithmeticText(
      item({ phase: null, fee: null, daysLate: 1, points: 12, arithmetic: { fee: 1000, lateness: 1.15, nearness: 1 } }),
      today,
    ),
  ).toBe('£1,000 counted × 1.15 1 day late × 1.0 no sale = 12 points')
})
