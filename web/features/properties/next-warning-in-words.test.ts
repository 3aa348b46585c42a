import { expect, test } from 'vitest'
import { nextWarningInWords } from './next-warning-in-words.ts'

test('The header says of a survey that is done that its report is awaited, of any other late step that it is overdue', () => {
  const survey = { title: 'Home buyers survey', daysLeft: -12, awaitingReports: true }
  expect(nextWarningInWords(survey)).toEqual({ text: 'Home buyers survey, awaiting report for 12 days', awaiting: true })
  const step = { title: 'Searches back', daysLeft: -1, awaitingReports: false }
  expect(nextWarningInWords(step)).toEqual({ text: 'Searches back, overdue by 1 day', awaiting: false })
  expect(nextWarningInWords({ ...step, daysLeft: 0 })).toBeNull()
  expect(nextWarningInWords(null)).toBeNull()
})
