import { expect, test } from 'vitest'
import { shortAddress } from './address-line.ts'

test('shortAddress: address truncated to 70 characters in the report', () => {
  expect(shortAddress('x'.repeat(80))).toHaveLength(70)
  expect(shortAddress('27 Rodway Road')).toBe('27 Rodway Road')
})
