import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialledDigits, PersonMatcher, prefilterPattern } from './person-matcher.ts'
import { erasedEmail, fullNameOf, pseudonymOf } from './pseudonym.ts'
import { redactJson } from './redact-json.ts'

const jane = { names: ['Jane Doe'], emails: ['jane@people.example'], tels: ['0118 496 0100'] }
const matcher = new PersonMatcher(jane)
const pseudonym = pseudonymOf('K7Q2M9')
const erasure = { matcher, pseudonym, ids: new Set(['jane-id']) }

describe('PersonMatcher.likenessOf: by e-mail address, or by name without another address', () => {
  test.each([
    [{ name: 'J. Doe', email: 'Jane@People.example', tel: '' }, 'same'],
    [{ name: ' jane  DOE', email: '', tel: '' }, 'same'],
    [{ name: 'Jane Doe', email: 'other@people.example', tel: '' }, 'namesake'],
    [{ name: 'John Doe', email: '', tel: '+44 118 4960100' }, 'sharesTel'],
    [{ name: 'Jane Doel', email: '', tel: '' }, null],
    [{ name: '', email: '', tel: '' }, null],
  ])('%o: %s', (identity, likeness) => {
    expect(matcher.likenessOf(identity)).toBe(likeness)
  })

  test('a search by name only ignores addresses', () => {
    const byName = new PersonMatcher({ ...jane, emails: [] })
    expect(byName.likenessOf({ name: 'Jane Doe', email: 'other@people.example', tel: '' })).toBe('same')
  })
})

describe('PersonMatcher.redact', () => {
  test.each([
    ['Rang Jane Doe, left a message.', 'Rang Erased person K7Q2M9, left a message.'],
    ['Rang\njane\ndoe.', 'Rang\nErased person K7Q2M9.'],
    ['Write to jane@people.example.', 'Write to [erased].'],
    ['On +44 (0)118 496-0100 after six', 'On [erased] after six'],
    ['On 01184960100.', 'On [erased].'],
    ['Mary-jane@people.example, 1 0118 496 01001, Jane Doel', 'Mary-jane@people.example, 1 0118 496 01001, Jane Doel'],
  ])('%j', (before, after) => {
    expect(matcher.redact(before, fullNameOf(pseudonym))).toBe(after)
  })

  test('replaces the longer of two similar names as a whole', () => {
    const both = new PersonMatcher({ ...jane, names: ['Ann Lee', 'Ann Lee Roe'] })
    expect(both.redact('Ann Lee Roe and Ann Lee', 'X')).toBe('X and X')
  })

  const word = fc.stringMatching(/^[A-Za-zÀ-ÿ'"\\.()$&|-]{2,10}$/)
  const anyPerson = fc.record({
    names: fc.array(
      fc.tuple(word, word).map((two) => two.join(' ')),
      { maxLength: 2 },
    ),
    emails: fc.array(fc.stringMatching(/^[a-z][a-z+._-]{0,8}[a-z]@people\.example$/), { maxLength: 2 }),
    tels: fc.array(fc.stringMatching(/^0[1-9][0-9]{3} [0-9]{3} [0-9]{3}$/), { maxLength: 2 }),
  })
  const around = fc.constantFrom('', ' ', 'Rang ', ', and ', '\n', '"')

  test('leaves no match, and prefilterPattern finds every text with one, in JSON too', () => {
    fc.assert(
      fc.property(anyPerson, fc.array(around, { minLength: 7, maxLength: 7 }), (person, between) => {
        const parts = [...person.names, ...person.emails, ...person.tels]
        const text = parts.map((one, at) => `${between[at]}${one}`).join(' ')
        const matcher = new PersonMatcher(person)
        expect(matcher.firstMention(matcher.redact(text, fullNameOf(pseudonym)))).toBeNull()
        if (matcher.firstMention(text) === null) return
        const prefilter = new RegExp(prefilterPattern(person), 'i')
        expect(text).toMatch(prefilter)
        expect(JSON.stringify({ text })).toMatch(prefilter)
      }),
    )
  })
})

describe('redactJson', () => {
  test('matches an object by name, address or number and redacts the others', () => {
    const archive = {
      offer: {
        _id: 'o',
        name: 'J. Doe',
        email: 'jane@people.example',
        tel: '0118 496 0199',
        amount: 100,
        notes: 'Jane Doe rang',
      },
      buyer: { additionalContacts: [{ firstName: 'Jane', lastName: 'Doe', email: '', tel: '1', options: { memo: true } }] },
    }
    const name = fullNameOf(pseudonym)
    expect(redactJson(erasure, archive)).toEqual({
      offer: { _id: 'o', name, email: '', tel: '', amount: 100, notes: `${name} rang` },
      buyer: {
        additionalContacts: [{ firstName: 'Erased', lastName: 'person K7Q2M9', email: '', tel: '0', options: { memo: true } }],
      },
    })
    const additional = { firstName: 'J', lastName: 'D', email: 'jane@people.example', tel: '1' }
    expect(redactJson(erasure, additional)).toMatchObject({ email: erasedEmail, tel: '0' })
  })

  test('redacts old values in an event about the person', () => {
    const changes = [
      { field: 'email', from: 'old@people.example', to: 'jane@people.example' },
      { field: 'last_name', from: 'Roe', to: 'Doe' },
      { field: 'weekly_summary', from: true, to: false },
    ]
    expect(redactJson(erasure, { userId: 'jane-id', changes })).toEqual({
      userId: 'jane-id',
      changes: [
        { field: 'email', from: '', to: '' },
        { field: 'last_name', from: 'person K7Q2M9', to: 'person K7Q2M9' },
        { field: 'weekly_summary', from: true, to: false },
      ],
    })
    expect(redactJson(erasure, { userId: 'other', changes: [{ field: 'last_name', from: 'Roe', to: 'Ray' }] })).toMatchObject({
      changes: [{ from: 'Roe', to: 'Ray' }],
    })
  })

  test('keeps a namesake’s name, and redacts addresses used as keys', () => {
    const namesake = { name: 'Jane Doe', email: 'other@people.example' }
    expect(redactJson(erasure, namesake)).toEqual(namesake)
    expect(redactJson(erasure, { 'jane@people.example': '550 jane@people.example unknown' })).toEqual({
      '[erased]': '550 [erased] unknown',
    })
  })
})

test('dialledDigits: equal for all notations of a number', () => {
  for (const written of ['0118 496 0100', '+44 118 496 0100', '0044 (0)118 4960100', '(0118) 496-0100'])
    expect(dialledDigits(written)).toBe('01184960100')
})
