import { describe, expect, test } from 'vitest'
import {
  unlikelyAskingPrice,
  unlikelyCompletionDay,
  unlikelyContractDay,
  unlikelyDeposit,
  unlikelyFeeDeduction,
  unlikelyFeePercent,
  unlikelyFixedFee,
  unlikelyOffer,
  unlikelyOfferDay,
  unlikelyViewingDay,
} from './unlikely-values.ts'

const today = '2026-11-22'

describe('unlikelyOffer, unlikelyAskingPrice, unlikelyFee…: implausible amounts give a warning', () => {
  test.each([
    [unlikelyOffer(1, 1_000), '£1 is 99.9 % below the asking price.'],
    [unlikelyOffer(1, 350_000), '£1 is 99.9 % below the asking price.'],
    [unlikelyOffer(3_500_000, 350_000), '£3,500,000 is 900 % above the asking price.'],
    [unlikelyOffer(1, null), '£1 is very little for a home.'],
    [unlikelyAskingPrice(35_000, 350_000), '£35,000 is 90 % below the asking price of £350,000.'],
    [unlikelyAskingPrice(350, null), '£350 is very little for a home.'],
    [unlikelyAskingPrice(900_000_000, null), '£900,000,000 is very much for a home.'],
    [unlikelyDeposit(1_000_000_000, 100), 'A deposit of £1,000,000,000 is more than the offer of £100.'],
    [unlikelyFeePercent(12.5), 'A fee of 12.5 % is very high.'],
    [unlikelyFeePercent(0.01), 'A fee of 0.01 % is very low.'],
    [unlikelyFixedFee(35_000, 350_000), 'A fee of £35,000 is 10 % of the price.'],
    [unlikelyFixedFee(60_000, null), 'A fee of £60,000 is very high.'],
    [unlikelyFixedFee(5, null), 'A fee of £5 is very low.'],
    [unlikelyFeeDeduction(100), 'A fee deduction of 100 % is more than half of the fee.'],
  ])('%j', (asked, words) => {
    expect(asked).toBe(words)
  })

  test('usual and missing amounts give none', () => {
    const usual = [
      unlikelyOffer(340_000, 350_000),
      unlikelyOffer(212_000, 350_000),
      unlikelyOffer(null, 350_000),
      unlikelyOffer(Number.NaN, null),
      unlikelyAskingPrice(325_000, 350_000),
      unlikelyAskingPrice(10_000, null),
      unlikelyDeposit(0, 350_000),
      unlikelyDeposit(350_000, 350_000),
      unlikelyFeePercent(1.25),
      unlikelyFixedFee(3_000, 350_000),
      unlikelyFixedFee(3_000, null),
      unlikelyFeeDeduction(10),
    ]
    expect(usual).toEqual(usual.map(() => null))
  })
})

describe('unlikely…Day: implausible dates give a warning', () => {
  test.each([
    [unlikelyOfferDay('2199-01-01', today), 'An offer on 01/01/2199 is 172 years in the future.'],
    [unlikelyOfferDay('2026-11-23', today), 'An offer on 23/11/2026 is 1 day in the future.'],
    [unlikelyViewingDay('2028-02-01', today), 'A viewing on 01/02/2028 is 14 months in the future.'],
    [unlikelyViewingDay('2002-11-22', today), 'A viewing on 22/11/2002 is 24 years in the past.'],
    [unlikelyCompletionDay('2019-05-01', today), 'A completion on 01/05/2019 is 7 years in the past.'],
    [unlikelyCompletionDay('2026-11-28', today), 'A completion on 28/11/2026 is on a Saturday, when banks are closed.'],
    [unlikelyCompletionDay('2027-05-02', today), 'A completion on 02/05/2027 is on a Sunday, when banks are closed.'],
    [unlikelyCompletionDay('2026-12-28', today), 'A completion on 28/12/2026 is on a bank holiday.'],
    [unlikelyContractDay('1926-11-22', today), 'A contract signed on 22/11/1926 is 100 years in the past.'],
  ])('%j', (asked, words) => {
    expect(asked).toBe(words)
  })

  test('usual and incomplete dates give none', () => {
    const usual = [
      unlikelyOfferDay(today, today),
      unlikelyOfferDay(null, today),
      unlikelyOfferDay('22/11', today),
      unlikelyViewingDay('2027-11-22', today),
      unlikelyCompletionDay('2027-02-26', today),
      unlikelyCompletionDay('2026-12-29', today),
      unlikelyCompletionDay('31/12', today),
      unlikelyContractDay('2025-09-01', today),
    ]
    expect(usual).toEqual(usual.map(() => null))
  })
})
