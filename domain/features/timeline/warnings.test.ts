import { expect, test } from 'vitest'
import { stepKeys } from './steps.ts'
import { saving, set, sold, survey } from './testing/timelines.ts'
import { worstWarning } from './warnings.ts'

const awaited = set('Roof', 'IP', { survey: survey('2025-10-25', { awaitingReports: true }) })
const warningFacts = { today: '2025-11-20', completionDate: null }

test('An overdue step outranks a report that has been awaited for longer', () => {
  const timeline = saving(sold(), awaited).timeline
  expect(worstWarning(timeline, warningFacts)).toMatchObject({ key: stepKeys.MortgageAppSubmitted, warning: 'red' })
})

test('A delayed step outranks an awaited report too, before its day has passed', () => {
  const timeline = saving(sold(), awaited, set('MortgageValuationBooked', 'B')).timeline
  expect(worstWarning(timeline, { ...warningFacts, today: '2025-10-30' })).toMatchObject({
    key: stepKeys.MortgageValuationBooked,
    delayed: true,
    overdue: false,
  })
})

test('Where nothing is red the awaited report comes before what is merely due', () => {
  const timeline = saving(sold(), awaited).timeline
  expect(worstWarning(timeline, { ...warningFacts, today: '2025-10-30' })).toMatchObject({ key: stepKeys.Roof, warning: 'amber' })
})
