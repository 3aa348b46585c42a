import { expect, test } from 'vitest'
import { momentOf, newViewing } from './viewing-values.ts'

test('A new viewing is today, at a time rounded to 5 minutes', () => {
  expect(newViewing('2026-03-10T14:33:00.000Z')).toEqual({ name: '', when: '2026-03-10', time: '14:35', notes: '' })
})

test('A viewing is shown with its day and, where it is known, its time', () => {
  expect(momentOf({ when: '2026-03-10', time: '14:35' })).toBe('10/03/2026 14:35')
  expect(momentOf({ when: '2026-03-10', time: null })).toBe('10/03/2026')
})
