import { expect, test } from 'vitest'
import { commandOf, todayKeys } from './today-keys.ts'

const press = (key: string, singleKeys = true, ctrl = false) => commandOf({ key, ctrl, shift: false }, singleKeys)

test.each(todayKeys.flatMap(({ keys, command, ctrl = false }) => keys.map((key) => [key, command, ctrl] as const)))(
  '%s: %s',
  (key, command, ctrl) => {
    expect(press(key, true, ctrl)).toBe(command)
  },
)

test('capital letters have the same effect', () => {
  expect(press('D')).toBe('done')
})

test('with single keys off, letters, digits and symbols do nothing; arrows, Enter, Escape and Ctrl still work', () => {
  for (const { keys, single, command, ctrl = false } of todayKeys)
    for (const key of keys) expect([key, press(key, false, ctrl)]).toEqual([key, single ? null : command])
  expect(press('Enter', false, true)).toBe('open-property')
})

test('keys with Alt and other keys with Ctrl are left to the browser', () => {
  expect(commandOf({ key: 'd', ctrl: false, shift: false, alt: true }, true)).toBeNull()
  expect(press('s', true, true)).toBeNull()
})
