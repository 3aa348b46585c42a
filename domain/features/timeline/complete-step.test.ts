import { describe, expect, test } from 'vitest'
import { given } from './testing/given.ts'
import { complete, moment, saving, set, sold, step, takenOn, templateWithout, withStates } from './testing/timelines.ts'

describe('When an item is completed, the next item in the same track that is not started becomes in progress', () => {
  test.each([
    ['property launched', takenOn(), 'PropertyLaunched', ['Viewings']],
    ['viewings', takenOn(), 'Viewings', ['SaleAgreed']],
    ['first legal step', sold(), 'DraftContractsIssued', ['SearchesAppliedFor']],
    ['a legal step before its turn', sold(), 'SearchesBack', ['EnquiriesRaised']],
    ['last legal step, finance not approved', sold(), 'EnquiriesAnswered', []],
    ['first financial step', sold(), 'MortgageAppSubmitted', ['MortgageValuationBooked']],
    ['last financial step, enquiries not answered', sold(), 'MortgageApproved', []],
    ['first completing step', sold(), 'ReportedToBuyer', ['DocumentsAndDepositsReceived']],
    ['last completing step', withStates(sold(), { Exchanged: 'C' }), 'Completed', []],
    ['not having a survey, the only step of its track with an order', sold(), 'NotHavingSurvey', []],
  ] as const)('%s', (_case, timeline, completed, started) => {
    given(timeline, { completionDate: moment.today, acceptedOn: '2025-10-20' })
      .when(complete(completed))
      .thenStarted(...started)
  })

  test.each([
    ['in progress', 'IP'],
    ['blocked', 'B'],
    ['complete', 'C'],
  ] as const)('a next item that is %s stays as it is', (_case, state) => {
    given(saving(sold(), set('SearchesAppliedFor', state)).timeline)
      .when(complete('DraftContractsIssued'))
      .thenStarted()
      .thenStates({ SearchesAppliedFor: state })
  })

  test('a next item that is not applicable is passed over', () => {
    given(sold(templateWithout('SearchesAppliedFor', 'SearchesBack')))
      .when(complete('DraftContractsIssued'))
      .thenStarted('EnquiriesRaised')
  })

  test('it starts on the day the item before it was completed, and is flagged as auto-set with the reason', () => {
    const { outcome } = given(sold()).when(set('SearchesBack', 'C', { completedOn: '2025-11-01' }))
    expect(step(outcome.timeline, 'EnquiriesRaised')).toMatchObject({
      startedOn: '2025-11-01',
      wasAutoSetToInProgress: true,
      because: { kind: 'previous-step-completed', steps: [33] },
      actioned: false,
    })
  })

  test('a next item that the same save blocks is blocked', () => {
    given(sold())
      .when(complete('DraftContractsIssued'), set('SearchesAppliedFor', 'B'))
      .thenStarted()
      .thenStates({ SearchesAppliedFor: 'B' })
  })

  test('a next item sent along as it was does not stand in the way', () => {
    given(sold()).when(complete('DraftContractsIssued'), set('SearchesAppliedFor', 'NS')).thenStarted('SearchesAppliedFor')
  })

  test('a next item that somebody put back to not started stays there when something else is completed', () => {
    const timeline = withStates(withStates(sold(), { DraftContractsIssued: 'C', SearchesAppliedFor: 'IP' }), {
      SearchesAppliedFor: 'NS',
    })
    given(timeline)
      .when(complete('MortgageAppSubmitted'))
      .thenStarted('MortgageValuationBooked')
      .thenStates({ SearchesAppliedFor: 'NS' })
  })

  test('a step that a person has acted on before stays actioned when a rule starts it', () => {
    const putBack = withStates(withStates(sold(), { SearchesAppliedFor: 'IP' }), { SearchesAppliedFor: 'NS' })
    expect(step(given(putBack).when(complete('DraftContractsIssued')).outcome.timeline, 'SearchesAppliedFor')).toMatchObject({
      state: 'IP',
      actioned: true,
    })
  })

  test('several items of one track in one save start the one after the last', () => {
    given(sold())
      .when(complete('DraftContractsIssued', 'SearchesAppliedFor', 'SearchesBack'))
      .thenStarted('EnquiriesRaised')
  })

  test('a step made not applicable lets the next one start, today, once all before it are complete', () => {
    const { outcome } = given(saving(sold(), set('DraftContractsIssued', 'C', { completedOn: '2025-11-01' })).timeline)
      .when(set('SearchesAppliedFor', 'NA'))
      .thenStarted('SearchesBack')
    expect(step(outcome.timeline, 'SearchesBack').startedOn).toBe('2025-11-05')
  })
})
