import fc from 'fast-check'
import { expect, test } from 'vitest'
import { telephoneLink } from './telephone.ts'

test.each([
  ['0118 496 0201', 'tel:+441184960201'],
  ['(0118) 496 0201', 'tel:+441184960201'],
  ['07700 900435', 'tel:+447700900435'],
  ['+44 118 496 0201', 'tel:+441184960201'],
  ['+44 (0)118 496 0201', 'tel:+441184960201'],
  ['0044 118 496 0201', 'tel:+441184960201'],
  ['+353 1 496 0201', 'tel:+35314960201'],
  ['0118 496 0201 x23', 'tel:+441184960201;ext=23'],
  ['0118 496 0201 ext 23', 'tel:+441184960201;ext=23'],
  ['0118 496 0201 ext. 4', 'tel:+441184960201;ext=4'],
  ['496 0201', 'tel:4960201'],
])('telephoneLink: %s is %s', (tel, link) => expect(telephoneLink(tel)).toBe(link))

test.each(['', '999', '12345', '0118 x23', '+44'])('telephoneLink: fewer than 6 digits is text, not a link: %j', (tel) =>
  expect(telephoneLink(tel)).toBeNull(),
)

test('a link consists of digits, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const link = telephoneLink(text)
      if (link !== null) expect(link).toMatch(/^tel:\+?\d{6,}(;ext=\d+)?$/)
    }),
  )
})
