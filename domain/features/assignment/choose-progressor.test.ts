import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Phase } from '../timeline/phase.ts'
import {
  type AssignRule,
  candidatesOf,
  chooseProgressor,
  countHeld,
  describeHeld,
  heldKinds,
  type SharedSale,
  type ShareRule,
  shareRules,
  shareSales,
} from './choose-progressor.ts'

const person = (name: string, sales = 0) => ({ _id: name.toLowerCase(), name, sales })
const [ada, bea, cal] = [person('Ada', 5), person('Bea', 2), person('Cal', 2)]
const choose = (
  rule: AssignRule,
  more: { negotiatorId?: string; last?: typeof ada; candidates?: (typeof ada)[]; workers?: (typeof ada)[] } = {},
) => chooseProgressor({ rule, candidates: [cal, ada, bea], negotiatorId: null, last: null, ...more })?.name ?? null

describe('chooseProgressor', () => {
  test('*None* chooses nobody', () => expect(choose('none', { negotiatorId: 'ada' })).toBeNull())
  test('"*Negotiator*: theirs, else the next rule `load`"', () => {
    expect(choose('negotiator', { negotiatorId: 'ada' })).toBe('Ada')
    expect(choose('negotiator', { negotiatorId: 'somebody who has left' })).toBe('Bea')
    expect(choose('negotiator')).toBe('Bea')
    const boss = person('Boss', 9)
    const workers = [ada, bea, cal, boss]
    expect([choose('negotiator', { negotiatorId: 'boss', workers }), choose('load', { workers })]).toEqual(['Boss', 'Bea'])
  })
  test('"*Turn*: the next after `assign_last` by name", from the last to the first, also after somebody who has left', () => {
    expect(choose('turn')).toBe('Ada')
    expect(choose('turn', { last: ada })).toBe('Bea')
    expect(choose('turn', { last: cal })).toBe('Ada')
    expect(choose('turn', { last: person('Bob') })).toBe('Cal')
  })
  test('"*Load*: fewest sold and exchanged sales, then name"', () => expect(choose('load')).toBe('Bea'))
  test.each(['negotiator', 'turn', 'load'] as const)('%s: nobody qualifies, nobody is chosen', (rule) => {
    expect(choose(rule, { candidates: [], negotiatorId: 'ada' })).toBeNull()
  })
})

test('candidatesOf: the named people; else members of the branch without company admins and area managers; else everybody', () => {
  const [boss, staff] = [
    { ...ada, type: 'COMPANY_ADMIN' },
    { ...bea, type: 'BRANCH_STAFF' },
  ]
  expect(candidatesOf([boss, staff], [])).toEqual([staff])
  expect(candidatesOf([boss, staff], ['ada'])).toEqual([boss])
  expect(candidatesOf([boss], [])).toEqual([boss])
})

const branchIds = ['north', 'south']
const people = fc.uniqueArray(
  fc.record({
    _id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    name: fc.constantFrom('Ada', 'Bea', 'Zoë', 'Ada '),
    sales: fc.nat(5),
    homes: fc.nat(5),
    withdrawn: fc.nat(5),
    branchIds: fc.subarray(branchIds),
  }),
  { selector: ({ _id }) => _id, minLength: 1 },
)
const phase = fc.constantFrom<Phase>('preForSale', 'forSale', 'sold', 'exchanged', 'withdrawn')
const id = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x'))
const sales = fc
  .array(fc.record({ branchId: fc.constantFrom(...branchIds), negotiatorId: id, progressorId: id, phase }), { maxLength: 30 })
  .map((all) => all.map((sale, n) => ({ ...sale, propertyId: String(n) })))
const rule = fc.constantFrom<ShareRule>(...shareRules)

describe('shareSales', () => {
  test('gives each sale to somebody who reaches its branch, if anybody does; the order of the people does not matter', () =>
    fc.assert(
      fc.property(people, sales, rule, (among, all, by) => {
        const shared = shareSales(all, { among, by }).chosen
        for (const { propertyId, branchId } of all) {
          const able = among.filter((one) => one.branchIds.includes(branchId)).map(({ _id }) => _id)
          const chosen = shared.get(propertyId)
          expect(chosen ? able.some((one) => one === chosen._id) : able.length === 0).toBe(true)
        }
        const names = (result: typeof shared) => [...result].map(([propertyId, to]) => [propertyId, to?._id])
        expect(names(shareSales(all, { among: among.toReversed(), by }).chosen)).toEqual(names(shared))
      }),
    ))
  const kinds = heldKinds.map((kind) => [kind] as const)
  const got = (all: SharedSale[], to: ReadonlyMap<string, { _id: string } | null>, userId: string) =>
    countHeld(all.filter(({ propertyId }) => to.get(propertyId)?._id === userId))
  test.each(kinds)(
    'by load, nobody gets one of the %s who then has more than one more than somebody else who could have it',
    (kind) =>
      fc.assert(
        fc.property(people, sales, (among, all) => {
          const everywhere = among.map((one) => ({ ...one, branchIds }))
          const { chosen, after } = shareSales(all, { among: everywhere, by: 'load' })
          const least = Math.min(...[...after.values()].map((held) => held[kind]))
          for (const one of everywhere) {
            const [gets, has] = [got(all, chosen, one._id)[kind], after.get(one._id)?.[kind] ?? 0]
            expect(has).toBe(one[kind] - countHeld(all.filter(({ progressorId }) => progressorId === one._id))[kind] + gets)
            if (gets > 0) expect(has - least).toBeLessThanOrEqual(1)
          }
        }),
      ),
  )
  test.each(kinds)('in turn, shares of the %s differ by at most one', (kind) =>
    fc.assert(
      fc.property(people, sales, (among, all) => {
        const everywhere = among.map((one) => ({ ...one, branchIds }))
        const { chosen } = shareSales(all, { among: everywhere, by: 'turn' })
        const counts = everywhere.map(({ _id }) => got(all, chosen, _id)[kind])
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }),
    ),
  )

  test.each(kinds)('in turn, nobody gets two of the %s more than somebody else who could have one of them', (kind) =>
    fc.assert(
      fc.property(people, sales, (among, all) => {
        const { chosen } = shareSales(all, { among, by: 'turn' })
        for (const { propertyId, branchId, phase } of all) {
          const to = chosen.get(propertyId)
          if (!to || countHeld([{ phase }])[kind] === 0) continue
          for (const { _id } of among.filter(({ branchIds: reached }) => reached.includes(branchId)))
            expect(got(all, chosen, to._id)[kind] - got(all, chosen, _id)[kind]).toBeLessThanOrEqual(1)
        }
      }),
    ),
  )

  test('in turn, sales that only one can take, and withdrawn ones, use up nobody’s turn', () => {
    const among = [
      { ...person('Ada'), homes: 0, withdrawn: 0, branchIds: ['north'] },
      { ...person('Bea'), homes: 0, withdrawn: 0, branchIds: ['north'] },
      { ...person('Cal'), homes: 0, withdrawn: 0, branchIds: ['north', 'south'] },
    ]
    const sale = (n: number, branchId: string, of: Phase) => ({
      propertyId: String(n),
      branchId,
      negotiatorId: null,
      progressorId: null,
      phase: of,
    })
    const all = Array.from({ length: 24 }, (_, n) => sale(n, n % 3 === 0 ? 'south' : 'north', n % 4 === 1 ? 'withdrawn' : 'sold'))
    const { chosen } = shareSales(all, { among, by: 'turn' })
    expect(among.map(({ _id }) => got(all, chosen, _id))).toEqual([
      { sales: 6, homes: 0, withdrawn: 2 },
      { sales: 6, homes: 0, withdrawn: 2 },
      { sales: 6, homes: 0, withdrawn: 2 },
    ])
    expect(got(all, shareSales(all, { among: among.slice(0, 2), by: 'turn' }).chosen, 'ada')).toEqual({
      sales: 6,
      homes: 0,
      withdrawn: 2,
    })
  })
})

test('describeHeld: sales, homes for sale and withdrawn apart', () => {
  expect(describeHeld({ sales: 15, homes: 9, withdrawn: 1 })).toBe('15 sales, 9 homes for sale and 1 withdrawn')
  expect(describeHeld({ sales: 1, homes: 0, withdrawn: 0 })).toBe('1 sale')
  expect(describeHeld({ sales: 0, homes: 1, withdrawn: 0 })).toBe('1 home for sale')
  expect(describeHeld({ sales: 0, homes: 0, withdrawn: 0 })).toBe('no sales')
})
