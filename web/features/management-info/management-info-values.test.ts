import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  contractAndNoticeEnds,
  feePreview,
  type ManagementInfoValues,
  proposesToWithdraw,
  validateNotice,
  type WireMi,
} from './management-info-values.ts'

const typed: ManagementInfoValues = {
  chain: 3,
  cTerm: 12,
  cSigned: '2025-09-01',
  listed: null,
  agencyFeeType: 0,
  agencyFee: 3_000,
  agencyFeePercent: 1.25,
  onNotice: true,
  noticeGiven: '2025-10-01',
  noticeDays: 14,
  invoiceSent: false,
}
const sold = { agreedPrice: 285_000, currentAskingPrice: 300_000, feeDeduction: 10 }

describe('feePreview', () => {
  test('285,000 at 1.25 % less 10 % is 3,206.25', () => {
    expect(feePreview(sold, typed)).toEqual({
      gross: 3_562.5,
      deduction: 356.25,
      expected: 3_206.25,
      percent: 1.25,
      estimate: false,
    })
  })

  test('a fixed fee: its amount, and its percentage of the price', () => {
    expect(feePreview(sold, { ...typed, agencyFeeType: 1 })).toMatchObject({ gross: 3_000, expected: 2_700, percent: 1.053 })
  })

  test('without an agreed price: an estimate from the asking price', () => {
    expect(feePreview({ ...sold, agreedPrice: null }, typed)).toMatchObject({ gross: 3_750, estimate: true })
  })

  test.each([null, Number.NaN, -1, 100.001])('with %s %% there is no fee', (agencyFeePercent) => {
    expect(feePreview(sold, { ...typed, agencyFeePercent })).toMatchObject({ gross: null, expected: null })
  })
})

describe('contractAndNoticeEnds', () => {
  test('01/09/2025 + 12 weeks, 01/10/2025 + 14 days: the notice ends inside the contract', () => {
    expect(contractAndNoticeEnds(typed)).toEqual({ contract: '2025-11-24', notice: '2025-10-15', noticeInsideContract: true })
    expect(contractAndNoticeEnds({ ...typed, noticeDays: 54 }).noticeInsideContract).toBe(false)
  })

  test('null without notice or with incomplete values', () => {
    expect(contractAndNoticeEnds({ ...typed, onNotice: false })).toMatchObject({ notice: null, noticeInsideContract: false })
    expect(contractAndNoticeEnds({ ...typed, cTerm: Number.NaN, noticeGiven: '1/1' })).toMatchObject({
      contract: null,
      notice: null,
    })
  })
})

describe('Notice', () => {
  test('bodyOf clears day and length without notice; validateNotice requires both with notice', () => {
    expect(bodyOf({ ...typed, onNotice: false })).toMatchObject({ noticeGiven: null, noticeDays: null, cTerm: 12 })
    expect(bodyOf(typed)).toMatchObject({ noticeGiven: '2025-10-01', noticeDays: 14 })
    expect(bodyOf(typed)).not.toHaveProperty('onNotice')
    expect(Object.keys(validateNotice({ ...typed, noticeGiven: null, noticeDays: null }))).toEqual(['noticeGiven', 'noticeDays'])
    expect(validateNotice({ ...typed, onNotice: false, noticeGiven: null })).toEqual({})
  })

  test('proposesToWithdraw: after noticeEnd, while the property is marketed', () => {
    const mi = { noticeEnd: '2025-10-15' } as WireMi
    expect(proposesToWithdraw({ phase: 'forSale', mi }, '2025-10-16')).toBe(true)
    expect(proposesToWithdraw({ phase: 'forSale', mi }, '2025-10-15')).toBe(false)
    for (const phase of ['sold', 'exchanged', 'completed', 'withdrawn'] as const)
      expect(proposesToWithdraw({ phase, mi }, '2025-10-16')).toBe(false)
  })
})
