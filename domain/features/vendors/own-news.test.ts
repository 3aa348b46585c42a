import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stepDefinitions, stepKeys } from '../timeline/steps.ts'
import { newsOf, stepNews, toldStates, toldSteps } from './own-news.ts'

describe('Messages when a step is saved', () => {
  test.each([
    ['SearchesBack', 'C', 'Searches back: done.'],
    ['SearchesBack', 'IP', 'Searches back: under way. The council and others are answering the searches.'],
    ['SearchesBack', 'B', 'Searches back: held up at the moment. We are chasing it.'],
    ['SearchesBack', 'NS', null],
    ['NotHavingSurvey', 'IP', null],
    ['NotHavingSurvey', 'C', null],
  ] as const)('%s becoming %s', (name, to, words) => {
    expect(stepNews(stepKeys[name], to)).toBe(words)
  })

  test('what was done comes first, then what is held up, then what has begun', () => {
    expect(
      newsOf([
        { key: stepKeys.SearchesBack, to: 'IP' },
        { key: stepKeys.MortgageApproved, to: 'B' },
        { key: stepKeys.Roof, to: null },
        { key: stepKeys.SearchesAppliedFor, to: 'C' },
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
      to: fc.constantFrom('C', 'B', 'IP', 'NS', 'NA', null),
    })
    fc.assert(
      fc.property(change, ({ key, to }) => {
        const isTold = toldSteps.includes(key) && toldStates.some((state) => state === to)
        expect(stepNews(key, to) !== null).toBe(isTold)
      }),
    )
  })
})
