import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeEvent, type EventKind, eventGroups, eventKinds, kindsOf } from './event-kinds.ts'

const kinds = Object.keys(eventKinds) as EventKind[]

describe('eventKinds: every kind has a label and a group', () => {
  test.each(kinds)('%s', (kind) => {
    const event = describeEvent(kind, {})
    expect(event?.words).toMatch(/^[A-Z][^.]+$/)
    expect(eventGroups).toHaveProperty(event?.group ?? '')
  })

  test('describeEvent accepts any stored data: unreadable facts are omitted, nothing reads undefined', () => {
    const anyData = fc.dictionary(
      fc.constantFrom(
        'on',
        'before',
        'after',
        'amount',
        'price',
        'key',
        'from',
        'to',
        'because',
        'becauseOf',
        'fields',
        'changes',
      ),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.constantFrom(...kinds), anyData, (kind, data) => {
        const event = describeEvent(kind, data)
        expect(event?.words).not.toMatch(/undefined|NaN|object/)
        for (const { what, from, to } of event?.facts ?? [])
          expect(`${what} ${from ?? ''} ${to ?? ''}`).not.toMatch(/undefined|NaN|\[object/)
      }),
    )
  })
})

describe('describeEvent: an event shows old and new values', () => {
  test.each([
    [
      'asking-price-added',
      { price: 29_950_000, before: 30_500_000, on: '2026-03-10' },
      'Price £305,000 £299,500; From  10/03/2026',
    ],
    [
      'offer-amended',
      { name: 'B. Uyer', amount: 28_000_000, before: 28_500_000, reason: 'Damp' },
      'Buyer  B. Uyer; Amount £285,000 £280,000; Reason  Damp',
    ],
    [
      'asking-price-updated',
      { price: 1, before: 1, on: '2026-03-11', changes: [{ field: 'effectiveDate', from: '2026-03-10', to: '2026-03-11' }] },
      'Price  £0.01; From 10/03/2026 11/03/2026',
    ],
    [
      'offer-updated',
      { name: 'B. Uyer', amount: 100, changes: [{ field: 'mip', from: false, to: true }] },
      'Buyer  B. Uyer; Amount  £1; Mortgage in principle No Yes',
    ],
    [
      'property-edited',
      { fields: ['bedrooms', 'active'], before: { bedrooms: null, active: true }, after: { bedrooms: 3, active: false } },
      'Bedrooms none 3; Withdrawn No Yes',
    ],
    [
      'management-info-saved',
      {
        fields: ['agencyFeePercent', 'cTerm'],
        before: { agencyFeePercent: 1250, cTerm: null },
        after: { agencyFeePercent: 1125, cTerm: 12 },
      },
      'Agency fee 1.25 % 1.125 %; Contract term none 12 weeks',
    ],
    [
      'vendor-edited',
      {
        changes: [
          { field: 'last_name', from: 'Otter', to: 'Stoat' },
          { field: 'password_hash', from: 'a', to: 'b' },
        ],
      },
      'Last name Otter Stoat',
    ],
    [
      'step-changed',
      { key: 33, from: 'NS', to: 'IP', on: '2026-03-10', because: 'previous-step-completed', becauseOf: [32] },
      'State Not started In progress; From  10/03/2026; Why  Started because Searches applied for was completed',
    ],
    [
      'step-changed',
      { key: 33, from: 'C', to: 'B', on: '2026-03-10', was: '2026-03-02', because: 'requested', becauseOf: [] },
      'State Complete Delayed; From  10/03/2026; Completed on 02/03/2026 ',
    ],
    [
      'step-changed',
      { key: 33, from: 'C', to: 'C', on: '2026-03-10', was: '2026-03-02', because: 'requested', becauseOf: [] },
      'Completed on 02/03/2026 10/03/2026',
    ],
    ['completion-date-set', { on: null, before: '2026-06-01' }, 'Completion date 01/06/2026 '],
  ])('%s', (kind, data, expected) => {
    const facts = describeEvent(kind, data)?.facts ?? []
    expect(facts.map(({ what, from = '', to = '' }) => `${what} ${from} ${to}`).join('; ')).toBe(expected)
  })

  test.each([
    [{ key: 31, from: 'IP', to: 'C' }, 'Draft contracts issued: complete'],
    [{ key: 7, from: null, to: 'IP' }, 'Full structural added'],
    [{ key: 7, from: 'IP', to: null }, 'Full structural removed'],
    [{ key: 7, from: 'IP', to: 'IP' }, 'Full structural: dates or details changed'],
    [{ key: 31, from: 'IP', to: 'B' }, 'Draft contracts issued: delayed'],
  ])('describeEvent: a step: %j', (data, words) => {
    expect(describeEvent('step-changed', data)?.words).toBe(words)
  })
})

test('kindsOf: every kind is in exactly one group', () => {
  expect(kindsOf(['price'])).toEqual(['asking-price-added', 'asking-price-updated', 'asking-price-removed'])
  expect(kindsOf(Object.keys(eventGroups) as (keyof typeof eventGroups)[])).toEqual(kinds)
})

test('describeEvent: null for an unknown kind', () => {
  expect(describeEvent('toString', {})).toBeNull()
  expect(describeEvent('no-such-kind', {})).toBeNull()
})
