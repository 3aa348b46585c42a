import { describe, expect, test } from 'vitest'
import { passwordProblems } from './password.ts'

describe('passwordProblems: at least 12 characters, lower-case and upper-case letter, digit, special character, no spaces', () => {
  test.each([['Demo-Password-2026'], ['aB3!aB3!aB3!'], ['Ärger-über-2026'], [`aB3!${'x'.repeat(196)}`]])(
    'isGuessable: %s is accepted',
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
  ])('%j is refused: %s', (password, problem) => {
    expect(passwordProblems(password)).toEqual([problem])
  })
})

test('passwordProblems: an empty password lists all unmet rules', () => {
  expect(passwordProblems('')).toHaveLength(5)
})
