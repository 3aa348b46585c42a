import { expect, test } from 'vitest'
import { answerWords, kindsWords, triesWords } from './webhook-words.ts'

test.each([
  [{ state: 'waiting', attempts: 0, nextTryOn: null }, 'Waits, next soon'],
  [{ state: 'waiting', attempts: 1, nextTryOn: '2026-03-10T09:30:00.000Z' }, '1 try failed, next 10/03/2026 09:30am'],
  [{ state: 'delivered', attempts: 2, nextTryOn: null }, 'Delivered after 2 tries'],
  [{ state: 'dead', attempts: 10, nextTryOn: null }, 'Given up after 10 tries'],
  [{ state: 'dead', attempts: 0, nextTryOn: null }, 'Not sent'],
] as const)('the dots of %j are labelled: %s', (message, words) => {
  expect(triesWords(message)).toBe(words)
})

test('the last response shows the reason of a failure or the status, with its duration', () => {
  expect(answerWords({ lastStatus: 204, lastWords: '', lastMs: 1204 })).toBe('204 (1,204 ms)')
  expect(answerWords({ lastStatus: null, lastWords: 'The host does not respond.', lastMs: 3 })).toBe(
    'The host does not respond. (3 ms)',
  )
  expect(answerWords({ lastStatus: null, lastWords: '', lastMs: null })).toBe('')
})

test('a few kinds are listed by name', () => {
  expect(kindsWords({ kinds: ['*'] })).toBe('Everything')
  expect(kindsWords({ kinds: ['note.added', 'sale.exchanged'] })).toBe('Note added, Contracts exchanged')
  expect(kindsWords({ kinds: ['note.added', 'sale.exchanged', 'price.changed'] })).toBe('3 kinds')
})
