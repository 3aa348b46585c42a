import { expect, test } from 'vitest'
import type { Pressed } from '../../lib/keys/find-key.ts'
import { gridCommandOf, gridKeys } from './report-keys.ts'

const press = (key: string, more: Partial<Pressed> = {}, singleKeys = true) =>
  gridCommandOf({ key, ctrl: false, shift: false, ...more }, singleKeys)

const presses = gridKeys.flatMap(({ keys, ctrl = false, shift = false, ...entry }) =>
  keys.map((key) => ({ key, ctrl, shift, ...entry })),
)

test.each(presses)('$shown: $command', ({ key, ctrl, shift, command }) => {
  expect(press(key, { ctrl, shift })).toBe(command)
})

test('capital letters do the same', () => {
  expect(press('C', { shift: true })).toBe('complete')
})

test('without single keys letters, digits and signs do nothing; all others still work', () => {
  for (const { key, ctrl, shift, single, command } of presses)
    expect([key, press(key, { ctrl, shift }, false)]).toEqual([key, single ? null : command])
})

test('other keys with Ctrl belong to the browser', () => {
  expect(press('c', { ctrl: true })).toBeNull()
  expect(press('f', { ctrl: true })).toBeNull()
})
