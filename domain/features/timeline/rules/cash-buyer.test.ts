import { describe, expect, test } from 'vitest'
import {
  complete,
  given,
  later,
  save,
  saving,
  set,
  sold,
  states,
  step,
  templateWithout,
  withStates,
} from '../testing/timelines.ts'
import { whyNotChangeFinancialStep } from './cash-buyer.ts'

const financial = ['MortgageAppSubmitted', 'MortgageValuationBooked', 'MortgageValuationCompleted', 'MortgageApproved'] as const
const midway = () => saving(sold(), set('MortgageAppSubmitted', 'C', { completedOn: '2025-11-01' })).timeline
const inCash = () => save(midway(), [], { cashBuyer: true }).timeline

describe('applyCashBuyer: every financial step becomes NA', () => {
  test('in any state', () => {
    expect(states(inCash(), ...financial)).toEqual(['NA', 'NA', 'NA', 'NA'])
    expect(step(inCash(), 'MortgageApproved').because).toMatchObject({ kind: 'cash-buyer' })
  })

  test('other tracks are unaffected', () => {
    given(inCash(), { cashBuyer: true }).when(complete('DraftContractsIssued')).thenStarted('SearchesAppliedFor')
  })

  test('whyNotChangeFinancialStep: Cash buy (No action), a financial step cannot be changed', () => {
    expect(whyNotChangeFinancialStep({ type: 'F' }, true)).toBe('CASH_BUY_NO_ACTION')
    expect(whyNotChangeFinancialStep({ type: 'F' }, false)).toBeNull()
    expect(whyNotChangeFinancialStep({ type: 'L' }, true)).toBeNull()
    given(inCash(), { cashBuyer: true }).when(complete('MortgageApproved')).thenRefused('CASH_BUY_NO_ACTION')
  })
})

describe('applyCashBuyer: when the cash buy ends, financial steps get their previous state back', () => {
  test('completions and dates included', () => {
    const ended = save(inCash(), [], { at: later }).timeline
    expect(states(ended, ...financial)).toEqual(['C', 'IP', 'NS', 'NS'])
    expect(step(ended, 'MortgageAppSubmitted').completedOn).toBe('2025-11-01')
    expect(step(ended, 'MortgageValuationBooked')).toMatchObject({ startedOn: '2025-11-01', wasAutoSetToInProgress: true })
  })

  test('a step that the template omits stays not applicable', () => {
    const timeline = sold(templateWithout('MortgageValuationBooked'))
    const ended = saving(save(timeline, [], { cashBuyer: true }).timeline).timeline
    expect(step(ended, 'MortgageValuationBooked').state).toBe('NA')
  })

  test('the first completing step started by the cash buy is reset', () => {
    const legalDone = complete(
      'DraftContractsIssued',
      'SearchesAppliedFor',
      'SearchesBack',
      'EnquiriesRaised',
      'EnquiriesAnswered',
    )
    const reported = save(inCash(), legalDone, { cashBuyer: true }).timeline
    expect(step(reported, 'ReportedToBuyer').state).toBe('IP')
    given(reported).when().thenPutBack('ReportedToBuyer')
  })

  test('a mortgage step that should have started meanwhile starts', () => {
    const cash = save(withStates(sold(), { MortgageAppSubmitted: 'NS' }), [], { cashBuyer: true }).timeline
    given(cash).when().thenStarted('MortgageAppSubmitted')
  })

  test('a financial step can be completed in the save that ends the cash buy', () => {
    const { outcome } = given(inCash())
      .when(complete('MortgageValuationBooked'))
      .thenStates({ MortgageValuationBooked: 'C', MortgageValuationCompleted: 'IP' })
    expect(step(outcome.timeline, 'MortgageValuationBooked').startedOn).toBe('2025-11-01')
  })
})
