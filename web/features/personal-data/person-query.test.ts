import { expect, test } from 'vitest'
import { displayNameOf, parsePersonQuery, withIdentifier } from './person-query.ts'

test.each([
  [{ name: '', email: ' ', tel: '' }, null],
  [{ name: 'Jo', email: '', tel: '' }, null],
  [{ name: '', email: 'jane@', tel: '' }, null],
  [{ name: 'Jane Doe', email: 'jane@', tel: '' }, null],
  [{ name: '', email: '', tel: '0118' }, null],
  [
    { name: ' Jane Doe ', email: '', tel: '' },
    { names: ['Jane Doe'], emails: [], tels: [] },
  ],
  [
    { name: '', email: 'jane@people.example', tel: '0118 496 0100' },
    { names: [], emails: ['jane@people.example'], tels: ['0118 496 0100'] },
  ],
])('%o names %o', (typed, person) => {
  expect(parsePersonQuery(typed).person).toEqual(person)
})

test('withIdentifier adds a name; displayNameOf returns the first', () => {
  const person = { names: ['Jane Doe'], emails: ['j@people.example'], tels: [] }
  expect(withIdentifier(person, 'names', 'J. Doe')).toEqual({ ...person, names: ['Jane Doe', 'J. Doe'] })
  expect(displayNameOf(person)).toBe('Jane Doe')
  expect(displayNameOf({ ...person, names: [] })).toBe('j@people.example')
})
