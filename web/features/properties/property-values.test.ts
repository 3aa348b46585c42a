import { expect, test } from 'vitest'
import { nextWarningText } from './property-values.ts'

test('nextWarningText: an awaited survey report, an overdue step, or the next one that is due', () => {
  const survey = { title: 'Home buyers survey', daysLeft: -12, awaitingReports: true }
  expect(nextWarningText(survey)).toEqual({ text: 'Home buyers survey, awaiting report for 12 days', tone: 'amber' })
  const step = { title: 'Searches back', daysLeft: -1, awaitingReports: false }
  expect(nextWarningText(step)).toEqual({ text: 'Searches back, overdue by 1 day', tone: 'over' })
  expect(nextWarningText({ ...step, daysLeft: 0 })).toEqual({ text: 'Searches back, due today', tone: null })
  expect(nextWarningText({ ...step, daysLeft: 14 })).toEqual({ text: 'Searches back, due in 14 days', tone: null })
  expect(nextWarningText(null)).toBeNull()
})
