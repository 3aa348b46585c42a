import { expect, test } from 'vitest'
import { typedAhead } from './typed-ahead.ts'

test('keys before a dialog appears are kept for it; Enter ends them', () => {
  typedAhead.add('x')
  expect(typedAhead.read()).toEqual({ text: '', enter: false })
  typedAhead.begin()
  for (const key of ['r', 'p', 'Backspace', 'o', 'Shift', 'ArrowDown', 'd', 'Enter', 'x']) typedAhead.add(key)
  expect(typedAhead.read()).toEqual({ text: 'rod', enter: true })
  typedAhead.end()
  expect([typedAhead.isOpen(), typedAhead.read().text]).toEqual([false, ''])
})
