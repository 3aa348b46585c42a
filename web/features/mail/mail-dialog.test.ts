import { describe, expect, test } from 'vitest'
import { mailParts } from './mail-dialog.tsx'

const links = (text: string, origin = 'https://gya.example') =>
  mailParts(text, origin)
    .filter((part) => part.to !== undefined)
    .map((part) => [part.text, part.to])

describe('mailParts links URLs of this site only', () => {
  test.each([
    ['the sign-in page', 'Sign in at https://gya.example/login with it.', [['https://gya.example/login', '/login']]],
    [
      'a token in the query, without the full stop of the sentence',
      'Open https://gya.example/login/reset?token=a_b-1#now.',
      [['https://gya.example/login/reset?token=a_b-1#now', '/login/reset?token=a_b-1#now']],
    ],
    ['another site', 'See https://elsewhere.example/login.', []],
    [
      'another site whose name contains ours',
      'https://gya.example.elsewhere.example/ https://gya.example@elsewhere.example/',
      [],
    ],
    ['another port or protocol', 'https://gya.example:8443/ http://gya.example/', []],
    ['a script', 'javascript:alert(1)', []],
    ['no URL', 'Good morning', []],
  ])('%s', (_case, text, found) => {
    expect(links(text)).toEqual(found)
  })

  test('mailParts treats localhost and 127.0.0.1 on one port as one site', () => {
    expect(links('http://127.0.0.1:3000/login', 'http://localhost:3000')).toEqual([['http://127.0.0.1:3000/login', '/login']])
    expect(links('http://127.0.0.1:4000/login', 'http://localhost:3000')).toEqual([])
  })

  test('mailParts keeps the whole text', () => {
    const text = 'Hello,\n\nhttps://gya.example/login (or https://elsewhere.example).\n'
    expect(
      mailParts(text, 'https://gya.example')
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})
