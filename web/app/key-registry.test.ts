import { describe, expect, test } from 'vitest'
import { goKeys } from '../lib/keys/everywhere-keys.ts'
import { findKey, type KeyEntry } from '../lib/keys/find-key.ts'
import { screens } from './app-screens.ts'
import { everywhereKeys, keySections } from './key-registry.ts'

const presses = (entries: readonly KeyEntry[]) =>
  entries.flatMap((entry) =>
    entry.keys.map((key) => ({
      entry,
      key,
      ctrl: entry.ctrl ?? false,
      shift: entry.shift ?? false,
      alt: entry.alt ?? false,
    })),
  )

describe.each([...keySections, { title: 'every screen', paths: [], keys: [] }])('Keys of $title', ({ keys, paths }) => {
  const all = [...keys, ...everywhereKeys]

  test('none does two things, here or on every screen', () => {
    const pressed = presses(all).map(({ entry, key, ctrl, shift, alt }) => `${entry.after ?? ''} ${ctrl} ${shift} ${alt} ${key}`)
    expect(pressed.filter((one, index) => pressed.indexOf(one) !== index)).toEqual([])
    const shown = all.map((entry) => entry.shown.join(' '))
    expect(shown.filter((one, index) => shown.indexOf(one) !== index)).toEqual([])
  })

  test('each is found by its press, and single keys only while they are on', () => {
    for (const { entry, key, ctrl, shift, alt } of presses(all)) {
      expect(findKey(all, { key, ctrl, shift, alt }, true, entry.after)).toBe(entry)
      expect(findKey(all, { key, ctrl, shift, alt }, false, entry.after)).toBe(entry.single ? undefined : entry)
    }
  })

  test('no key begins a sequence and does something by itself', () => {
    const starts = new Set(all.flatMap(({ after }) => after ?? []))
    expect(presses(all).filter(({ entry, key, ctrl }) => !ctrl && entry.after === undefined && starts.has(key))).toEqual([])
  })

  test('every path is a screen', () => {
    const known = screens.map(({ path }) => path)
    expect(paths.filter((path) => !known.includes(path))).toEqual([])
  })
})

test('other keys with Alt belong to the browser; capital letters do the same as small ones', () => {
  expect(findKey(everywhereKeys, { key: 'q', ctrl: false, shift: false, alt: true }, true)).toBeUndefined()
  expect(findKey(everywhereKeys, { key: 'Q', ctrl: false, shift: true }, true)?.command).toBe('quick-add')
})

test('G goes to a screen by each of its second keys', () => {
  expect(everywhereKeys.filter(({ command }) => command === 'go').flatMap(({ keys }) => keys)).toEqual(Object.keys(goKeys))
})
