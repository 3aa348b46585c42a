import { expect, test } from 'vitest'
import { likelyDuplicates, normaliseFirmName } from './likely-duplicates.ts'

const firm = (_id: string, name: string, email = '', postcode: string | null = null) => ({
  _id,
  name,
  email,
  address: postcode === null ? null : { postcode },
})
const groups = (...firms: ReturnType<typeof firm>[]) =>
  likelyDuplicates(firms).map(({ because, contacts }) => [because, contacts.map(({ _id }) => _id)])

test('likelyDuplicates: contacts with the same e-mail address, regardless of name', () => {
  expect(groups(firm('a', 'Quill'), firm('b', 'Sedge', 'office@q.example'), firm('c', 'Quill Law', 'Office@Q.example'))).toEqual([
    ['email', ['b', 'c']],
  ])
})

test('contacts with the same name and postcode', () => {
  expect(
    groups(
      firm('a', 'Quill & Sedge', '', 'RG1 7SE'),
      firm('b', 'QUILL AND SEDGE LLP.', '', 'rg17se'),
      firm('c', 'Quill & Sedge'),
    ),
  ).toEqual([['name', ['a', 'b']]])
  expect(groups(firm('a', 'Quill'), firm('b', 'Quill'))).toEqual([['name', ['a', 'b']]])
})

test('two empty e-mail addresses do not match', () => {
  expect(groups(firm('a', 'One'), firm('b', 'Two'))).toEqual([])
  expect(groups(firm('a', '!'), firm('b', '?'))).toEqual([])
})

test('a contact is in one group only', () => {
  expect(groups(firm('a', 'Quill', 'q@q.example'), firm('b', 'Quill', 'q@q.example'), firm('c', 'Quill'))).toEqual([
    ['email', ['a', 'b']],
  ])
})

test('spelling variants of a name are equal', () => {
  expect(normaliseFirmName('O’Hare & Söhne, Limited')).toBe('ohare and sohne')
})
