import { describe, expect, test } from 'vitest'
import { findStep, stepKeys } from '../step-definitions.ts'
import { given, save, saving, set, sold, step, survey, underOffer, withStates } from '../testing/timelines.ts'
import { addSurveyItem, describeOpenSurvey, removeSurveyItem, whyNotAddSurvey, whyNotEditSurvey } from './surveys.ts'

const surveyed = () => saving(sold(), addSurveyItem(stepKeys.HomeBuyersSurvey, survey('2025-11-10'))).timeline

describe('addSurveyItem: adding a survey sets it in progress and clears any delete mark', () => {
  test('a new survey is in progress from today with its data', () => {
    expect(step(surveyed(), 'HomeBuyersSurvey')).toMatchObject({
      state: 'IP',
      startedOn: '2025-11-05',
      type: 'S',
      wasAutoSetToInProgress: false,
      survey: survey('2025-11-10'),
    })
  })

  test('adding it clears the delete mark; added as not started it is in progress', () => {
    expect(addSurveyItem(stepKeys.Roof, survey('2025-11-10'))).toMatchObject({ state: 'IP', appMarkedDelete: false })
    given(sold())
      .when(set('Roof', 'NS', { survey: survey('2025-11-10') }))
      .thenStates({ Roof: 'IP' })
  })

  test('adding the not-having-survey item completes it', () => {
    given(sold())
      .when(addSurveyItem(stepKeys.NotHavingSurvey, survey('2025-11-10')))
      .thenStates({ NotHavingSurvey: 'C' })
  })

  test('whyNotAddSurvey: add survey is disabled until a survey date is set', () => {
    expect(whyNotAddSurvey({ reference: 'roof' })).toBe('SURVEY_DATE_REQUIRED')
    expect(whyNotAddSurvey({ date: '2025-11-10' })).toBeNull()
    given(sold()).when(set('Roof', 'IP')).thenRefused('SURVEY_DATE_REQUIRED')
  })
})

describe('removeSurveyItem: removing a survey marks it appMarkedDelete, applied on save', () => {
  test('the survey is removed by the save and reported as a change', () => {
    const { outcome } = given(surveyed()).when(removeSurveyItem(step(surveyed(), 'HomeBuyersSurvey')))
    expect(findStep(outcome.timeline, stepKeys.HomeBuyersSurvey)).toBeUndefined()
    expect(outcome.changes.find((one) => one.key === stepKeys.HomeBuyersSurvey)).toMatchObject({
      from: 'IP',
      to: null,
      after: null,
    })
  })

  test('removing an unsaved survey does nothing', () => {
    expect(saving(sold(), { key: stepKeys.Roof, state: 'IP', appMarkedDelete: true }).changes).toEqual([])
  })

  test('only surveys can be removed', () => {
    given(sold())
      .when(set('SearchesBack', 'NS', { appMarkedDelete: true }))
      .thenRefused('VALIDATION_FAILED')
    given(sold())
      .when(set('NotHavingSurvey', 'NS', { appMarkedDelete: true }))
      .thenRefused('VALIDATION_FAILED')
  })
})

describe('updateNotHavingSurvey: a booked survey makes not having a survey not applicable', () => {
  test('from any state', () => {
    expect(step(surveyed(), 'NotHavingSurvey')).toMatchObject({ state: 'NA', because: { kind: 'survey-added', steps: [5] } })
    given(withStates(sold(), { NotHavingSurvey: 'C' }))
      .when(set('Roof', 'IP', { survey: survey('2025-11-10') }))
      .thenStates({ NotHavingSurvey: 'NA' })
  })

  test('it stays so when pre-sale completes afterwards', () => {
    const early = saving(underOffer(), addSurveyItem(stepKeys.Roof, survey('2025-11-10'))).timeline
    given(early).when(set('MemoOfSaleSent', 'C')).thenStarted('MortgageAppSubmitted', 'DraftContractsIssued')
  })

  test('removing the last survey reopens it', () => {
    const both = saving(surveyed(), addSurveyItem(stepKeys.Roof, survey('2025-11-12'))).timeline
    const one = saving(both, removeSurveyItem(step(both, 'Roof'))).timeline
    expect(step(one, 'NotHavingSurvey').state).toBe('NA')
    given(one)
      .when(removeSurveyItem(step(one, 'HomeBuyersSurvey')))
      .thenStarted('NotHavingSurvey')
  })

  test('before pre-sale is complete it is then not started', () => {
    const early = saving(underOffer(), addSurveyItem(stepKeys.Roof, survey('2025-11-10'))).timeline
    given(early)
      .when(removeSurveyItem(step(early, 'Roof')))
      .thenStarted()
      .thenStates({ NotHavingSurvey: 'NS' })
  })

  test('a request for it in the same save takes precedence', () => {
    given(sold())
      .when(set('Roof', 'C', { survey: survey('2025-11-04') }), set('NotHavingSurvey', 'C'))
      .thenStates({ NotHavingSurvey: 'C' })
  })
})

describe('whyNotGoWithoutSurvey: not having a survey cannot be complete while a survey is open', () => {
  const withoutSurvey = set('NotHavingSurvey', 'C')
  const roof = (more: Parameters<typeof survey>[1] = {}) => set('Roof', 'IP', { survey: survey('2025-11-10', more) })

  test.each([
    ['booked', saving(sold(), roof()).timeline],
    ['with an awaited report', saving(sold(), roof({ awaitingReports: true })).timeline],
    ['overdue', saving(sold(), set('Roof', 'IP', { survey: survey('2025-10-30') })).timeline],
    ['delayed', saving(sold(), set('Roof', 'B', { survey: survey('2025-11-10') })).timeline],
  ])('one that is %s', (_case, timeline) => {
    given(timeline).when(withoutSurvey).thenRefused('SURVEY_OPEN')
  })

  test('one booked in the same save', () => {
    given(sold()).when(roof(), withoutSurvey).thenRefused('SURVEY_OPEN')
  })

  test('accepted once the survey is complete, not applicable or removed', () => {
    const booked = saving(sold(), roof()).timeline
    for (const item of [set('Roof', 'C'), set('Roof', 'NA'), removeSurveyItem(step(booked, 'Roof'))])
      given(booked).when(item, withoutSurvey).thenStates({ NotHavingSurvey: 'C' })
  })

  test('reopening a survey makes it not applicable', () => {
    const done = saving(saving(sold(), roof()).timeline, set('Roof', 'C'), withoutSurvey).timeline
    given(done).when(set('Roof', 'IP')).thenStates({ NotHavingSurvey: 'NA' })
  })

  test('describeOpenSurvey names the survey and its date', () => {
    expect(describeOpenSurvey(surveyed())).toBe('A Home buyers survey is booked for 10/11/2025. Cancel it first.')
    const awaited = saving(sold(), set('Electrical', 'IP', { survey: survey('2025-11-01', { awaitingReports: true }) })).timeline
    expect(describeOpenSurvey(awaited)).toBe('An Electrical survey of 01/11/2025 awaits its report. Complete or cancel it first.')
    expect(describeOpenSurvey(sold())).toBeNull()
  })
})

describe('whyNotEditSurvey: survey date and notes are disabled when the survey is complete or awaiting reports', () => {
  const awaiting = () => saving(surveyed(), set('HomeBuyersSurvey', 'IP', { survey: { awaitingReports: true } })).timeline
  const edit = { date: '2025-11-20' }

  test('screen and rules agree', () => {
    expect(whyNotEditSurvey(step(surveyed(), 'HomeBuyersSurvey'))).toBeNull()
    expect(whyNotEditSurvey(step(awaiting(), 'HomeBuyersSurvey'))).toBe('SURVEY_LOCKED')
    given(awaiting())
      .when(set('HomeBuyersSurvey', 'IP', { survey: edit }))
      .thenRefused('SURVEY_LOCKED')
    given(awaiting())
      .when(set('HomeBuyersSurvey', 'IP', { survey: { reference: 'loft' } }))
      .thenRefused('SURVEY_LOCKED')
    given(withStates(surveyed(), { HomeBuyersSurvey: 'C' }))
      .when(set('HomeBuyersSurvey', 'C', { survey: edit }))
      .thenRefused('SURVEY_LOCKED')
  })

  test.each([
    ['while it is open', surveyed(), { state: 'IP', survey: edit }],
    ['together with awaiting reports', surveyed(), { state: 'IP', survey: { ...edit, awaitingReports: true } }],
    ['together with completing it', surveyed(), { state: 'C', survey: edit }],
    ['once reports are no longer awaited', awaiting(), { state: 'IP', survey: { ...edit, awaitingReports: false } }],
    ['with the survey reopened', withStates(surveyed(), { HomeBuyersSurvey: 'C' }), { state: 'IP', survey: edit }],
  ] as const)('the date can be changed %s', (_case, timeline, { state, survey: data }) => {
    const saved = save(timeline, [set('HomeBuyersSurvey', state, { survey: data })])
    expect(saved.refused).toBeNull()
    expect(step(saved.timeline, 'HomeBuyersSurvey').survey?.date).toBe('2025-11-20')
  })

  test('the point of contact can always be changed, and missing fields are kept', () => {
    const changed = saving(
      awaiting(),
      set('HomeBuyersSurvey', 'IP', { survey: { contactPOC: 'a0000000-0000-4000-8000-000000000001' } }),
    )
    expect(step(changed.timeline, 'HomeBuyersSurvey').survey).toEqual(
      survey('2025-11-10', { contactPOC: 'a0000000-0000-4000-8000-000000000001', awaitingReports: true }),
    )
  })

  test('a complete survey no longer awaits its report', () => {
    const { outcome } = given(awaiting()).when(set('HomeBuyersSurvey', 'C'))
    expect(step(outcome.timeline, 'HomeBuyersSurvey').survey?.awaitingReports).toBe(false)
  })
})
