import { readPasted } from '@gya/domain/features/properties/read-pasted.ts'
import { describe, expect, test } from 'vitest'
import { feeWords, fillEmpty, newTakeOn, takeOnWords, termsBody, termsProblems, undoFill } from './take-on-values.ts'

const owner = {
  kind: 'existing' as 'existing' | 'new',
  vendor: null as { label: string } | null,
  firstName: '',
  lastName: '',
  email: '',
  tel: '',
}
const empty = newTakeOn(null, owner)
const pasted = readPasted(`12 Mill Lane, Larkmead RG30 1AA, £325,000, 1.25% + VAT
Grace Otter
07700 900412
grace.otter@otter.example`)

describe('fillEmpty', () => {
  test('fills what is empty, opens at New vendor, and says what it read', () => {
    const { values, read } = fillEmpty(empty, pasted)
    expect(read).toEqual(['address', 'price', 'fee', 'name', 'telephone', 'e-mail'])
    expect(values).toMatchObject({
      address: { line1: '12 Mill Lane', town: 'Larkmead', postcode: 'RG30 1AA' },
      askingPrice: 325_000,
      fee: '1.25 %',
      owner: { kind: 'new', firstName: 'Grace', lastName: 'Otter', email: 'grace.otter@otter.example', tel: '07700 900412' },
    })
    expect(takeOnWords(values, 'Tilehurst')).toBe('Takes 12 Mill Lane on in Tilehurst at £325,000, 1.25 %, for Grace Otter')
    expect(fillEmpty(values, pasted)).toEqual({ values, read: [] })
  })

  test('leaves what is entered: another address, a price, a chosen owner', () => {
    const own = {
      ...empty,
      address: { ...empty.address, line1: '1 Own Road' },
      askingPrice: 1,
      owner: { ...owner, vendor: { label: 'A. Known' } },
    }
    const { values, read } = fillEmpty(own, pasted)
    expect(read).toEqual(['fee'])
    expect(values).toEqual({ ...own, fee: '1.25 %' })
  })

  test('undoFill takes back what was filled and leaves what was typed since', () => {
    const { values } = fillEmpty(empty, pasted)
    expect(undoFill(values, empty, values)).toEqual(empty)
    expect(undoFill({ ...values, fee: '2 %', bedrooms: 3 }, empty, values)).toEqual({ ...empty, fee: '2 %', bedrooms: 3 })
  })
})

test('the fee is a percentage or an amount, with what it comes to', () => {
  const terms = (fee: string, askingPrice: number | null = 325_000) => ({ askingPrice, priceOption: 3 as const, fee })
  expect(feeWords(terms('1.25 %'))).toBe('£4,062.50 without VAT')
  expect(feeWords(terms('1.25', null))).toBe('1.25 % of the price, without VAT')
  expect(feeWords(terms('£3,000', null))).toBe('£3,000 without VAT')
  expect(termsBody(terms('1.25 %'))).toEqual({ askingPrice: 325_000, priceOption: 3, agencyFeePercent: 1.25 })
  expect(termsBody(terms('3000', null))).toEqual({ agencyFee: 3000 })
  expect(termsBody(terms('', null))).toEqual({})
  expect(termsProblems(terms('50'))).toEqual({ fee: 'Say which: 1.25 % or £3,000.' })
})
