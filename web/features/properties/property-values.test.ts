import { expect, test } from 'vitest'
import { nextWarningText } from './property-values.ts'

test('The header says of a survey that is done that its report is awaited, of any other late step that it is overdue', () => {
  const survey = { title: 'Home buyers survey', daysLeft: -12, awaitingReports: true }
  expect(nextWarningText(survey)).toEqual({ text: 'Home buyers survey, awaiting report for 12 days', awaiting: true })
  const step = { title: 'Searches back', daysLeft: -1, awaitingReports: false }
  expect(nextWarningText(step)).toEqual({ text: 'Searches back, overdue by 1 day', awaiting: false })
  expect(nextWarningText({ ...step, daysLeft: 0 })).toBeNull()
  expect(nextWarningText(null)).toBeNull()
})
