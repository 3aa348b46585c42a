import { describe, expect, test } from 'vitest'
import { given } from './testing/given.ts'
import { complete, set, states, step, templateWithout, underOffer, withStates } from './testing/timelines.ts'

describe('When the last pre-sale step is completed, not having survey, mortgage app submitted and draft contracts issued are started', () => {
  test('completing the memorandum of sale starts the three', () => {
    const { outcome } = given(underOffer())
      .when(complete('MemoOfSaleSent'))
      .thenStarted('MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey')
    expect(step(outcome.timeline, 'MortgageAppSubmitted').because).toEqual({ kind: 'pre-sale-completed', steps: [30] })
  })

  test('one of them that is complete stays complete', () => {
    given(withStates(underOffer(), { MortgageAppSubmitted: 'C', MortgageValuationBooked: 'IP' }))
      .when(complete('MemoOfSaleSent'))
      .thenStarted('DraftContractsIssued', 'NotHavingSurvey')
      .thenStates({ MortgageAppSubmitted: 'C' })
  })

  test.each(['IP', 'B'] as const)('one of them that is %s already stays so', (state) => {
    given(withStates(underOffer(), { DraftContractsIssued: state }))
      .when(complete('MemoOfSaleSent'))
      .thenStarted('MortgageAppSubmitted', 'NotHavingSurvey')
      .thenStates({ DraftContractsIssued: state })
  })

  test('a cash buyer starts no mortgage', () => {
    given(underOffer(), { cashBuyer: true })
      .when(complete('MemoOfSaleSent'))
      .thenStarted('DraftContractsIssued', 'NotHavingSurvey')
      .thenStates({ MortgageAppSubmitted: 'NA' })
  })

  test('where the template leaves out the first step of a track, the next one of the track starts', () => {
    given(underOffer(templateWithout('MortgageAppSubmitted', 'NotHavingSurvey')))
      .when(complete('MemoOfSaleSent'))
      .thenStarted('MortgageValuationBooked', 'DraftContractsIssued')
  })

  test('where the template leaves out the memorandum, sale agreed is the last pre-sale step', () => {
    const timeline = underOffer(templateWithout('MemoOfSaleSent'))
    expect(states(timeline, 'MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey')).toEqual(['IP', 'IP', 'IP'])
  })

  test('an earlier pre-sale step alone starts none of them', () => {
    given(withStates(underOffer(), { Viewings: 'IP' }))
      .when(set('Viewings', 'C'))
      .thenStarted()
  })
})
