import { afterEach, expect, test, vi } from 'vitest'
import { typedAhead } from './typed-ahead.ts'

afterEach(() => {
  typedAhead.end()
  vi.useRealTimers()
})

test('keys before a dialog appears are kept for it; Enter ends them', () => {
  typedAhead.add('x')
  expect(typedAhead.read()).toEqual({ text: '', enter: false })
  typedAhead.begin()
  for (const key of ['r', 'p', 'Backspace', 'o', 'Shift', 'ArrowDown', 'd', 'Enter', 'x']) typedAhead.add(key)
  expect(typedAhead.read()).toEqual({ text: 'rod', enter: true })
  typedAhead.end()
  expect([typedAhead.isOpen(), typedAhead.read().text]).toEqual([false, ''])
})

test('typeInto appends what was typed to a field, as typing does, and ends buffering', () => {
  const field = document.createElement('input')
  field.value = '1'
  const typed = vi.fn<() => void>()
  field.addEventListener('input', typed)
  typedAhead.begin()
  for (const key of '2/12') typedAhead.add(key)
  typedAhead.typeInto(field)
  expect([field.value, typed.mock.calls.length, typedAhead.isOpen()]).toEqual(['12/12', 1, false])
  typedAhead.begin()
  typedAhead.add('x')
  typedAhead.typeInto(document.createElement('button'))
  expect(typedAhead.isOpen()).toBe(false)
})

test('discarding drops every key until none was pressed for a moment, and types nothing', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const field = document.createElement('input')
  typedAhead.begin()
  typedAhead.add('w')
  typedAhead.discard()
  for (const key of ['s', 't', 'Enter', 'q']) {
    vi.advanceTimersByTime(1_400)
    expect(typedAhead.isDiscarding()).toBe(true)
    typedAhead.add(key)
  }
  typedAhead.typeInto(field)
  expect(field.value).toBe('')
  typedAhead.discard()
  vi.advanceTimersByTime(1_500)
  expect(typedAhead.isOpen()).toBe(false)
  typedAhead.begin()
  typedAhead.add('4')
  expect([typedAhead.isDiscarding(), typedAhead.read().text]).toEqual([false, '4'])
})

test('a limit ends buffering, and a late field gets nothing', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const field = document.createElement('input')
  typedAhead.begin(2_000)
  typedAhead.add('4')
  vi.advanceTimersByTime(1_999)
  expect(typedAhead.isOpen()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(typedAhead.isOpen()).toBe(false)
  typedAhead.typeInto(field)
  expect(field.value).toBe('')
})
