import { describe, expect, test } from 'vitest'
import { passwordProblems } from './password.ts'

describe('A password has at least 12 characters, a lower-case and an upper-case letter, a digit, a special character, no spaces', () => {
  test.each([['Demo-Password-2026'], ['aB3!aB3!aB3!'], ['Ärger-über-2026'], [`aB3!${'x'.repeat(196)}`]])(
    '%s may be used',
    (password) => {
      expect(passwordProblems(password)).toEqual([])
    },
  )

  test.each([
    ['aB3!aB3!aB3', 'Use at least 12 characters.'],
    [`aB3!${'x'.repeat(197)}`, 'Use at most 200 characters.'],
    ['AB3!AB3!AB3!', 'Use a lower-case letter.'],
    ['ab3!ab3!ab3!', 'Use an upper-case letter.'],
    ['aBc!aBc!aBc!', 'Use a number.'],
    ['aB3xaB3xaB3x', 'Use a special character.'],
    ['aB3! aB3!aB3!', 'Use no spaces.'],
    ['aB3!\taB3!aB3!', 'Use no spaces.'],
  ])('%j may not: %s', (password, problem) => {
    expect(passwordProblems(password)).toEqual([problem])
  })
})

test('An empty password says everything that it lacks', () => {
  expect(passwordProblems('')).toHaveLength(5)
})
