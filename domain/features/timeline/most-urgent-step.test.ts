import { expect, test } from 'vitest'
import { nextWarning } from './most-urgent-step.ts'
import { addSurveyItem } from './rules/surveys.ts'
import { stepKeys } from './step-definitions.ts'
import { complete, saving, sold, survey } from './testing/timelines.ts'

const facts = { today: '2025-11-15', completionDate: null }
const surveyed = (awaitingReports = false) =>
  saving(sold(), addSurveyItem(stepKeys.HomeBuyersSurvey, survey('2025-10-24', { awaitingReports }))).timeline

test('nextWarning: the most urgent step: overdue before an awaited report, then the earliest due', () => {
  expect(nextWarning(sold(), { ...facts, today: '2025-10-25' })).toMatchObject({
    keyName: 'MortgageAppSubmitted',
    daysLeft: 10,
  })
  expect(nextWarning(surveyed(), facts)).toMatchObject({ keyName: 'HomeBuyersSurvey', overdue: true })
  expect(nextWarning(surveyed(true), facts)).toMatchObject({ keyName: 'MortgageAppSubmitted', warning: 'red' })
  expect(nextWarning(surveyed(true), { ...facts, today: '2025-10-30' })).toMatchObject({ keyName: 'HomeBuyersSurvey' })
  expect(
    nextWarning(saving(sold(), ...complete('MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey')).timeline, {
      ...facts,
      today: '2025-11-05',
    }),
  ).toMatchObject({
    keyName: 'MortgageValuationBooked',
  })
  expect(nextWarning([], facts)).toBeNull()
})
