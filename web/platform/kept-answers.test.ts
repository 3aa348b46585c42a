import { beforeEach, expect, test } from 'vitest'
import { forgetAnswers, keepAnswer, keptAnswer } from './kept-answers.ts'

beforeEach(forgetAnswers)

test('an answer is kept with its tag until the session ends', () => {
  keepAnswer('/api/a', 'W/"1"', { a: 1 })
  expect(keptAnswer('/api/a')).toEqual({ tag: 'W/"1"', answer: { a: 1 } })
  forgetAnswers()
  expect(keptAnswer('/api/a')).toBeUndefined()
})

test('an answer without a tag takes the earlier one away', () => {
  keepAnswer('/api/a', 'W/"1"', { a: 1 })
  keepAnswer('/api/a', null, { a: 2 })
  expect(keptAnswer('/api/a')).toBeUndefined()
})

test('the oldest goes first', () => {
  for (let n = 0; n <= 60; n += 1) keepAnswer(`/api/${n}`, 'W/"1"', n)
  expect([keptAnswer('/api/0'), keptAnswer('/api/1')?.answer, keptAnswer('/api/60')?.answer]).toEqual([undefined, 1, 60])
})
