import { describe, expect, test } from 'vitest'
import { isGuessable, knownPasswordForms, normaliseKnownPassword } from './guessable-password.ts'

const about = ['Maya', 'O’Brien-Chan', 'maya.chan@alder-ash.example', 'Alder & Ash', 'Reading West']

describe('isGuessable: a password related to the account is refused', () => {
  test.each([
    ['the name', 'Obrien-Chan-2026!'],
    ['the first name and symbols', 'Maya!!!2026!!'],
    ['the name with substitutions', 'M@y@-Ch4n-2026'],
    ['the local part of the e-mail address', 'Maya.Chan.1234'],
    ['the domain of the e-mail address', 'Alder-Ash.Example1'],
    ['the company', 'Alder&Ash2026'],
    ['the company in one word', 'AlderAsh2026!'],
    ['the branch', 'Reading-West-1!'],
    ['words of the trade', 'Estate-Agent-1!'],
    ['a keyboard row', 'Qwertyuiop12!'],
    ['a keyboard row backwards', 'Poiuytrewq12!'],
    ['keyboard columns', '1Qaz2Wsx3Edc!'],
    ['the alphabet', 'Abcdefghijkl1!'],
    ['one character repeated', 'Aaaaaaaaaaa1!'],
    ['symbols repeated', 'Zzzzzz111111!!!'],
  ])('%s: %s', (_what, password) => {
    expect(isGuessable(password, about)).toBe(true)
  })

  test.each([
    'Demo-Password-2026',
    'Qwerty-Horse-12!',
    'Maya-Likes-Plums-7',
    'aB3!aB3!aB3!',
    'Correct-Horse-Battery-1',
    'Dashing-Ashtray-9!',
  ])('isGuessable: %s is accepted', (password) => {
    expect(isGuessable(password, about)).toBe(false)
  })
})

describe('knownPasswordForms: a password is looked up by the word in it', () => {
  test.each([
    ['Password1234!', 'password'],
    ['P@ssw0rd2026!', 'password'],
    ['!!2026Pa$$word', 'password'],
    ['$unshine12345!', 'sunshine'],
    ['Football99!!!!', 'football'],
    ['Monkeymonkey1!', 'monkey'],
    ['Trustno1!!2026', 'trustno'],
  ])('%s as %s', (password, word) => {
    expect(knownPasswordForms(password)).toContain(word)
  })

  test('normaliseKnownPassword: stored as that word', () => {
    expect(['password1', 'p@ssw0rd', '123456', 'abc123'].map(normaliseKnownPassword)).toEqual(['password', 'password', '', 'abc'])
  })
})
