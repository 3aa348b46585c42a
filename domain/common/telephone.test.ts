import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTelephone, telephoneLink, telephonesOf } from './telephone.ts'
import { Tel } from './wire.ts'

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
  ['(+44) 118 496 0201', 'tel:+441184960201'],
  ['0118 496 0201 Ext. 12', 'tel:+441184960201;ext=12'],
  ['0118 496 0201 extension 4', 'tel:+441184960201;ext=4'],
  ['07700 900435, 0118 496 0201', 'tel:+447700900435'],
  ['0118 496 0201 x23 / 07700 900435', 'tel:+441184960201;ext=23'],
  ['01184960201/07700900435', 'tel:+441184960201'],
  ['0118/4960201', 'tel:+441184960201'],
  ['0118 496 0101 / 07700 900101', 'tel:+441184960101'],
  ['0118 496 0101\n07700 900101', 'tel:+441184960101'],
  ['0118 496 0101 or 07700 900101', 'tel:+441184960101'],
  ['0118 496 0101 & 07700 900101', 'tel:+441184960101'],
  ['0118.496.0201', 'tel:+441184960201'],
  ['+44(0)118 496 0201', 'tel:+441184960201'],
  ['+44 0118 496 0201', 'tel:+441184960201'],
  ['0044 0118 496 0201', 'tel:+441184960201'],
])('telephoneLink: %s is %s', (tel, link) => expect(telephoneLink(tel)).toBe(link))

test.each(['', '999', '12345', '0118 x23', '+44', '0118 496 0201 07700 900435', '496 0201 496 0202', '0118 496 0201 496 0202'])(
  'telephoneLink: fewer than 6 digits, or more than a number has, are text and no link: %j',
  (tel) => expect(telephoneLink(tel)).toBeNull(),
)

test('a link consists of digits, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const link = telephoneLink(text)
      if (link !== null) expect(link).toMatch(/^tel:\+?\d{6,}(;ext=\d+)?$/)
    }),
  )
})

test.each([
  '(0118) 496 0212',
  '(+44) 118 496 0212',
  '+44 (0)20 7946 0018',
  '020 7946 0018 Ext. 12',
  '020 7946 0018 extension 4',
  '020 7946 0018 extn 4',
  '020 7946 0018 ext:4',
  '07700 900123, 020 7946 0018',
  '07700 900123; 020 7946 0018',
  '0118/4960212',
  '0118-496-0212',
  '999',
])('Tel: %s is a telephone number', (tel) => expect(Tel.parse(tel)).toBe(tel))

test.each([
  'ask Ann',
  'n/a',
  '+',
  '()',
  ', 0118 496 0212',
  '0118 496 0212 home',
  'x12',
  'tel 0118',
  '-0118',
  '4.41184960212E+11',
])('Tel: %j is not a telephone number', (tel) => expect(Tel.safeParse(tel).success).toBe(false))

test('Tel: spaces and hyphens that do not break lines are plain ones', () => {
  expect(Tel.parse('0118\u00A0496\u20110212')).toBe('0118 496-0212')
})

test('telephonesOf: the numbers of a text, without extensions', () => {
  expect(telephonesOf('07700 900123, 020 7946 0018 Ext. 12')).toEqual(['07700 900123', '020 7946 0018'])
  expect(telephonesOf('')).toEqual([])
})

test('isTelephone: what was a telephone number before still is one, and long texts are judged in linear time', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[+\d][\d ()+.\-ext]{0,39}$/), (tel) => {
      if (/\d/.test(tel.slice(0, 1)) || /^\+[\d(]/.test(tel))
        expect(isTelephone(tel) || !/^[+(]{0,2}\d/.test(tel) || /^\d\.\d{2,}e/.test(tel)).toBe(true)
    }),
  )
  expect(isTelephone(`0${'ext'.repeat(30_000)}!`)).toBe(false)
  expect(isTelephone(`0${'exte'.repeat(30_000)}!`)).toBe(false)
})
