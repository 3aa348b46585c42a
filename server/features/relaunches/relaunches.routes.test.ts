import type { Wire } from '@gya/domain/endpoint.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { addRelaunch, deleteRelaunch, updateRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '11 Fanfare Street')
})

const add = (when: string, notes?: string) =>
  fixtures.as('staff').ok(addRelaunch, { params: place, body: { when, ...(notes ? { notes } : {}) } })

test('POST relaunches saves date and notes; sorted newest first', async () => {
  await add('2026-02-01', 'New photographs')
  const { relaunches } = await add('2026-03-01')
  expect(relaunches).toMatchObject([
    { when: '2026-03-01', notes: '' },
    { when: '2026-02-01', notes: 'New photographs' },
  ])
  expect((await fixtures.as('staff').ok(readProperty, { params: place })).relaunches).toEqual(relaunches)
})

test('PATCH and DELETE relaunches record the previous values', async () => {
  const recorded = await eventsDuring(fixtures, place.propertyId, async () => {
    const _id = (await add('2026-02-01', 'New photographs')).relaunches[0]?._id ?? ''
    const change = (body: object) => fixtures.as('staff').ok(updateRelaunch, { params: place, body: { _id, ...body } })
    expect((await change({ when: '2026-02-03' })).relaunches).toMatchObject([{ when: '2026-02-03', notes: 'New photographs' }])
    await change({ notes: 'New photographs' })
    expect((await fixtures.as('staff').ok(deleteRelaunch, { params: { ...place, relaunchId: _id } })).relaunches).toEqual([])
  })
  expect(recorded).toMatchObject([
    { kind: 'relaunch-added', by: fixtures.idOf.staff, data: { on: '2026-02-01' } },
    { kind: 'relaunch-updated', data: { on: '2026-02-03', changes: [{ field: 'when', from: '2026-02-01', to: '2026-02-03' }] } },
    { kind: 'relaunch-removed', data: { on: '2026-02-03', notes: 'New photographs' } },
  ])
})

test('POST and PATCH relaunches refuse a missing date, unknown fields, another property’s relaunch and an old version', async () => {
  const { version, relaunches } = await add('2026-02-01')
  const _id = relaunches[0]?._id ?? ''
  const elsewhere = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '12 Fanfare Street')
  await add('2026-02-02')
  await expectNothingWritten(fixtures, async () => {
    const staff = fixtures.as('staff')
    for (const body of [{}, { when: 'soon' }, { when: '2026-02-01', notes: 'x'.repeat(2001) }, { when: '2026-02-01', name: 'x' }])
      expect(await staff.refusal(addRelaunch, { params: place, body: body as Wire<typeof addRelaunch, 'body'> })).toMatchObject({
        status: 400,
      })
    expect(await staff.refusal(updateRelaunch, { params: elsewhere, body: { _id, notes: 'x' } })).toMatchObject({ status: 404 })
    expect(await staff.refusal(deleteRelaunch, { params: { ...elsewhere, relaunchId: _id } })).toMatchObject({ status: 404 })
    expect(await staff.refusal(updateRelaunch, { params: place, body: { _id, notes: 'x', version } })).toMatchObject({
      code: 'STALE_VERSION',
    })
  })
})
