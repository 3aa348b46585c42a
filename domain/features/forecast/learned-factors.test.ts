import { expect, test } from 'vitest'
import { learn, type SaleHistory, type SaleTraits, type StepRow, tablesFor } from './learning.ts'

const traits: SaleTraits = {
  leasehold: false,
  inChain: false,
  branch: 'a',
  vendorFirm: null,
  buyerFirm: null,
  broker: null,
  lender: null,
  progressor: null,
}
const done = (key: StepRow['key'], days: number): StepRow => ({ key, finished: true, days })
const sale = (steps: StepRow[], more: Partial<SaleHistory> = {}): SaleHistory => ({
  ...traits,
  steps,
  outcome: 'exchanged',
  days: 90,
  ...more,
})
const times = <Value>(count: number, make: (index: number) => Value): Value[] => Array.from({ length: count }, (_, i) => make(i))

test('a firm that takes longer than expected has a factor below 1, for its own steps only: vendor’s firm 31 and 35, buyer’s firm 32–34 and 22', () => {
  const learned = learn([
    ...times(40, () => sale([done(31, 10), done(33, 8)], { vendorFirm: 'usual', buyerFirm: 'usual' })),
    ...times(20, () => sale([done(31, 30), done(33, 8)], { vendorFirm: 'slow', buyerFirm: 'usual' })),
  ])
  const slow = learned.factors.vendorFirm.get('slow')
  expect(slow?.observed).toBe(20)
  expect(slow?.factor).toBeLessThan(0.75)
  expect(slow?.factor).toBeCloseTo((10 + 20) / (10 + (slow?.expected ?? 0)), 10)
  expect(slow).toMatchObject({ finishedSales: 20, openSales: 0, medianDays: 30 })
  const tables = tablesFor(learned, { ...traits, vendorFirm: 'slow' })
  expect(tables.table(31).factor).toBeCloseTo((slow?.factor ?? 0) * (learned.factors.branch.get('a')?.factor ?? 1), 10)
  expect(tables.table(33).factor).toBeCloseTo(learned.factors.branch.get('a')?.factor ?? 0, 10)
})

test('the mortgage steps of a sale with a known lender count for the lender, not for the broker', () => {
  const learned = learn([
    ...times(12, () => sale([done(29, 7)], { broker: 'broker' })),
    ...times(8, () => sale([done(29, 21)], { broker: 'broker', lender: 'lender' })),
  ])
  expect(learned.factors.broker.get('broker')).toMatchObject({ observed: 12, finishedSales: 12, medianDays: 7 })
  expect(learned.factors.lender.get('lender')).toMatchObject({ observed: 8, finishedSales: 8, medianDays: 21 })
  const ofLender = tablesFor(learned, { ...traits, broker: 'broker', lender: 'lender' }).table(29).factor
  const ofBroker = tablesFor(learned, { ...traits, broker: 'broker' }).table(29).factor
  expect(ofLender).toBeLessThan(ofBroker)
})

test('a firm does not count as slow because its branch is slow: factors are learned in turn', () => {
  const learned = learn([
    ...times(60, () => sale([done(31, 6)], { branch: 'quick', vendorFirm: 'one' })),
    ...times(60, () => sale([done(31, 24)], { branch: 'slow', vendorFirm: 'other' })),
  ])
  const branch = learned.factors.branch.get('slow')?.factor ?? 1
  expect(branch).toBeLessThan(0.75)
  expect(learned.factors.vendorFirm.get('other')?.factor).toBeGreaterThan(branch + 0.15)
})

test('a progressor has a factor, but no table uses it', () => {
  const sales = (progressor: string | null) => [
    ...times(30, () => sale([done(33, 8)])),
    ...times(20, () => sale([done(33, 30)], { progressor })),
  ]
  const [named, unnamed] = [learn(sales('p')), learn(sales(null))]
  expect(named.factors.progressor.get('p')?.factor).toBeLessThan(0.8)
  expect(unnamed.factors.progressor.size).toBe(0)
  expect(tablesFor(named, { ...traits, progressor: 'p' }).table(33)).toEqual(tablesFor(unnamed, traits).table(33))
  expect(named.k).toBe(unnamed.k)
})

test('the factor of blocked days is shrunk towards 0.5 and at most 1', () => {
  expect(learn([]).blocked).toBe(0.5)
  // Blocked for 200 days, in which steps usually finish: the factor is below 0.5.
  const stuck = learn([
    ...times(60, () => sale([done(33, 8)])),
    ...times(12, () => sale([{ key: 33, finished: false, days: 40, blocked: [{ from: 4, until: 40 }] }], { outcome: 'open' })),
  ])
  expect(stuck.blocked).toBeLessThan(0.5)
  expect(stuck.blocked).toBeGreaterThan(0)
  // Steps that finish as quickly while blocked: the factor is at most 1.
  const harmless = learn(times(80, () => sale([{ key: 33, finished: true, days: 2, blocked: [{ from: 0, until: 3 }] }])))
  expect(harmless.blocked).toBeLessThanOrEqual(1)
  expect(harmless.blocked).toBeGreaterThan(0.8)
})
