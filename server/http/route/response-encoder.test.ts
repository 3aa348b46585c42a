import { Email, Money } from '@gya/domain/common/wire.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { FeePercent } from '@gya/domain/features/management-info/fee-percent.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { invertCodecs, responseEncoder } from './response-encoder.ts'

const Sale = z.object({
  name: z.string().trim().max(5),
  price: Money.nullable(),
  fees: z.array(FeePercent),
  byYear: z.record(z.string(), Money),
  note: z.string().optional(),
  town: z.string().default('Reading'),
  email: Email.or(z.literal('')),
  deposit: z.union([Money, z.literal('none')]),
})
const sale: z.output<typeof Sale> = {
  name: 'Ada',
  price: 28_500_099,
  fees: [1250, 0],
  byYear: { 2025: 100, 2026: 1 },
  town: '',
  email: '',
  deposit: 5,
}

describe('Responses are encoded like z.encode', () => {
  test.each([
    ['money and percentages, at any depth', sale],
    ['null and absent where the contract allows them', { ...sale, price: null, note: undefined }],
    ['omits undeclared fields', { ...sale, passwordHash: 'secret' }],
    ['trims text', { ...sale, name: '  Ada   ' }],
    ['encodes the second option of a union', { ...sale, deposit: 'none' as const }],
    ['an e-mail address', { ...sale, email: 'ada@sample.example' }],
  ])('%s', (_case, answer) => {
    expect(responseEncoder(Sale)(answer)).toEqual(z.encode(Sale, answer))
  })

  test('does not change the encoded value', () => {
    const answer = structuredClone(sale)
    responseEncoder(Sale)(answer)
    expect(answer).toEqual(sale)
  })
})

describe('A response that violates its contract is refused', () => {
  test.each([
    ['a missing field', { ...sale, price: undefined }],
    ['half a penny', { ...sale, price: 12.5 }],
    ['more than the wire allows', { ...sale, fees: [100_001] }],
    ['text for money', { ...sale, byYear: { 2025: '1.00' } }],
    ['a missing field with a default, which applies to input only', { ...sale, town: undefined }],
    ['an invalid e-mail address', { ...sale, email: 'ada' }],
    ['text that is too long', { ...sale, name: 'Bartholomew' }],
  ])('%s', (_case, answer) => {
    const encode = responseEncoder(Sale)
    expect(() => z.encode(Sale, answer as unknown as typeof sale)).toThrow(z.ZodError)
    expect(() => encode(answer as unknown as typeof sale)).toThrow(z.ZodError)
  })
})

describe('Schemas that cannot be inverted are encoded by zod itself', () => {
  test.each([
    ['a check on an object that contains money', z.object({ price: Money }).refine(({ price }) => price > 100), { price: 101 }],
    [
      'a union that picks its option by a value',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), price: Money }), z.object({ kind: z.literal('b') })]),
      { kind: 'a', price: 101 },
    ],
  ])('%s', (_case, schema: z.ZodType, answer) => {
    expect(invertCodecs(schema)).toBeNull()
    expect(responseEncoder(schema)(answer)).toMatchObject({ price: 1.01 })
  })
})

test('The JSON response of every contract uses the compiled encoder', () => {
  const slow = endpoints.filter(({ call }) => {
    if (call.responseTypes) return false
    const round = invertCodecs(call.response)
    return round === null || z.compile(round as z.ZodType) === round
  })
  expect(slow.map(({ name }) => name)).toEqual([])
})
