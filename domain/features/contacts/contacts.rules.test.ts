import { expect, test } from 'vitest'
import { likelyDuplicates, normaliseFirmName } from './contacts.rules.ts'

const firm = (_id: string, name: string, email = '', postcode: string | null = null) => ({
  _id,
  name,
  email,
  address: postcode === null ? null : { postcode },
})
const groups = (...firms: ReturnType<typeof firm>[]) =>
  likelyDuplicates(firms).map(({ because, contacts }) => [because, contacts.map(({ _id }) => _id)])

test('Contacts with the same e-mail address are likely the same, whatever they are called', () => {
  expect(groups(firm('a', 'Quill'), firm('b', 'Sedge', 'office@q.example'), firm('c', 'Quill Law', 'Office@Q.example'))).toEqual([
    ['email', ['b', 'c']],
  ])
})

test('and those with the same name and postcode', () => {
  expect(
    groups(
      firm('a', 'Quill & Sedge', '', 'RG1 7SE'),
      firm('b', 'QUILL AND SEDGE LLP.', '', 'rg17se'),
      firm('c', 'Quill & Sedge'),
    ),
  ).toEqual([['name', ['a', 'b']]])
  expect(groups(firm('a', 'Quill'), firm('b', 'Quill'))).toEqual([['name', ['a', 'b']]])
})

test('no e-mail address is not the same as no e-mail address', () => {
  expect(groups(firm('a', 'One'), firm('b', 'Two'))).toEqual([])
  expect(groups(firm('a', '!'), firm('b', '?'))).toEqual([])
})

test('a contact is suggested once', () => {
  expect(groups(firm('a', 'Quill', 'q@q.example'), firm('b', 'Quill', 'q@q.example'), firm('c', 'Quill'))).toEqual([
    ['email', ['a', 'b']],
  ])
})

test('a name in another spelling is the same name', () => {
  expect(normaliseFirmName('O’Hare & Söhne, Limited')).toBe('ohare and sohne')
})
