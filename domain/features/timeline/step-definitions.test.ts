import { describe, expect, test } from 'vitest'
import { describeReason } from './describe-reason.ts'
import { incompleteUpTo } from './predecessors-of.ts'
import {
  byDisplayOrder,
  fixedSteps,
  type StepName,
  stepDefinition,
  stepDefinitions,
  stepKeys,
  tracks,
} from './step-definitions.ts'
import { isSurveyType, surveyTypes } from './survey-types.ts'
import { saving, set, sold, step, survey, templateWithout, withStates, withStep } from './testing/timelines.ts'
import { type Reason, reasonKinds, type Timeline } from './timeline.model.ts'

describe('stepDefinitions: the steps of the product', () => {
  test('the milestone numeric ids of the specification', () => {
    const ids = {
      TakeOn: 1,
      Viewings: 3,
      SaleAgreed: 4,
      HomeBuyersSurvey: 5,
      JapaneseKnotweed: 21,
      ReportedToBuyer: 22,
      Exchanged: 24,
    }
    expect(stepKeys).toMatchObject({
      ...ids,
      Completed: 25,
      MortgageAppSubmitted: 26,
      MortgageApproved: 29,
      MemoOfSaleSent: 30,
      EnquiriesAnswered: 35,
      NotHavingSurvey: 36,
    })
  })

  test('every id from 1 to 36 once, 5 to 21 being the survey types', () => {
    expect(stepDefinitions.map((step) => step.key).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 36 }, (_, index) => index + 1),
    )
    expect(surveyTypes.map((step) => step.key)).toEqual(Array.from({ length: 17 }, (_, index) => index + 5))
    expect(
      stepDefinitions.filter((step) => isSurveyType(step.key)).every((step) => step.type === 'S' && step.order === null),
    ).toBe(true)
  })

  test('orders are consecutive in each track, and days are 0 to 31', () => {
    for (const { track } of tracks) {
      const orders = fixedSteps.filter((step) => step.type === track).map((step) => step.order)
      expect(orders).toEqual(orders.map((_, index) => index + 1))
    }
    expect(fixedSteps.every(({ daysToComplete: days }) => days !== null && days >= 0 && days <= 31)).toBe(true)
  })

  test('tracks are in display order', () => {
    expect(tracks.map(({ title }) => title)).toEqual(['Selling', 'Financial', 'Legal', 'Survey', 'Completing'])
    expect(
      [{ key: 24 }, { key: 5 }, { key: 36 }, { key: 31 }, { key: 29 }, { key: 30 }]
        .toSorted(byDisplayOrder)
        .map(({ key }) => key),
    ).toEqual([30, 29, 31, 36, 5, 24])
    expect(stepDefinition(37)).toBeUndefined()
  })
})

describe('describeReason: the reason is shown in words that name the step', () => {
  test('Started because Searches back was completed', () => {
    const { changes, timeline } = saving(sold(), set('SearchesBack', 'C'))
    expect(changes.map((one) => describeReason(one.because, timeline))).toEqual([
      'Set by hand',
      'Started because Searches back was completed',
    ])
  })

  test('with the title from this property’s template', () => {
    const timeline = withStep(sold(), 'SearchesBack', { title: 'Searches in' })
    expect(describeReason({ kind: 'previous-step-completed', steps: [33] }, timeline)).toBe(
      'Started because Searches in was completed',
    )
  })

  test.each([
    [{ kind: 'pre-sale-completed', steps: [30] }, 'Started because Memo of sale sent, the last selling step, was completed'],
    [{ kind: 'tracks-completed', steps: [35, 29] }, 'Started because Enquiries answered and Mortgage approved are complete'],
    [{ kind: 'tracks-completed', steps: [35] }, 'Started because Enquiries answered is complete'],
    [{ kind: 'tracks-completed', steps: [] }, 'Started because everything before it is complete'],
    [{ kind: 'auto-start-withdrawn', steps: [31] }, 'Put back to not started because Draft contracts issued is not complete'],
    [{ kind: 'survey-added', steps: [5, 11] }, 'Not applicable because Home buyers survey and Roof were added'],
    [{ kind: 'survey-added', steps: [5] }, 'Not applicable because Home buyers survey was added'],
  ] satisfies [Reason, string][])('%j', (reason, words) => expect(describeReason(reason, sold())).toBe(words))

  test('every kind of reason has its own text', () => {
    const all = reasonKinds.map((kind) => describeReason({ kind, steps: [33] }, sold()))
    expect(new Set(all).size).toBe(reasonKinds.length)
  })

  test('a removed survey is still named', () => {
    const { timeline } = saving(sold(), set('Roof', 'IP', { survey: survey('2025-11-10') }))
    const reason = timeline.find((one) => one.keyName === 'NotHavingSurvey')?.because
    expect(reason && describeReason(reason, sold())).toBe('Not applicable because Roof was added')
  })
})

const upTo = (timeline: Timeline, name: StepName) => incompleteUpTo(timeline, step(timeline, name)).map(({ keyName }) => keyName)

test('incompleteUpTo: the open steps before a step in its track, and the step', () => {
  expect(upTo(sold(), 'SearchesBack')).toEqual(['DraftContractsIssued', 'SearchesAppliedFor', 'SearchesBack'])
  expect(upTo(withStates(sold(), { SearchesAppliedFor: 'C' }), 'SearchesBack')).toEqual(['DraftContractsIssued', 'SearchesBack'])
})

test('incompleteUpTo: steps that are not applicable are skipped; empty for a step that is complete or not applicable', () => {
  const without = sold(templateWithout('SearchesAppliedFor'))
  expect(upTo(without, 'SearchesBack')).toEqual(['DraftContractsIssued', 'SearchesBack'])
  expect(upTo(without, 'SearchesAppliedFor')).toEqual([])
  expect(upTo(sold(), 'MemoOfSaleSent')).toEqual([])
})
