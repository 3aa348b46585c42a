import { describe, expect, test } from 'vitest'
import { given } from './testing/given.ts'
import { complete, saving, set, sold, step, templateWithout, withStates } from './testing/timelines.ts'

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

describe('When a legal step or financial step is completed and the other track’s enquiries answered or mortgage approved step is complete, the first completing step is started', () => {
  test('enquiries answered, the mortgage being approved', () => {
    given(withStates(sold(), approved)).when(complete('EnquiriesAnswered')).thenStarted('ReportedToBuyer')
  })

  test('mortgage approved, the enquiries being answered', () => {
    const { outcome } = given(withStates(sold(), answered)).when(complete('MortgageApproved')).thenStarted('ReportedToBuyer')
    expect(step(outcome.timeline, 'ReportedToBuyer').because).toEqual({ kind: 'tracks-completed', steps: [35, 29] })
  })

  test('both in one save', () => {
    given(sold()).when(complete('EnquiriesAnswered', 'MortgageApproved')).thenStarted('ReportedToBuyer')
  })

  test('an earlier legal step does not start it, even though the mortgage is approved', () => {
    given(withStates(sold(), approved)).when(complete('DraftContractsIssued')).thenStarted('SearchesAppliedFor')
  })

  test('neither track alone starts it', () => {
    given(sold()).when(complete('EnquiriesAnswered')).thenStarted()
    given(sold()).when(complete('MortgageApproved')).thenStarted()
  })

  test('it starts on the later of the two days', () => {
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

  test('a mortgage approval that the template leaves out is passed over', () => {
    given(withStates(sold(templateWithout('MortgageApproved')), answered))
      .when(complete('MortgageValuationCompleted'))
      .thenStarted('ReportedToBuyer')
  })

  test('where the template leaves out reported to buyer, the next completing step is the first', () => {
    given(withStates(sold(templateWithout('ReportedToBuyer')), approved))
      .when(complete('EnquiriesAnswered'))
      .thenStarted('DocumentsAndDepositsReceived')
  })

  test('a late legal step starts it when somebody had put it back', () => {
    const timeline = withStates(sold(), { ...approved, ...answered, SearchesBack: 'IP' })
    given(timeline).when(complete('SearchesBack')).thenStarted('ReportedToBuyer')
  })
})
