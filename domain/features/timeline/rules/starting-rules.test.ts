import { describe, expect, test } from 'vitest'
import {
  complete,
  given,
  moment,
  saving,
  set,
  sold,
  states,
  step,
  takenOn,
  templateWithout,
  underOffer,
  withStates,
} from '../testing/timelines.ts'

describe('previousStepCompleted: when an item is completed, the next item in the same track that is not started becomes in progress', () => {
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
  ] as const)('a next item that is %s is unchanged', (_case, state) => {
    given(saving(sold(), set('SearchesAppliedFor', state)).timeline)
      .when(complete('DraftContractsIssued'))
      .thenStarted()
      .thenStates({ SearchesAppliedFor: state })
  })

  test('a next item that is not applicable is skipped', () => {
    given(sold(templateWithout('SearchesAppliedFor', 'SearchesBack')))
      .when(complete('DraftContractsIssued'))
      .thenStarted('EnquiriesRaised')
  })

  test('it starts on the completion date of the previous item, auto-set, with the reason', () => {
    const { outcome } = given(sold()).when(set('SearchesBack', 'C', { completedOn: '2025-11-01' }))
    expect(step(outcome.timeline, 'EnquiriesRaised')).toMatchObject({
      startedOn: '2025-11-01',
      wasAutoSetToInProgress: true,
      because: { kind: 'previous-step-completed', steps: [33] },
      actioned: false,
    })
  })

  test('a next item blocked in the same save is blocked', () => {
    given(sold())
      .when(complete('DraftContractsIssued'), set('SearchesAppliedFor', 'B'))
      .thenStarted()
      .thenStates({ SearchesAppliedFor: 'B' })
  })

  test('a next item sent back unchanged is still started', () => {
    given(sold()).when(complete('DraftContractsIssued'), set('SearchesAppliedFor', 'NS')).thenStarted('SearchesAppliedFor')
  })

  test('a next item reset by a person stays reset when another item is completed', () => {
    const timeline = withStates(withStates(sold(), { DraftContractsIssued: 'C', SearchesAppliedFor: 'IP' }), {
      SearchesAppliedFor: 'NS',
    })
    given(timeline)
      .when(complete('MortgageAppSubmitted'))
      .thenStarted('MortgageValuationBooked')
      .thenStates({ SearchesAppliedFor: 'NS' })
  })

  test('a step already acted on by a person stays actioned when a rule starts it', () => {
    const putBack = withStates(withStates(sold(), { SearchesAppliedFor: 'IP' }), { SearchesAppliedFor: 'NS' })
    expect(step(given(putBack).when(complete('DraftContractsIssued')).outcome.timeline, 'SearchesAppliedFor')).toMatchObject({
      state: 'IP',
      actioned: true,
    })
  })

  test('completing several items of a track starts the one after the last', () => {
    given(sold())
      .when(complete('DraftContractsIssued', 'SearchesAppliedFor', 'SearchesBack'))
      .thenStarted('EnquiriesRaised')
  })

  test('a step made not applicable starts the next one today, if all its predecessors are complete', () => {
    const { outcome } = given(saving(sold(), set('DraftContractsIssued', 'C', { completedOn: '2025-11-01' })).timeline)
      .when(set('SearchesAppliedFor', 'NA'))
      .thenStarted('SearchesBack')
    expect(step(outcome.timeline, 'SearchesBack').startedOn).toBe('2025-11-05')
  })
})

describe('preSaleCompleted: when the last pre-sale step is completed, not having survey, mortgage app submitted and draft contracts issued are started', () => {
  test('completing the memorandum of sale starts the three', () => {
    const { outcome } = given(underOffer())
      .when(complete('MemoOfSaleSent'))
      .thenStarted('MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey')
    expect(step(outcome.timeline, 'MortgageAppSubmitted').because).toEqual({ kind: 'pre-sale-completed', steps: [30] })
  })

  test('a complete one stays complete', () => {
    given(withStates(underOffer(), { MortgageAppSubmitted: 'C', MortgageValuationBooked: 'IP' }))
      .when(complete('MemoOfSaleSent'))
      .thenStarted('DraftContractsIssued', 'NotHavingSurvey')
      .thenStates({ MortgageAppSubmitted: 'C' })
  })

  test.each(['IP', 'B'] as const)('one that is %s stays so', (state) => {
    given(withStates(underOffer(), { DraftContractsIssued: state }))
      .when(complete('MemoOfSaleSent'))
      .thenStarted('MortgageAppSubmitted', 'NotHavingSurvey')
      .thenStates({ DraftContractsIssued: state })
  })

  test('a cash buyer’s mortgage does not start', () => {
    given(underOffer(), { cashBuyer: true })
      .when(complete('MemoOfSaleSent'))
      .thenStarted('DraftContractsIssued', 'NotHavingSurvey')
      .thenStates({ MortgageAppSubmitted: 'NA' })
  })

  test('if the template omits the first step of a track, the next one starts', () => {
    given(underOffer(templateWithout('MortgageAppSubmitted', 'NotHavingSurvey')))
      .when(complete('MemoOfSaleSent'))
      .thenStarted('MortgageValuationBooked', 'DraftContractsIssued')
  })

  test('if the template omits the memorandum, sale agreed is the last pre-sale step', () => {
    const timeline = underOffer(templateWithout('MemoOfSaleSent'))
    expect(states(timeline, 'MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey')).toEqual(['IP', 'IP', 'IP'])
  })

  test('an earlier pre-sale step starts none of them', () => {
    given(withStates(underOffer(), { Viewings: 'IP' }))
      .when(set('Viewings', 'C'))
      .thenStarted()
  })
})

const approved = {
  MortgageAppSubmitted: 'C',
  MortgageValuationBooked: 'C',
  MortgageValuationCompleted: 'C',
  MortgageApproved: 'C',
} as const
const answered = {
  DraftContractsIssued: 'C',
  SearchesAppliedFor: 'C',
  SearchesBack: 'C',
  EnquiriesRaised: 'C',
  EnquiriesAnswered: 'C',
} as const

describe('tracksCompleted: when a legal step or financial step is completed and the other track’s enquiries answered or mortgage approved step is complete, the first completing step is started', () => {
  test('enquiries answered after the mortgage was approved', () => {
    given(withStates(sold(), approved)).when(complete('EnquiriesAnswered')).thenStarted('ReportedToBuyer')
  })

  test('mortgage approved after the enquiries were answered', () => {
    const { outcome } = given(withStates(sold(), answered)).when(complete('MortgageApproved')).thenStarted('ReportedToBuyer')
    expect(step(outcome.timeline, 'ReportedToBuyer').because).toEqual({ kind: 'tracks-completed', steps: [35, 29] })
  })

  test('both in one save', () => {
    given(sold()).when(complete('EnquiriesAnswered', 'MortgageApproved')).thenStarted('ReportedToBuyer')
  })

  test('an earlier legal step does not start it, even if the mortgage is approved', () => {
    given(withStates(sold(), approved)).when(complete('DraftContractsIssued')).thenStarted('SearchesAppliedFor')
  })

  test('neither track alone starts it', () => {
    given(sold()).when(complete('EnquiriesAnswered')).thenStarted()
    given(sold()).when(complete('MortgageApproved')).thenStarted()
  })

  test('it starts on the later date', () => {
    const timeline = saving(sold(), set('MortgageApproved', 'C', { completedOn: '2025-11-02' })).timeline
    for (const [answeredOn, startedOn] of [
      ['2025-11-01', '2025-11-02'],
      ['2025-11-03', '2025-11-03'],
    ] as const) {
      const { outcome } = given(timeline).when(set('EnquiriesAnswered', 'C', { completedOn: answeredOn }))
      expect(step(outcome.timeline, 'ReportedToBuyer').startedOn).toBe(startedOn)
    }
  })

  test('cash buyer: financial complete holds, so answering the enquiries is enough', () => {
    const { outcome } = given(sold(), { cashBuyer: true }).when(complete('EnquiriesAnswered')).thenStarted('ReportedToBuyer')
    expect(step(outcome.timeline, 'ReportedToBuyer').because?.steps).toEqual([35])
  })

  test('a buyer who turns to cash after the enquiries were answered starts it that day', () => {
    const timeline = saving(sold(), set('EnquiriesAnswered', 'C', { completedOn: '2025-11-01' })).timeline
    const { outcome } = given(timeline, { cashBuyer: true }).when().thenStarted('ReportedToBuyer')
    expect(step(outcome.timeline, 'ReportedToBuyer').startedOn).toBe('2025-11-05')
  })

  test('a mortgage approval omitted by the template is skipped', () => {
    given(withStates(sold(templateWithout('MortgageApproved')), answered))
      .when(complete('MortgageValuationCompleted'))
      .thenStarted('ReportedToBuyer')
  })

  test('if the template omits reported to buyer, the next completing step is the first', () => {
    given(withStates(sold(templateWithout('ReportedToBuyer')), approved))
      .when(complete('EnquiriesAnswered'))
      .thenStarted('DocumentsAndDepositsReceived')
  })

  test('a late legal step starts it after a person had reset it', () => {
    const timeline = withStates(sold(), { ...approved, ...answered, SearchesBack: 'IP' })
    given(timeline).when(complete('SearchesBack')).thenStarted('ReportedToBuyer')
  })
})
