import { expect, test } from 'vitest'
import { nextWarningText } from './property-values.ts'

test('nextWarningText: an awaited survey report, or an overdue step', () => {
  const survey = { title: 'Home buyers survey', daysLeft: -12, awaitingReports: true }
  expect(nextWarningText(survey)).toEqual({ text: 'Home buyers survey, awaiting report for 12 days', awaiting: true })
  const step = { title: 'Searches back', daysLeft: -1, awaitingReports: false }
  expect(nextWarningText(step)).toEqual({ text: 'Searches back, overdue by 1 day', awaiting: false })
  expect(nextWarningText({ ...step, daysLeft: 0 })).toBeNull()
  expect(nextWarningText(null)).toBeNull()
})
