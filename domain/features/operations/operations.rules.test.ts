import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskEmail, redactError } from './operations.rules.ts'

test.each([
  ['jane.doe@people.example: 550 5.1.1 No such mailbox jane.doe', 'Mail server: 550 5.1.1'],
  ['Data command failed: 451 Greylisted, come back later', 'Mail server: 451'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'Connection: ECONNREFUSED'],
  ['new row for relation "mail" violates check constraint "property_of_a_company"', 'Database rule: property_of_a_company'],
  ['duplicate key value violates unique constraint "app_user_staff_email"', 'Database rule: app_user_staff_email'],
  ['The process ended while this job ran. Times: 2', 'The process ended while this job ran. Times: 2'],
  ['Jane Doe of 27 Rodway Road is not known', 'Failed: see the log'],
  ['', 'Failed: see the log'],
])('redactError: only a code is shown: %s', (message, shown) => {
  expect(redactError(message)).toBe(shown)
})

test('redactError: null stays null', () => {
  expect(redactError(null)).toBeNull()
})

test('redactError: never repeats a name or address', () => {
  const word = fc.stringMatching(/^[a-z]{6,12}$/)
  fc.assert(
    fc.property(word, word, fc.constantFrom('550', '451 4.2.1', 'ECONNRESET', 'Error:'), (name, host, code) => {
      for (const message of [`${code} <${name}@${host}.example> unknown`, `${name}@${host}.example: ${code} ${name}`])
        expect(redactError(message)).not.toMatch(new RegExp(`${name}|${host}`))
    }),
  )
})

test('maskEmail: keeps the first letter and the domain', () => {
  expect(maskEmail('jane.doe@people.example')).toBe('j…@people.example')
  expect(maskEmail('nothing')).toBe('…')
})
