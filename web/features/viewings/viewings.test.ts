import { expect, test } from 'vitest'
import { dateAndTime, newViewing } from './viewings.tsx'

test('newViewing: today, at the current time rounded to 5 minutes', () => {
  expect(newViewing('2026-03-10T14:33:00.000Z')).toMatchObject({ name: '', when: '2026-03-10', time: '14:35', notes: '' })
})

test('dateAndTime: the day, and the time if it is known', () => {
  expect(dateAndTime({ when: '2026-03-10', time: '14:35' })).toBe('10/03/2026 14:35')
  expect(dateAndTime({ when: '2026-03-10', time: null })).toBe('10/03/2026')
})
