import type { Wire } from '@gya/domain/endpoint.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { addViewing, deleteViewing, updateViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { runConcurrently } from '../properties/testing/run-concurrently.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '9 Doorbell Street')
})

type Body = Wire<typeof addViewing, 'body'>
const add = (name: string, more: Partial<Body> = {}) =>
  fixtures.as('staff').ok(addViewing, { params: place, body: { name, when: '2026-03-09', ...more } })
const read = () => fixtures.as('staff').ok(readProperty, { params: place })
const idOf = async (name: string) => (await read()).viewings.find((one) => one.name === name)?._id ?? ''

describe('POST, PATCH and DELETE viewing', () => {
  test('saves name, date, time and notes; only name and date are required', async () => {
    const { viewings } = await add('Ann Onlooker', { time: '14:35', notes: 'Liked it.\nWill ring.' })
    expect(viewings).toEqual([
      {
        _id: expect.any(String),
        name: 'Ann Onlooker',
        when: '2026-03-09',
        time: '14:35',
        notes: 'Liked it.\nWill ring.',
        email: '',
        tel: '',
        mayContact: null,
      },
    ])
    expect((await add('Bob Browser')).viewings).toContainEqual(expect.objectContaining({ time: null, notes: '' }))
  })

  test('accepts a future date', async () => {
    expect((await add('Cy Client', { when: '2027-01-04', time: '09:00' })).viewings[0]).toMatchObject({ when: '2027-01-04' })
  })

  test('are sorted by date and time, newest first, and counted in the list', async () => {
    await add('Morning', { time: '09:00' })
    await add('No time')
    await add('Afternoon', { time: '16:05' })
    await add('Before', { when: '2026-03-01', time: '17:00' })
    expect((await read()).viewings.map(({ name }) => name)).toEqual(['Afternoon', 'Morning', 'No time', 'Before'])
    const row = await fixtures.database.db
      .selectFrom('property_report')
      .select('viewings')
      .where('property_id', '=', place.propertyId)
      .executeTakeFirst()
    expect(row).toEqual({ viewings: 4 })
  })

  test('do not change the timeline', async () => {
    const { timeline } = await read()
    expect((await add('First of all')).timeline).toEqual(timeline)
  })

  test('are edited in part and deleted; the record has the previous values', async () => {
    const recorded = await eventsDuring(fixtures, place.propertyId, async () => {
      await add('Ann Onlooker', { time: '14:35' })
      const _id = await idOf('Ann Onlooker')
      const { viewings } = await fixtures.as('branch').ok(updateViewing, { params: place, body: { _id, notes: 'Very keen.' } })
      expect(viewings[0]).toMatchObject({ name: 'Ann Onlooker', time: '14:35', notes: 'Very keen.' })
      await fixtures.as('branch').ok(updateViewing, { params: place, body: { _id, time: null } })
      const after = await fixtures.as('staff').ok(deleteViewing, { params: { ...place, viewingId: _id } })
      expect(after.viewings).toEqual([])
    })
    expect(recorded).toMatchObject([
      { kind: 'viewing-added', by: fixtures.idOf.staff, data: { on: '2026-03-09', name: 'Ann Onlooker' } },
      { kind: 'viewing-updated', by: fixtures.idOf.branch, data: { changes: [{ field: 'notes', from: '', to: 'Very keen.' }] } },
      { kind: 'viewing-updated', data: { changes: [{ field: 'time', from: '14:35', to: null }] } },
      { kind: 'viewing-removed', data: { name: 'Ann Onlooker', on: '2026-03-09', notes: 'Very keen.' } },
    ])
  })

  test('PATCH viewing without changes records nothing', async () => {
    await add('Ann Onlooker', { time: '14:35' })
    const { _id = '', ...same } = (await read()).viewings[0] ?? {}
    await expectNothingWritten(fixtures, () => fixtures.as('staff').ok(updateViewing, { params: place, body: { _id, ...same } }))
  })
})

describe('Viewing refusals', () => {
  test.each<[string, object]>([
    ['no client', { name: ' ' }],
    ['no day', { when: undefined }],
    ['a day that is none', { when: '2026-02-30' }],
    ['a time between the steps of 5 minutes', { time: '14:32' }],
    ['a time that is none', { time: '24:00' }],
    ['feedback that is too long', { notes: 'x'.repeat(2001) }],
    ['a field that nobody knows', { feedback: 'x' }],
  ])('%s', async (_what, more) => {
    const body = { name: 'Ann', when: '2026-03-09', ...more } as Body
    await expectNothingWritten(fixtures, async () => {
      expect(await fixtures.as('staff').refusal(addViewing, { params: place, body })).toMatchObject({ status: 400 })
    })
  })

  test('a viewing of another property is not found', async () => {
    const elsewhere = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '10 Doorbell Street')
    const body = { name: 'Theirs', when: '2026-03-09' }
    const _id = (await fixtures.as('staff').ok(addViewing, { params: elsewhere, body })).viewings[0]?._id ?? ''
    await expectNothingWritten(fixtures, async () => {
      expect(await fixtures.as('staff').refusal(updateViewing, { params: place, body: { _id, name: 'Mine' } })).toMatchObject({
        status: 404,
      })
      expect(await fixtures.as('staff').refusal(deleteViewing, { params: { ...place, viewingId: _id } })).toMatchObject({
        status: 404,
      })
    })
  })

  test('of two concurrent edits of one version, the second gets STALE_VERSION', async () => {
    const { version } = await add('Ann Onlooker')
    const _id = await idOf('Ann Onlooker')
    const say = (name: 'staff' | 'branch') => () =>
      fixtures.as(name).call(updateViewing, { params: place, body: { _id, notes: `By ${name}`, version } })
    const [won, lost] = await runConcurrently(fixtures, place, [say('staff'), say('branch')])
    expect(won).toMatchObject({ status: 200 })
    expect(lost).toMatchObject({ status: 409, body: { code: 'STALE_VERSION', details: { savedBy: 'staff people' } } })
    expect((await read()).viewings[0]?.notes).toBe('By staff')
  })
})
