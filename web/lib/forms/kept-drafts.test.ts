import { beforeEach, expect, test } from 'vitest'
import { keptDrafts } from './kept-drafts.ts'

beforeEach(() => sessionStorage.clear())

/** A reload loads the modules again, so anything outside the tab's storage is lost. */
const afterReload = () => keptDrafts<string>('letters')

test('input is restored after each reload until it is saved', () => {
  const letters = keptDrafts<string>('letters')
  letters.set('one', 'All is w')
  letters.set('two', 'Nothing')
  expect(afterReload().get('one')).toBe('All is w')
  const second = afterReload()
  expect(second.get('two')).toBe('Nothing')
  second.set('one', undefined)
  expect(afterReload().get('one')).toBeUndefined()
  expect(afterReload().get('two')).toBe('Nothing')
})

test('drafts are removed from the tab once everything is saved', () => {
  const letters = keptDrafts<string>('letters')
  letters.set('one', 'All is well')
  letters.set('one', undefined)
  expect(sessionStorage).toHaveLength(0)
})

test('nothing is read before it is asked for: drafts of another user are removed first', () => {
  const letters = keptDrafts<string>('letters')
  sessionStorage.setItem('gya.draft.letters', JSON.stringify({ one: 'Theirs' }))
  sessionStorage.clear()
  expect(letters.get('one')).toBeUndefined()
})

test('above the limit the oldest draft is removed; listeners hear of each change', () => {
  const heard: (string | undefined)[] = []
  const letters = keptDrafts<string>('letters', 2)
  const stop = letters.subscribe(() => heard.push(letters.get('one')))
  for (const name of ['one', 'two', 'one', 'three']) letters.set(name, `Dear ${name}`)
  stop()
  letters.set('one', undefined)
  expect([letters.get('two'), letters.get('three')]).toEqual([undefined, 'Dear three'])
  expect(heard).toEqual(['Dear one', 'Dear one', 'Dear one', 'Dear one'])
})
