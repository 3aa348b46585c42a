import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import {
  deleteBranch,
  deleteProperty,
  listDeleted,
  restoreBranch,
  restoreProperty,
} from '@gya/domain/features/deletion/deletion.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { listCompanyProperties, readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { runConcurrently } from '../properties/testing/run-concurrently.ts'

let fixtures: Fixtures
let ids: PropertyPath
beforeEach(async () => {
  fixtures = await openFixtures()
  ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Gone Street')
})
afterEach(() => fixtures.close())

const remove = () => fixtures.as('company').ok(deleteProperty, { params: ids })
const back = () => ({ params: { companyId: ids.companyId, deletedPropertyId: ids.propertyId } })
const bringBack = () => fixtures.as('platform').call(restoreProperty, back())
const read = () => fixtures.as('staff').ok(readProperty, { params: ids })
const row = () =>
  fixtures.database.db.selectFrom('property_report').selectAll().where('property_id', '=', ids.propertyId).executeTakeFirst()

describe('DELETE /property/:companyId/:branchId/:propertyId', () => {
  test('removes the property from scope, lists and report at once', async () => {
    expect(await remove()).toEqual({ success: true })
    for (const name of ['platform', 'company', 'branch', 'staff'] as const)
      expect(await fixtures.as(name).refusal(readProperty, { params: ids })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await fixtures.as('company').refusal(deleteProperty, { params: ids })).toMatchObject({ status: 404 })
    const inList = await fixtures.as('company').ok(listCompanyProperties, { params: ids, query: { line1: '5 Gone' } })
    const inReport = await fixtures.as('company').ok(readReport, { params: ids, query: { searchText: '5 Gone' } })
    expect([inList.paging.count, inReport.paging.count, await row()]).toEqual([0, 0, undefined])
  })

  test('is refused for branch roles and other companies', async () => {
    for (const [name, status] of [
      ['branch', 403],
      ['staff', 403],
      ['otherCompany', 404],
    ] as const) {
      const before = await databaseChecksum(fixtures.database)
      expect(await fixtures.as(name).refusal(deleteProperty, { params: ids })).toMatchObject({ status })
      expect(await databaseChecksum(fixtures.database)).toEqual(before)
    }
    expect(await fixtures.as('platform').call(deleteProperty, { params: ids })).toMatchObject({ status: 200 })
  })

  test('a concurrent save, before or after, does not restore it to the lists', async () => {
    const edit = () => fixtures.as('staff').call(updateProperty, { params: ids, body: { _id: ids.propertyId, bedrooms: 3 } })
    const deleted = () => fixtures.as('company').call(deleteProperty, { params: ids })
    const [saved, deletedResponse] = await runConcurrently<{ status: number }>(fixtures, ids, [edit, deleted])
    expect([saved?.status, deletedResponse?.status, await row()]).toEqual([200, 200, undefined])
    expect((await bringBack()).status).toBe(200)
    const [first, second] = await runConcurrently<{ status: number }>(fixtures, ids, [deleted, edit])
    expect([first?.status, second?.status, await row()]).toEqual([200, 404, undefined])
  })
})

describe('POST /property/:companyId/:deletedPropertyId/restore', () => {
  test('restores the property and its report row', async () => {
    const offer = { name: 'B. Uyer', amount: 250_000, cashBuy: true, chain: false, state: 'A' as const }
    await fixtures.as('staff').ok(addAskingPrice, { params: ids, body: { price: 260_000, effectiveDate: '2026-03-01' } })
    await fixtures.as('staff').ok(addOffer, { params: ids, body: offer })
    const before = [await read(), await row()]
    await remove()
    fixtures.clock.advance({ hours: 1 })
    // Deletion and restore are saves: each raises the version.
    const twoLater = before.map((one) => ({ ...one, version: Number(one?.version) + 2 }))
    expect(await bringBack()).toMatchObject({ status: 200, body: { success: true } })
    expect([await read(), await row()]).toEqual(twoLater)
    const { data } = await fixtures.as('staff').ok(readHistory, { params: ids })
    expect(data.slice(0, 2).map(({ words, author }) => [words, author?._id])).toEqual([
      ['Deleted property brought back', fixtures.idOf.platform],
      ['Property deleted', fixtures.idOf.company],
    ])
  })

  test('GET /company/deleted lists it with author and expiry until it is restored', async () => {
    const listed = async () => (await fixtures.as('platform').ok(listDeleted)).data
    await remove()
    expect(await listed()).toEqual([
      {
        _id: ids.propertyId,
        kind: 'property',
        name: '5 Gone Street, RG30 6ZZ',
        company: { _id: ids.companyId, name: 'Alder & Ash' },
        deletedOn: fixtures.clock.now(),
        deletedBy: 'company people',
        restorableUntil: expect.any(String),
      },
    ])
    await bringBack()
    expect(await listed()).toEqual([])
  })

  const setActive = (active: boolean) =>
    fixtures.as('company').ok(updateProperty, { params: ids, body: { _id: ids.propertyId, active } })
  test.each([
    ['property is restored', remove, bringBack],
    [
      'branch is restored',
      () => fixtures.as('company').ok(deleteBranch, { params: ids }),
      () => {
        const branch = { companyId: ids.companyId, deletedBranchId: ids.branchId }
        return fixtures.as('platform').ok(restoreBranch, { params: branch })
      },
    ],
    ['property is put back after a withdrawal', () => setActive(false), () => setActive(true)],
    [
      'property is put back that was deleted and restored meanwhile',
      async () => {
        await setActive(false)
        await remove()
        await bringBack()
      },
      () => setActive(true),
    ],
  ])('snoozed items stay snoozed when their %s', async (_, end, back) => {
    const actionItems = [{ subjectId: ids.propertyId, key: 'step:2' }]
    const putOff = { params: ids, body: { actionItems, until: '2026-03-12T07:00:00Z' } }
    await fixtures.as('staff').ok(snoozeActionItems, putOff)
    const snoozes = () =>
      fixtures.database.db.selectFrom('action_item_snooze').selectAll().where('subject_id', '=', ids.propertyId).execute()
    const before = await snoozes()
    expect(before).toHaveLength(1)
    await end()
    expect(await snoozes()).toEqual([])
    await back()
    expect(await snoozes()).toEqual(before)
  })

  test('refuses after 30 days, for other companies, for properties that are not deleted, and for other roles', async () => {
    const before = await databaseChecksum(fixtures.database)
    expect(await bringBack()).toMatchObject({ status: 404 })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
    await remove()
    const elsewhere = { params: { companyId: fixtures.b.companyId, deletedPropertyId: ids.propertyId } }
    expect(await fixtures.as('platform').refusal(restoreProperty, elsewhere)).toMatchObject({ status: 404 })
    expect(await fixtures.as('company').refusal(restoreProperty, back())).toMatchObject({ status: 403 })
    fixtures.clock.advance({ days: 30 })
    const later = await fixtures.signedIn(fixtures.idOf.platform)
    expect(await later.refusal(restoreProperty, back())).toMatchObject({ status: 404 })
    expect((await later.ok(listDeleted)).data).toEqual([])
  })

  test('a property deleted before its branch stays deleted when the branch is restored', async () => {
    await remove()
    await fixtures.as('company').ok(deleteBranch, { params: ids })
    expect(await bringBack()).toMatchObject({ status: 404 })
    const kinds = async () => (await fixtures.as('platform').ok(listDeleted)).data.map(({ kind }) => kind)
    expect(await kinds()).toEqual(['branch'])
    await fixtures.as('platform').ok(restoreBranch, { params: { companyId: ids.companyId, deletedBranchId: ids.branchId } })
    expect([await kinds(), await row()]).toEqual([['property'], undefined])
    expect(await bringBack()).toMatchObject({ status: 200 })
  })
})
