import { listLenders, saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

async function sell(line1: string): Promise<PropertyPath> {
  const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const body = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' } as const
  await fixtures.as('staff').ok(addOffer, { params, body })
  return params
}
const save = (params: PropertyPath, lender: { _id: string } | { name: string } | null) =>
  fixtures.as('staff').ok(saveExpected, { params, body: { lender } })
const lenderOf = async (params: PropertyPath) => (await fixtures.as('staff').ok(readProperty, { params })).lender
const list = async () =>
  (await fixtures.as('staff').ok(listLenders, { params: { companyId: fixtures.first.companyId } })).lenders.map(
    ({ name }) => name,
  )

describe('PATCH property/:companyId/:branchId/:propertyId/expected, the lender', () => {
  test('a new name is added to the company’s list once, ignoring case; undo restores the previous lender', async () => {
    const [one, other] = [await sell('1 Lender Lane'), await sell('2 Lender Lane')]
    const saved = await save(one, { name: 'Halifax' })
    expect(saved.lender?.name).toBe('Halifax')
    expect((await save(other, { name: 'HALIFAX' })).lender).toEqual(saved.lender)
    expect(await list()).toEqual(['Halifax'])
    const changed = await save(one, { name: 'Santander' })
    expect(await list()).toEqual(['Halifax', 'Santander'])
    await fixtures.as('staff').ok(undoChange, { params: { companyId: one.companyId, undoId: changed.undoId ?? '' }, body: {} })
    expect(await lenderOf(one)).toEqual(saved.lender)
    expect((await save(one, null)).lender).toBeNull()
    expect((await save(one, null)).undoId).toBeNull()
  })

  test('a fall-off removes it, a restore brings it back', async () => {
    const params = await sell('3 Lender Lane')
    const { lender } = await save(params, { name: 'Skipton Building Society' })
    const fell = await fixtures.as('staff').ok(performFallOff, { params, body: { note: 'Mortgage refused' } })
    expect(fell.lender).toBeNull()
    const fallOffId = fell.saleResets[0]?._id ?? ''
    expect((await fixtures.as('staff').ok(restoreFallOff, { params: { ...params, fallOffId } })).lender).toEqual(lender)
  })

  test('an unknown lender, or a lender of a property that is not sold, is refused and adds nothing', async () => {
    const params = await sell('4 Lender Lane')
    const unknown = { _id: '018f0000-0000-7000-8000-000000000000' }
    expect((await fixtures.as('staff').refusal(saveExpected, { params, body: { lender: unknown } })).status).toBe(404)
    const forSale = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Lender Lane')
    const refused = await fixtures.as('staff').refusal(saveExpected, { params: forSale, body: { lender: { name: 'Nobody' } } })
    expect(refused.status).toBe(409)
    expect(await list()).not.toContain('Nobody')
  })
})
