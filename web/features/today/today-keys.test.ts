import { expect, test } from 'vitest'
import { commandOf, todayKeys } from './today-keys.ts'

const press = (key: string, singleKeys = true, ctrl = false) => commandOf({ key, ctrl, alt: false }, singleKeys)

test('no key does two things', () => {
  const keys = todayKeys.flatMap((entry) => entry.keys)
  expect(new Set(keys).size).toBe(keys.length)
})

test.each(todayKeys.flatMap(({ keys, command }) => keys.map((key) => [key, command] as const)))('%s: %s', (key, command) => {
  expect(press(key)).toBe(command)
})

test('capital letters do the same', () => {
  expect(press('D')).toBe('done')
})

test('without single keys letters, digits and signs do nothing; arrows, Enter, Escape and Ctrl still work', () => {
  for (const { keys, single, command } of todayKeys)
    for (const key of keys) expect([key, press(key, false)]).toEqual([key, single ? null : command])
  expect(press('Enter', false, true)).toBe('open-property')
})

test('keys with Alt and other keys with Ctrl belong to the browser', () => {
  expect(commandOf({ key: 'd', ctrl: false, alt: true }, true)).toBeNull()
  expect(press('s', true, true)).toBeNull()
})
