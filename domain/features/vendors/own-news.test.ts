import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stepDefinitions, stepKeys } from '../timeline/steps.ts'
import { notifiedStates, notifiedSteps, stepMessage, vendorMessages } from './own-news.ts'

describe('Messages when a step is saved', () => {
  test.each([
    ['SearchesBack', 'IP', 'C', 'Searches back: done.'],
    ['SearchesBack', 'NS', 'IP', 'Searches back: under way. The council and others are answering the searches.'],
    ['SaleAgreed', 'NS', 'IP', 'Offer accepted: under way. We are looking for an offer that suits you.'],
    ['SaleAgreed', 'C', 'IP', 'Offer accepted: open again. We are looking for an offer that suits you.'],
    ['SearchesBack', 'IP', 'B', 'Searches back: held up at the moment. We are chasing it.'],
    ['SearchesBack', 'C', 'NS', null],
    ['NotHavingSurvey', 'NS', 'IP', null],
    ['NotHavingSurvey', 'NS', 'C', null],
  ] as const)('%s from %s to %s', (name, from, to, words) => {
    expect(stepMessage({ key: stepKeys[name], from, to })).toBe(words)
  })

  test('what was done comes first, then what is held up, then what has begun', () => {
    expect(
      vendorMessages([
        { key: stepKeys.SearchesBack, from: 'NS', to: 'IP' },
        { key: stepKeys.MortgageApproved, from: 'IP', to: 'B' },
        { key: stepKeys.Roof, from: 'IP', to: null },
        { key: stepKeys.SearchesAppliedFor, from: 'IP', to: 'C' },
      ]),
    ).toEqual([
      'Searches applied for: done.',
      'Mortgage approved: held up at the moment. We are chasing it.',
      'Searches back: under way. The council and others are answering the searches.',
    ])
  })

  test('a change says something exactly when its step and its state are among those that are told', () => {
    const change = fc.record({
      key: fc.constantFrom(...stepDefinitions.map(({ key }) => key)),
      from: fc.constantFrom('C', 'B', 'IP', 'NS', 'NA', null),
      to: fc.constantFrom('C', 'B', 'IP', 'NS', 'NA', null),
    })
    fc.assert(
      fc.property(change, ({ key, from, to }) => {
        const isTold = notifiedSteps.includes(key) && notifiedStates.some((state) => state === to)
        expect(stepMessage({ key, from, to }) !== null).toBe(isTold)
      }),
    )
  })
})
