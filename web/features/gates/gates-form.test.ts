import { noCompletionDate } from '@gya/domain/features/gates/gates.model.ts'
import { expect, test } from 'vitest'
import { entryOf } from './gate-list.tsx'
import { effectText } from './gates-form.tsx'

test('effectText: what *block* would stop today', () => {
  expect(effectText('accept', { waiting: 14, lacking: 12, items: 25 })).toBe('12 pending offers lack 2.1 items on average.')
  expect(effectText('exchange', { waiting: 1, lacking: 1, items: 1 })).toBe('1 sale that has not exchanged lacks 1 item.')
  expect(effectText('accept', { waiting: 3, lacking: 0, items: 0 })).toBe('Of 3 pending offers none lacks anything.')
  expect(effectText('accept', { waiting: 0, lacking: 0, items: 0 })).toBe('There are no pending offers today.')
})

test('the mortgage offer is entered among the expected days, the completion date on the timeline', () => {
  expect(entryOf('mortgageGood', 'its expiry is not entered')).toMatchObject({ panel: 'days' })
  expect(entryOf('mortgageGood', noCompletionDate)).toMatchObject({ field: '#completion-date' })
})
