import { describe, expect, test } from 'vitest'
import { describeDone, describeSnooze, describeUnsnooze } from './describe-changes.ts'

const searches = { description: 'Searches back', line1: '12 High Street' }
const task = { description: 'Ring the bank', line1: null }
const started = (title: string) => ({ title, to: 'IP', because: 'previous-step-completed' })

describe('messages after changing action items', () => {
  test('describeDone: completed items and started steps', () => {
    expect(describeDone([task], [])).toBe('Ring the bank is done.')
    const requested = { title: 'Searches back', to: 'C', because: 'requested' }
    expect(describeDone([searches], [requested, started('Enquiries raised')])).toBe(
      'Searches back at 12 High Street is done. Enquiries raised started.',
    )
    expect(describeDone([searches, task], ['A', 'B', 'C'].map(started))).toBe('2 action items are done. A, B and C started.')
    expect(describeDone([searches, task], ['A', 'B', 'C', 'D'].map(started))).toBe(
      '2 action items are done. A, B and 2 others started.',
    )
  })

  test('describeSnooze and describeUnsnooze', () => {
    expect(describeSnooze([searches], '2025-11-12T07:00:00.000Z')).toBe(
      'Searches back at 12 High Street is snoozed until 12/11/2025 07:00.',
    )
    expect(describeUnsnooze([searches, task])).toBe('2 action items are back.')
  })
})
