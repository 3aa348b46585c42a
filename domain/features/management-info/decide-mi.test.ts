import { describe, expect, test } from 'vitest'
import { decideManagementInfo, type ManagementInfoChange, type ManagementInfoFields } from './decide-mi.ts'

const plain: ManagementInfoFields = {
  chain: 3,
  cTerm: null,
  cSigned: null,
  listed: null,
  agencyFeeType: 0,
  agencyFee: null,
  agencyFeePercent: 1250,
  noticeGiven: null,
  noticeDays: null,
  agreedPrice: null,
  invoiceSent: false,
}
const onNotice = { ...plain, noticeGiven: '2026-03-01', noticeDays: 14 }
const sold = { ...plain, agreedPrice: 28_500_000 }
const decide = (before: ManagementInfoFields, change: ManagementInfoChange, around = {}) =>
  decideManagementInfo(before, change, { noticePeriodInDays: 14, sold: false, ...around })

describe('A save names what it changes', () => {
  test('and only what differs is changed', () => {
    expect(decide(plain, { ...plain, chain: 2 })).toEqual({ changed: { chain: 2 }, refused: null })
    expect(decide(plain, plain).changed).toEqual({})
    expect(decide(plain, {}).changed).toEqual({})
  })
})

describe('When notice is turned on, negotiated notice days default to 1', () => {
  test('unless they are given with it; 0 is a number of days', () => {
    expect(decide(plain, { noticeGiven: '2026-03-01' }).changed).toEqual({ noticeGiven: '2026-03-01', noticeDays: 1 })
    expect(decide(plain, { noticeGiven: '2026-03-01', noticeDays: 0 }).changed.noticeDays).toBe(0)
    expect(decide(onNotice, { noticeDays: null }).changed).toEqual({ noticeDays: 1 })
  })

  test('and they go when it is turned off; without a notice there are none', () => {
    expect(decide(onNotice, { noticeGiven: null }).changed).toEqual({ noticeGiven: null, noticeDays: null })
    expect(decide(plain, { noticeDays: 20 }).changed).toEqual({})
  })
})

describe('Notice given usable only when the company has noticePeriodInDays', () => {
  const without = { noticePeriodInDays: null }
  test('turning it on or moving it is refused', () => {
    for (const before of [plain, onNotice])
      expect(decide(before, { noticeGiven: '2026-03-02', chain: 1 }, without)).toEqual({
        changed: {},
        refused: 'NOTICE_PERIOD_NOT_SET',
      })
  })

  test('a notice that runs stays, and can be taken back', () => {
    expect(decide(onNotice, { ...onNotice, chain: 1 }, without)).toEqual({ changed: { chain: 1 }, refused: null })
    expect(decide(onNotice, { noticeGiven: null }, without).refused).toBeNull()
  })
})

describe('The sold price is set once an offer is accepted', () => {
  test('before that it is refused, afterwards it is changed and not removed', () => {
    expect(decide(plain, { agreedPrice: 28_000_000 }).refused).toBe('SOLD_PRICE_WITHOUT_SALE')
    expect(decide(sold, { agreedPrice: 28_000_000 }, { sold: true }).changed).toEqual({ agreedPrice: 28_000_000 })
    for (const agreedPrice of [null, 0]) expect(decide(sold, { agreedPrice }, { sold: true }).refused).toBe('SOLD_PRICE_REQUIRED')
  })

  test('sent back as it is, it is no question', () => {
    expect(decide(plain, { agreedPrice: null }).refused).toBeNull()
    expect(decide(sold, { agreedPrice: 28_500_000 }, { sold: true })).toEqual({ changed: {}, refused: null })
  })
})
