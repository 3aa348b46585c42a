import fc from 'fast-check'
import { expect, test } from 'vitest'
import { masked, TextMask } from './mask-text.ts'

const mask = new TextMask({ emails: ['Vera@own.example'], tels: ['0118 496 0001'] }, [
  '07700 900123',
  '+44 20 7946 0958',
  '12345',
])

test.each([
  ['Ring Bea on 07700 900123 today', `Ring Bea on ${masked} today`],
  ['+44 7700 900 123', masked],
  ['(0)7700-900123.', `${masked}.`],
  ['ring 020 7946 0958 or 0118 496 0001', `ring ${masked} or 0118 496 0001`],
  ['another number: 01632 960 961', `another number: ${masked}`],
  ['vera@own.example and bea@other.example', `vera@own.example and ${masked}`],
  [
    'Offer of £285,000 on 05/11/2025 at 10:30, 27 Rodway Road RG30 6DT',
    'Offer of £285,000 on 05/11/2025 at 10:30, 27 Rodway Road RG30 6DT',
  ],
])('TextMask: %s', (text, expected) => expect(mask.apply(text)).toBe(expected))

test('TextMask: masks a hidden number in every notation', () => {
  const separators = fc.constantFrom('', ' ', '-', '.', ') ', ' (')
  fc.assert(
    fc.property(
      fc.array(separators, { minLength: 10, maxLength: 10 }),
      fc.constantFrom('0', '+44', '0044', ''),
      (between, prefix) => {
        const written = [...'7700900123'].map((digit, index) => `${digit}${index < 9 ? between[index] : ''}`).join('')
        expect(mask.apply(`call ${prefix}${written} soon`)).not.toMatch(/\d/)
      },
    ),
  )
})
