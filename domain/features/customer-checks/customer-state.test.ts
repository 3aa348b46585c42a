import { describe, expect, test } from 'vitest'
import { type CheckKind, type CheckResult, checkReasons } from './customer-checks.model.ts'
import { checkIssues, endOfCustomer, mayStrike, ownerIssues, reasonIssues, whyNotDecide } from './customer-checks.rules.ts'
import {
  type CheckFacts,
  type CustomerFacts,
  customerState,
  isIdentityChecked,
  type Register,
  readyUntil,
  sideState,
} from './customer-state.ts'

const today = '2026-11-30'
const check = (kind: CheckKind, rest: Partial<CheckFacts> = {}): CheckFacts => ({
  kind,
  way: 'electronic',
  result: 'satisfied',
  checkedOn: '2026-11-01',
  expiresOn: '2027-11-01',
  enteredOn: '2026-11-01T10:00:00Z',
  struck: false,
  ...rest,
})
const customer = (rest: Partial<CustomerFacts> = {}): CustomerFacts => ({
  id: 'a',
  side: 'vendor',
  form: 'person',
  name: 'Ann Vendor',
  ownerOf: null,
  met: 'in-person',
  reasons: [],
  decision: 'none',
  offerId: null,
  cashBuy: false,
  endedOn: null,
  checks: [],
  ...rest,
})
const register = (customers: CustomerFacts[], rest: Partial<Register> = {}): Register => ({
  on: true,
  fundsFrom: 'all',
  customers,
  ...rest,
})
const stateOf = (one: CustomerFacts, others: CustomerFacts[] = [], rest: Partial<Register> = {}) =>
  customerState(one, register([one, ...others], rest), today)
const both = [check('identity'), check('screening')]

describe('1. What a customer needs', () => {
  test('a person: identity and screening', () => {
    expect(stateOf(customer())).toEqual({
      state: 'open',
      missing: ['identity', 'sanctions and political exposure'],
      until: null,
    })
    expect(stateOf(customer({ checks: both }))).toEqual({ state: 'ready', missing: [], until: '2027-11-01' })
  })

  test('a company, trust or estate: ownership instead of identity, and at least one owner', () => {
    const company = customer({ form: 'company', checks: [check('ownership'), check('screening')] })
    const owner = customer({ id: 'b', ownerOf: 'a', checks: both })
    expect(stateOf(company).missing).toEqual(['an owner'])
    expect(stateOf(company, [owner]).state).toBe('ready')
    expect(sideState(register([company, { ...owner, checks: [] }]), 'vendor', { today }).state).toBe('open')
  })

  test('a buyer also funds: all, cash buyers, off', () => {
    const buyer = customer({ side: 'buyer', checks: both })
    expect(stateOf(buyer).missing).toEqual(['source of funds'])
    expect(stateOf(buyer, [], { fundsFrom: 'off' }).state).toBe('ready')
    expect(stateOf(buyer, [], { fundsFrom: 'cash' }).state).toBe('ready')
    expect(stateOf({ ...buyer, cashBuy: true }, [], { fundsFrom: 'cash' }).missing).toEqual(['source of funds'])
  })

  test('a company buys: ownership, its owner, and funds of the company alone', () => {
    const company = customer({
      side: 'buyer',
      form: 'company',
      checks: ['ownership', 'screening', 'funds'].map((kind) => check(kind as CheckKind)),
    })
    const owner = customer({ id: 'b', side: 'buyer', ownerOf: 'a', checks: both })
    expect(sideState(register([company, owner]), 'buyer', { today }).state).toBe('ready')
  })
})

describe('2. A check counts until it expires', () => {
  const until = (expiresOn: string) => stateOf(customer({ checks: [check('screening'), check('identity', { expiresOn })] }))
  test('on its last day it counts, the day after it is open again', () => {
    expect(until(today)).toMatchObject({ state: 'ready', until: today })
    expect(until('2026-11-29')).toMatchObject({ state: 'open', missing: ['identity ran out on 29/11/2026'] })
  })

  test('a struck check never counts; the latest one counts, also when its result is worse', () => {
    const worse = check('identity', { result: 'refer', checkedOn: '2026-11-20' })
    expect(stateOf(customer({ checks: [...both, worse] })).state).toBe('to-decide')
    expect(stateOf(customer({ checks: [...both, { ...worse, struck: true }] })).state).toBe('ready')
    const sameDay = check('identity', { result: 'refer', enteredOn: '2026-11-01T11:00:00Z' })
    expect(stateOf(customer({ checks: [sameDay, ...both] })).state).toBe('to-decide')
  })

  test('≤ today, ≥ 3 years back, expiry not before it', () => {
    const paths = (checkedOn: string, expiresOn?: string) => checkIssues({ checkedOn, expiresOn }, today).map(({ path }) => path)
    expect(paths(today)).toEqual([])
    expect(paths('2026-12-01')).toEqual(['checkedOn'])
    expect(paths('2023-11-30')).toEqual([])
    expect(paths('2023-11-29')).toEqual(['checkedOn'])
    expect(paths(today, '2026-11-29')).toEqual(['expiresOn'])
  })
})

describe('3 to 5. Results, reasons, decisions', () => {
  test.each<CheckResult>(['refer', 'not-satisfied'])('`%s` makes the customer to-decide', (result) => {
    expect(stateOf(customer({ checks: [check('identity'), check('screening', { result })] })).state).toBe('to-decide')
  })

  test.each(checkReasons)('the reason %s makes the customer to-decide', (reason) => {
    const one = customer({ checks: both, reasons: [reason] })
    expect(stateOf(one).state).toBe('to-decide')
    expect(stateOf({ ...one, decision: 'refused' }).state).toBe('refused')
    expect(stateOf({ ...one, decision: 'approved' }).state).toBe('ready')
  })

  test('a trust, and whoever was not met and checked by documents only, has a reason by itself', () => {
    const remote = customer({ met: 'remote', checks: [check('screening'), check('identity', { way: 'documents' })] })
    expect(stateOf(remote).state).toBe('to-decide')
    expect(stateOf({ ...remote, met: 'in-person' }).state).toBe('ready')
    expect(stateOf(customer({ form: 'trust' })).state).toBe('to-decide')
  })

  test('a confirmed sanctions match cannot be approved; without anything to decide there is no decision', () => {
    expect(whyNotDecide(customer({ reasons: ['sanctions-match'] }), 'approved')).toBe('SANCTIONS_NO_APPROVAL')
    expect(whyNotDecide(customer({ reasons: ['sanctions-match'] }), 'refused')).toBeNull()
    expect(whyNotDecide(customer({ checks: both }), 'approved')).toBe('NOTHING_TO_DECIDE')
  })

  test('a reason is removed with a sentence', () => {
    expect(reasonIssues(['cash'], [], undefined)).toHaveLength(1)
    expect(reasonIssues(['cash'], [], 'It was somebody else.')).toEqual([])
    expect(reasonIssues([], ['cash'], undefined)).toEqual([])
  })

  test('an approved customer is open again after the expiry', () => {
    const one = customer({
      reasons: ['cash'],
      decision: 'approved',
      checks: [check('screening'), check('identity', { expiresOn: '2026-11-29' })],
    })
    expect(stateOf(one).state).toBe('open')
    expect(readyUntil(one, register([one]))).toBe('2026-11-29')
  })
})

test('owners: of this side, not of a person, at most two levels', () => {
  const company = (id: string, ownerOf: string | null) => customer({ id, ownerOf, form: 'company' })
  const all = [company('a', null), company('b', 'a'), company('c', 'b'), customer({ id: 'd' })]
  const at = (ownerOf: string, side: 'vendor' | 'buyer' = 'vendor') => ownerIssues(all, side, ownerOf).length
  expect([at('a'), at('b'), at('c'), at('d'), at('e'), at('a', 'buyer')]).toEqual([0, 0, 1, 1, 1, 1])
})

test('the gate item of a side: a side without customers is open, funds apart from the rest', () => {
  const of = (customers: CustomerFacts[], about: 'funds' | 'others') => sideState(register(customers), 'buyer', { today, about })
  expect(of([], 'funds').why).toBe('no customer is entered')
  const buyer = customer({ side: 'buyer', checks: both })
  expect([of([buyer], 'others').why, of([buyer], 'funds').why]).toEqual([null, 'a check is open'])
  const waiting = { ...buyer, reasons: ['cash' as const] }
  expect([of([waiting], 'others').why, of([{ ...waiting, decision: 'refused' }], 'others').why]).toEqual([
    'waits for a decision',
    'waits for a decision',
  ])
})

test('customers of another offer do not count for the buyer', () => {
  const other = customer({ side: 'buyer', offerId: 'other' })
  const own = customer({ id: 'b', side: 'buyer', offerId: 'own', checks: [...both, check('funds')] })
  expect(sideState(register([other, own]), 'buyer', { offerId: 'own', today }).state).toBe('ready')
})

test('what a customer is told does not depend on what was found', () => {
  const told = (one: CustomerFacts) => isIdentityChecked(register([one]), 'vendor', null, today)
  const good = customer({ checks: [check('identity')] })
  expect([told(customer()), told(good)]).toEqual([false, true])
  expect(told({ ...good, reasons: ['sanctions-match'], decision: 'refused' })).toBe(true)
  expect(told({ ...good, checks: [...good.checks, check('screening', { result: 'not-satisfied' })] })).toBe(true)
  expect(told({ ...good, checks: [...good.checks, check('identity', { result: 'refer', checkedOn: today })] })).toBe(true)
})

test('one strikes an own check within 24 hours, later whoever approves', () => {
  const entered = { checkedBy: 'me', enteredOn: '2026-11-29T10:00:00Z', struckOn: null }
  const may = (type: 'BRANCH_STAFF' | 'BRANCH_ADMIN' | 'READER', userId: string, now: string) =>
    mayStrike(entered, { userId, type }, now)
  expect(may('BRANCH_STAFF', 'me', '2026-11-30T10:00:00Z')).toBe(true)
  expect(may('BRANCH_STAFF', 'me', '2026-11-30T10:00:01Z')).toBe(false)
  expect(may('BRANCH_STAFF', 'you', '2026-11-29T10:00:01Z')).toBe(false)
  expect(may('BRANCH_ADMIN', 'you', '2027-11-29T10:00:01Z')).toBe(true)
  expect(may('READER', 'me', '2026-11-29T10:00:01Z')).toBe(false)
})

describe('9. Ends', () => {
  const open = { completedOn: null, active: true, withdrawnOn: null, isDeleted: false, liveOfferIds: ['o'] }
  const vendor = customer()
  const buyer = customer({ side: 'buyer', offerId: 'o' })
  test.each([
    ['completion', { completedOn: '2026-11-27' }, '2026-11-27', '2026-11-27'],
    ['withdrawal', { active: false, withdrawnOn: '2026-11-28' }, '2026-11-28', '2026-11-28'],
    ['fall-off, rejected or withdrawn offer', { liveOfferIds: [] }, null, today],
    ['deletion', { isDeleted: true }, today, today],
    ['nothing', {}, null, null],
  ])('at %s', (_, change, ofVendor, ofBuyer) => {
    expect(endOfCustomer(vendor, { ...open, ...change }, today)).toBe(ofVendor)
    expect(endOfCustomer(buyer, { ...open, ...change }, today)).toBe(ofBuyer)
  })

  test('a later save keeps the day; restoring and reinstating empty it', () => {
    const ended = { ...buyer, endedOn: '2026-10-01' }
    expect(endOfCustomer(ended, { ...open, liveOfferIds: [] }, today)).toBe('2026-10-01')
    expect(endOfCustomer(ended, open, today)).toBeNull()
    expect(endOfCustomer({ ...vendor, endedOn: '2026-10-01' }, { ...open, active: false }, today)).toBe('2026-10-01')
  })
})
