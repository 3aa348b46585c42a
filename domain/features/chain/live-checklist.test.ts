import { describe, expect, test } from 'vitest'
import type { StepName } from '../timeline/steps.ts'
import { addSurveyItem } from '../timeline/surveys.ts'
import { complete, saving, set, sold, survey, takenOn, underOffer } from '../timeline/testing/timelines.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { type Checklist, checklistSteps, isTicked, newChecklist, tickedSteps } from './checklist.ts'
import { checklistFromTimeline } from './live-checklist.ts'

const mortgage = { cashBuy: false }
const of = (timeline: Timeline) => checklistFromTimeline(timeline, mortgage)
/** A sold timeline with one step in a state, whatever the rules make of the rest. */
const withStep = (name: StepName, state: 'C' | 'IP' | 'NA'): Timeline =>
  underOffer().map((step) => (step.keyName === name ? { ...step, state } : step))

test('A property that was only taken on has the checklist of a new link', () => {
  expect(of(takenOn())).toEqual(newChecklist)
})

describe('surveyBooked is', () => {
  test('Yes if any survey entries exist, and surveyDate shows the earliest survey date', () => {
    const timeline = saving(
      sold(),
      addSurveyItem(15, survey('2025-12-02')),
      addSurveyItem(6, survey('2025-11-28')),
      addSurveyItem(10, survey('2026-01-05')),
    ).timeline
    expect(of(timeline)).toMatchObject({ surveyBooked: 'Yes', surveyDate: '28/11/2025' })
  })
  test('Yes even when not having a survey is complete', () => {
    const booked = saving(sold(), addSurveyItem(6, survey('2025-11-28'))).timeline
    const both = booked.map((step) => (step.keyName === 'NotHavingSurvey' ? { ...step, state: 'C' as const } : step))
    expect(of(both).surveyBooked).toBe('Yes')
  })
  test('No if NotHavingSurvey is complete and there is no survey', () => {
    expect(of(withStep('NotHavingSurvey', 'C'))).toMatchObject({ surveyBooked: 'No', surveyDate: '' })
  })
  test('otherwise NA', () => {
    expect(of(withStep('NotHavingSurvey', 'IP')).surveyBooked).toBe('NA')
    expect(of(withStep('NotHavingSurvey', 'NA')).surveyBooked).toBe('NA')
  })
})

describe('mortgageOffer is', () => {
  test('Cash if the accepted offer is a cash buy, whether or not MortgageApproved is complete', () => {
    for (const timeline of [sold(), withStep('MortgageApproved', 'C')])
      expect(checklistFromTimeline(timeline, { cashBuy: true }).mortgageOffer).toBe('Cash')
  })
  test('Yes if MortgageApproved is complete', () => {
    expect(of(withStep('MortgageApproved', 'C')).mortgageOffer).toBe('Yes')
  })
  test('otherwise No', () => {
    expect(of(withStep('MortgageApproved', 'IP')).mortgageOffer).toBe('No')
  })
})

test.each([
  [['contractSigned', 'depositPaid'], 'DocumentsAndDepositsReceived'],
  [['mosSent'], 'MemoOfSaleSent'],
  [['searchesApplied'], 'SearchesAppliedFor'],
  [['searchesBack'], 'SearchesBack'],
  [['draftContracts'], 'DraftContractsIssued'],
  [['enquiriesRaised'], 'EnquiriesRaised'],
  [['enquiriesAnswered'], 'EnquiriesAnswered'],
] as [(keyof Checklist)[], StepName][])('%s follow %s being complete, and nothing else does', (fields, step) => {
  const expected = { ...newChecklist, ...Object.fromEntries(fields.map((field) => [field, true])) }
  expect(of(withStep(step, 'C'))).toEqual(expected)
  expect(of(withStep(step, 'IP'))).toEqual(newChecklist)
})

test('A sale counts its ticks: a booked survey and cash are two of the ten, No and N/A are none', () => {
  const timeline = saving(
    sold(),
    ...complete('DraftContractsIssued', 'SearchesAppliedFor'),
    addSurveyItem(6, survey('2025-11-28')),
    set('MortgageAppSubmitted', 'IP'),
  ).timeline
  const checklist = checklistFromTimeline(timeline, { cashBuy: true })
  expect(checklistSteps).toHaveLength(10)
  expect(tickedSteps(checklist)).toBe(5)
  expect(tickedSteps(newChecklist)).toBe(0)
  expect(isTicked({ ...newChecklist, surveyBooked: 'No' }, 'surveyBooked')).toBe(false)
})
