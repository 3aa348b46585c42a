import { expect, test } from 'vitest'
import { hasWebAddress, isNameWithLink, nameInMail } from './web-address.ts'

test.each(['http://evil.example click', 'www.evil.example', 'evil.example', 'evil.example/offer', 'Claim at win.co.uk now'])(
  '%s is no name of a person, and no link in an e-mail',
  (name) => {
    expect(isNameWithLink(name)).toBe(true)
    expect(nameInMail(name)).not.toMatch(/:\/\/|\S\.\S/)
  },
)

test.each([
  'J. Tolliver',
  'J.R. Hartley',
  'A.J.Smith',
  'St.John',
  'Mr. & Mrs. O’Neill',
  'Grace and Ewan',
  'Dr.',
  'Ltd. Holdings',
])('%s is a name', (name) => expect(isNameWithLink(name)).toBe(false))

test('firms may be called by their domain, but not with a link', () => {
  expect(['move.co.uk', 'https://move.example', 'www.move.example'].map(hasWebAddress)).toEqual([false, true, true])
  expect(nameInMail('J.R. Hartley')).toBe('J. R. Hartley')
})
