import { Email, FeePercent, Money } from '@gya/domain/common/wire.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
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

describe('Answers are encoded as z.encode does it', () => {
  test.each([
    ['money and percentages, at any depth', sale],
    ['null and absent where the contract allows them', { ...sale, price: null, note: undefined }],
    ['what the contract does not name is left out', { ...sale, passwordHash: 'secret' }],
    ['text as the contract tidies it', { ...sale, name: '  Ada   ' }],
    ['the second of two ways', { ...sale, deposit: 'none' as const }],
    ['an e-mail address', { ...sale, email: 'ada@sample.example' }],
  ])('%s', (_case, answer) => {
    expect(responseEncoder(Sale)(answer)).toEqual(z.encode(Sale, answer))
  })

  test('an answer leaves the value it was made of as it was', () => {
    const answer = structuredClone(sale)
    responseEncoder(Sale)(answer)
    expect(answer).toEqual(sale)
  })
})

describe('An answer that is not what its contract says is refused', () => {
  test.each([
    ['a missing field', { ...sale, price: undefined }],
    ['half a penny', { ...sale, price: 12.5 }],
    ['more than the wire allows', { ...sale, fees: [100_001] }],
    ['text for money', { ...sale, byYear: { 2025: '1.00' } }],
    ['a default is for what comes in: an answer has to name it', { ...sale, town: undefined }],
    ['an e-mail address that is none', { ...sale, email: 'ada' }],
    ['text that is too long', { ...sale, name: 'Bartholomew' }],
  ])('%s', (_case, answer) => {
    const encode = responseEncoder(Sale)
    expect(() => z.encode(Sale, answer as unknown as typeof sale)).toThrow(z.ZodError)
    expect(() => encode(answer as unknown as typeof sale)).toThrow(z.ZodError)
  })
})

describe('What cannot be turned round is encoded by zod itself', () => {
  test.each([
    ['a check of a whole that holds money', z.object({ price: Money }).refine(({ price }) => price > 100), { price: 101 }],
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

test('Every contract’s answer that is JSON takes the compiled way', () => {
  const slow = endpoints.filter(({ call }) => {
    if (call.responseTypes) return false
    const round = invertCodecs(call.response)
    return round === null || z.compile(round as z.ZodType) === round
  })
  expect(slow.map(({ name }) => name)).toEqual([])
})
