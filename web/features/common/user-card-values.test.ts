import { describe, expect, test } from 'vitest'
import { emptyUserCard, passwordsMismatch, userCardBody, userCardProblems, whyNotSaveUserCard } from './user-card-values.ts'

const strong = 'Larkmead-Gate-7'
const withPasswords = (password: string, confirmPassword: string) => ({ ...emptyUserCard, password, confirmPassword })

describe('The password check applies only when a password is entered', () => {
  test('without a password: no error, and neither password nor confirmation is sent', () => {
    expect(userCardProblems(emptyUserCard)).toEqual({})
    expect(Object.keys(userCardBody(emptyUserCard))).toEqual(['firstName', 'lastName', 'email', 'tel'])
  })

  test('a weak password is an error; a valid one is sent without its confirmation', () => {
    expect(userCardProblems(withPasswords('weak', 'weak'))).toEqual({ password: 'Use at least 12 characters.' })
    expect(userCardBody(withPasswords(strong, strong))).toEqual({
      firstName: '',
      lastName: '',
      email: '',
      tel: '',
      password: strong,
    })
  })
})

describe('Confirm password must equal password: Save is disabled otherwise', () => {
  test.each([
    ['neither is entered', '', '', null],
    ['both are the same', strong, strong, null],
    ['the confirmation is missing', strong, '', 'Passwords do not match.'],
    ['they differ in one capital', strong, strong.toLowerCase(), 'Passwords do not match.'],
    ['only the confirmation is entered', '', strong, 'Passwords do not match.'],
  ])('%s', (_case, password, confirmation, why) => {
    const values = withPasswords(password, confirmation)
    expect(whyNotSaveUserCard(values)).toBe(why)
    expect(userCardProblems(values).confirmPassword ?? null).toBe(why)
  })

  test('no error while the confirmation is a prefix of the password', () => {
    expect(passwordsMismatch(withPasswords(strong, strong.slice(0, 3)))).toBe(false)
    expect(passwordsMismatch(withPasswords(strong, `${strong.slice(0, -1)}x`))).toBe(true)
    expect(passwordsMismatch(withPasswords(strong, 'x'))).toBe(true)
    expect(passwordsMismatch(withPasswords(strong, `${strong}x`))).toBe(true)
    expect(passwordsMismatch(withPasswords('', 'x'))).toBe(true)
    expect(passwordsMismatch(withPasswords(strong, strong))).toBe(false)
  })
})
