import { describe, expect, test } from 'vitest'
import type { OpenStep } from '../timeline/most-urgent-step.ts'
import { type StepName, stepDefinitions, stepKeys } from '../timeline/step-definitions.ts'
import { waitsFor } from './waits-for.ts'

const today = '2026-11-28'
const open = (name: StepName, date: string | null, rest: Partial<OpenStep> = {}): OpenStep => ({
  key: stepKeys[name],
  state: 'IP',
  date,
  awaitingReports: false,
  updatedOn: null,
  ...rest,
})
const waits = (openSteps: OpenStep[], mortgageOfferExpires: string | null = null) =>
  waitsFor({ on: '2026-12-02', openSteps, mortgageOfferExpires }, today)

describe('waitsFor: what an expected exchange waits for', () => {
  test('the next step of the sale, in words', () => {
    expect(waits([open('SearchesBack', '2026-11-24'), open('MortgageApproved', '2026-12-01')])).toEqual({
      words: 'waits for the searches',
      tone: 'late',
    })
    expect(waits([open('EnquiriesRaised', null, { state: 'B', delayedOn: '2026-11-27' })])).toEqual({
      words: 'waits for the buyer’s solicitor to raise enquiries',
      tone: 'late',
    })
  })

  test('never for itself', () => {
    expect(waits([open('Exchanged', '2026-11-20')])).toEqual({ words: 'nothing else open', tone: null })
    expect(waits([open('Exchanged', '2026-11-20'), open('DocumentsAndDepositsReceived', '2026-12-01')]).words).toBe(
      'waits for the signed contract and the buyer’s deposit',
    )
  })

  test('a mortgage offer that ends before, unless a step is late', () => {
    expect(waits([open('SearchesBack', '2026-12-01')], '2026-11-30')).toMatchObject({ tone: 'soon' })
    expect(waits([open('SearchesBack', '2026-11-24')], '2026-11-30').words).toBe('waits for the searches')
  })

  test('is overdue once its day is over, whatever is open', () => {
    const on = '2026-11-14'
    const wait = (openSteps: OpenStep[]) => waitsFor({ on, openSteps, mortgageOfferExpires: null }, today)
    expect(wait([])).toEqual({ words: '14 days overdue', tone: 'late' })
    expect(wait([open('SearchesBack', '2026-12-01')])).toEqual({
      words: '14 days overdue, waits for the searches',
      tone: 'late',
    })
    expect(waitsFor({ on: today, openSteps: [], mortgageOfferExpires: null }, today)).toEqual({
      words: 'nothing else open',
      tone: null,
    })
  })

  test('every step of an agreed sale has words', () => {
    const keys = stepDefinitions.filter(({ type, key }) => type !== 'PS' || key === stepKeys.MemoOfSaleSent)
    for (const { key, keyName } of keys)
      if (key !== stepKeys.Exchanged && key !== stepKeys.Completed)
        expect([keyName, waits([open(keyName, '2026-12-01')]).words]).toEqual([
          keyName,
          expect.stringMatching(/^waits for [a-z]../),
        ])
  })
})
