import { describe, expect, test } from 'vitest'
import { addSurveyItem } from './rules/surveys.ts'
import { compareSaleProgress, completedOns, isExchanged, saleProgress, surveySummary } from './sale-progress.ts'
import { reportSteps, stepKeys } from './step-definitions.ts'
import { complete, save, saving, sold, survey, takenOn, underOffer, withStates, withStep } from './testing/timelines.ts'

describe('saleProgress: steps complete ÷ applicable steps from SaleAgreed on, then furthest step', () => {
  test('take on, launch and viewings do not count', () => {
    expect(saleProgress(withStates(takenOn(), { PropertyLaunched: 'C', Viewings: 'C' }))).toEqual({
      complete: 0,
      applicable: 16,
      ratio: 0,
      furthest: 0,
    })
  })

  test('sale agreed and memorandum sent are two of sixteen', () => {
    expect(saleProgress(sold())).toEqual({ complete: 2, applicable: 16, ratio: 2 / 16, furthest: 2 })
  })

  test('steps that are not applicable do not count: a cash buy has four fewer', () => {
    expect(saleProgress(save(sold(), [], { cashBuyer: true }).timeline)).toMatchObject({ complete: 2, applicable: 12 })
  })

  test('a booked survey counts in place of not having one', () => {
    const surveyed = saving(sold(), addSurveyItem(stepKeys.Roof, survey('2025-11-10'))).timeline
    expect(saleProgress(surveyed)).toMatchObject({ complete: 2, applicable: 16 })
    expect(saleProgress(withStates(surveyed, { Roof: 'C' }))).toMatchObject({ complete: 3, furthest: 2 })
  })

  test('with equal progress the furthest step decides', () => {
    const drafted = saleProgress(saving(sold(), ...complete('DraftContractsIssued')).timeline)
    const applied = saleProgress(saving(sold(), ...complete('MortgageAppSubmitted')).timeline)
    expect(drafted.ratio).toBe(applied.ratio)
    const sorted = [applied, saleProgress(sold()), drafted].toSorted(compareSaleProgress)
    expect(sorted.map((one) => one.furthest)).toEqual([2, 3, 8])
  })

  test('a completed sale has progress 1', () => {
    const everything = withStates(sold(), Object.fromEntries(sold().map((one) => [one.keyName, 'C'])))
    expect(saleProgress(everything)).toEqual({ complete: 16, applicable: 16, ratio: 1, furthest: 15 })
  })

  test('0 without applicable steps, no division by zero', () => {
    expect(saleProgress([]).ratio).toBe(0)
  })
})

describe('completedOns: report timeline steps', () => {
  test('the fifteen of the specification, in its order, with completion dates', () => {
    expect(reportSteps.map((step) => step.key)).toEqual([4, 30, 31, 32, 33, 34, 35, 26, 27, 28, 29, 22, 23, 24, 25])
    expect(completedOns(sold())).toMatchObject({
      SaleAgreed: '2025-10-20',
      MemoOfSaleSent: '2025-10-21',
      DraftContractsIssued: null,
    })
    expect(Object.keys(completedOns(sold()))).toEqual(reportSteps.map((step) => step.keyName))
  })

  test('exchanged', () => {
    expect(isExchanged(sold())).toBe(false)
    expect(isExchanged(withStates(sold(), { Exchanged: 'C' }))).toBe(true)
  })
})

describe('surveySummary: N/A when not having a survey is complete, else done ÷ booked, else the next survey date', () => {
  const roof = addSurveyItem(stepKeys.Roof, survey('2025-11-20'))
  const home = addSurveyItem(stepKeys.HomeBuyersSurvey, survey('2025-11-10'))
  const both = saving(sold(), roof, home).timeline

  test('not having a survey is complete', () => {
    expect(surveySummary(withStates(sold(), { NotHavingSurvey: 'C' }))).toEqual({
      cell: 'not-applicable',
      done: 0,
      booked: 0,
      updatedOn: null,
    })
    const done = withStates(both, { Roof: 'C', HomeBuyersSurvey: 'C', NotHavingSurvey: 'C' })
    expect(surveySummary(done).cell).toBe('not-applicable')
  })

  test('not having a survey is complete (older data) beside an open survey: its date', () => {
    const contradiction = withStep(both, 'NotHavingSurvey', { state: 'C', completedOn: '2025-11-05' })
    expect(surveySummary(contradiction).cell).toBe('date')
  })

  test('one of two is done', () => {
    const one = withStates(both, { HomeBuyersSurvey: 'C' })
    expect(surveySummary(one)).toMatchObject({ cell: 'ratio', done: 1, booked: 2 })
  })

  test('none is done: the next survey date', () => {
    expect(surveySummary(both)).toMatchObject({ cell: 'date', done: 0, booked: 2 })
  })

  test('nothing booked: nothing', () => {
    expect(surveySummary(underOffer())).toEqual({ cell: 'nothing', done: 0, booked: 0, updatedOn: null })
    expect(surveySummary(withStates(both, { Roof: 'NA', HomeBuyersSurvey: 'NA' })).cell).toBe('nothing')
  })
})
