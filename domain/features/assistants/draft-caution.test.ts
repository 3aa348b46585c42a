import { expect, test } from 'vitest'
import { draftCaution } from './draft-caution.ts'

test.each([
  ['Ring us on 0118 496 0302.', 'a telephone number'],
  ['Write to x@evil.example', 'an e-mail address'],
  ['See evil.example/now', 'a link'],
  ['Pay 12-34-56, 12345678', 'digits like a sort code or account'],
  ['The offer is £27,500, from 12/10/2026. Good news.', null],
])('draftCaution: %s', (text, held) => {
  expect(draftCaution(text)).toBe(held && `Check before you send: this draft holds ${held}.`)
})
