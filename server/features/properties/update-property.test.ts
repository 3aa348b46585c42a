import type { Wire } from '@gya/domain/endpoint.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { listCompanyProperties, readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn, testAddress } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { checksum, eventsDuring, expectNothingWritten } from './testing/recorded-events.ts'
import { runConcurrently } from './testing/run-concurrently.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Edit Street')
  fixtures.clock.advance({ minutes: 1 })
})

type Change = Omit<Wire<typeof updateProperty, 'body'>, '_id'>

const call = (change: Change, as: 'staff' | 'branch' | 'company' = 'staff') => ({
  input: { params: place, body: { _id: place.propertyId, ...change } },
  as: fixtures.as(as),
})
const edit = (change: Change, as?: 'staff' | 'branch' | 'company') => {
  const { input, as: client } = call(change, as)
  return client.ok(updateProperty, input)
}
const refusal = (change: object) =>
  expectNothingWritten(fixtures, () => fixtures.as('staff').refusal(updateProperty, call(change).input))
const read = () => fixtures.as('staff').ok(readProperty, { params: place })

describe('PUT property', () => {
  test('changes the fields sent and keeps the others', async () => {
    const before = await read()
    const after = await edit({ bedrooms: 4 })
    expect(after).toEqual({ ...before, bedrooms: 4, version: before.version + 1 })
    expect(await edit({ ownership: 'leasehold', leaseholdPackSent: 'yes', boardStatus: 1, bedrooms: null })).toEqual({
      ...before,
      ownership: 'leasehold',
      leaseholdPackSent: 'yes',
      boardStatus: 1,
      bedrooms: null,
      version: before.version + 2,
    })
    expect(await read()).toMatchObject({ ownership: 'leasehold', version: before.version + 2 })
  })

  test('replaces the address and normalizes the postcode', async () => {
    const address = { ...testAddress('6 Edit Street'), town: '', postcode: 'rg306zz' }
    const property = await edit({ address })
    expect(property).toMatchObject({ name: '6 Edit Street', address: { ...address, postcode: 'RG30 6ZZ' } })
  })

  test('records user, time, and values before and after', async () => {
    fixtures.clock.advance({ hours: 1 })
    const recorded = await eventsDuring(fixtures, place.propertyId, () =>
      edit({ bedrooms: 4, ownership: 'unknown', boardStatus: 1 }, 'branch'),
    )
    expect(recorded).toEqual([
      {
        kind: 'property-edited',
        by: fixtures.idOf.branch,
        at: fixtures.clock.now(),
        data: {
          fields: ['boardStatus', 'bedrooms'],
          before: { bedrooms: null, boardStatus: 0 },
          after: { bedrooms: 4, boardStatus: 1 },
        },
      },
    ])
  })

  test('without changes writes nothing', async () => {
    const { version, address } = await read()
    const before = await checksum(fixtures)
    expect(await edit({})).toMatchObject({ version })
    expect(
      await edit({ address: { ...address, postcode: 'rg306zz' }, bedrooms: null, boardStatus: 0, active: true }),
    ).toMatchObject({ version })
    expect(await checksum(fixtures)).toEqual(before)
  })

  test('with one invalid field is refused as a whole', async () => {
    for (const [field, value] of [
      ['bedrooms', -1],
      ['ownership', 'commonhold'],
      ['leaseholdPackSent', null],
      ['boardStatus', 2],
      ['active', 'false'],
      ['completionDate', '2026-02-30'],
      ['version', 0],
      ['owner', { _id: fixtures.idOf.secondVendor }],
    ] as const)
      expect(await refusal({ boardStatus: 1, [field]: value })).toMatchObject({ status: 400, issues: [{ path: field }] })
    expect(await refusal({ address: { line1: '1 A' } })).toMatchObject({ status: 400, issues: [{ path: 'address.postcode' }] })
  })

  test('refuses customLaunchDate, which belongs to POST property', async () => {
    expect(await refusal({ customLaunchDate: '2026-01-01', bedrooms: 2 })).toMatchObject({
      status: 409,
      code: 'LAUNCH_DATE_ON_EXISTING',
    })
  })
})

describe('PUT property active (withdraw, reinstate)', () => {
  test('sets withdrawnOn to today; reinstating restores the phase', async () => {
    const offer = { name: 'B. Uyer', amount: 250_000, cashBuy: false, chain: false, state: 'A' as const }
    expect(await fixtures.as('staff').ok(addOffer, { params: place, body: offer })).toMatchObject({ phase: 'sold' })
    expect(await edit({ active: false })).toMatchObject({ active: false, phase: 'withdrawn' })
    const row = () =>
      fixtures.database.db.selectFrom('property').selectAll().where('id', '=', place.propertyId).executeTakeFirstOrThrow()
    expect((await row()).withdrawn_on).toBe('2026-03-10')
    expect(await edit({ active: true })).toMatchObject({ active: true, phase: 'sold' })
    expect((await row()).withdrawn_on).toBeNull()
  })

  test('records each once', async () => {
    const recorded = await eventsDuring(fixtures, place.propertyId, async () => {
      await edit({ active: false })
      await edit({ active: false })
      await edit({ active: true }, 'branch')
    })
    expect(recorded.map(({ kind, by }) => [kind, by])).toEqual([
      ['withdrawn', fixtures.idOf.staff],
      ['reinstated', fixtures.idOf.branch],
    ])
  })

  test('withdrawing again keeps the first date', async () => {
    await edit({ active: false })
    fixtures.clock.advance({ days: 2 })
    await edit({ active: false, bedrooms: 1 })
    const row = await fixtures.database.db
      .selectFrom('property')
      .select('withdrawn_on')
      .where('id', '=', place.propertyId)
      .execute()
    expect(row).toEqual([{ withdrawn_on: '2026-03-10' }])
  })
})

test('PUT property completionDate is set, moved and cleared, with the previous date in the record', async () => {
  const recorded = await eventsDuring(fixtures, place.propertyId, async () => {
    expect(await edit({ completionDate: '2026-06-01' })).toMatchObject({ completionDate: '2026-06-01' })
    expect(await edit({ completionDate: '2026-06-05' })).toMatchObject({ completionDate: '2026-06-05' })
    expect(await edit({ bedrooms: 1 })).toMatchObject({ completionDate: '2026-06-05' })
    expect(await edit({ completionDate: null })).toMatchObject({ completionDate: null })
  })
  expect(recorded.filter(({ kind }) => kind === 'completion-date-set').map(({ data }) => data)).toEqual([
    { on: '2026-06-01', before: null },
    { on: '2026-06-05', before: '2026-06-01' },
    { on: null, before: '2026-06-05' },
  ])
})

test('PUT property completionDate can be moved but not cleared while Exchanged is complete', async () => {
  const exchange = (state: 'C' | 'IP') =>
    fixtures.as('staff').ok(saveTimeline, { params: place, body: { timeline: [{ key: stepKeys.Exchanged, state }] } })
  await accept()
  await edit({ completionDate: '2026-06-01' })
  await exchange('C')
  expect(await edit({ completionDate: '2026-06-05' })).toMatchObject({ completionDate: '2026-06-05' })
  const refused = { status: 409, code: 'COMPLETION_DATE_REQUIRED' }
  expect(await expectNothingWritten(fixtures, () => refusal({ completionDate: null, bedrooms: 3 }))).toMatchObject(refused)
  const bySaving = { params: place, body: { timeline: [], completionDate: null } }
  expect(await fixtures.as('staff').refusal(saveTimeline, bySaving)).toMatchObject(refused)
  await exchange('IP')
  expect(await edit({ completionDate: null })).toMatchObject({ completionDate: null })
})

const accept = () =>
  fixtures
    .as('staff')
    .ok(addOffer, { params: place, body: { name: 'B. Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' } })

test('PUT property completionDate is refused before the acceptance and, once completed, in the future', async () => {
  await accept()
  const refusedWith = async (change: Parameters<typeof refusal>[0], code: string) =>
    expect(await expectNothingWritten(fixtures, () => refusal(change))).toMatchObject({ status: 409, code })
  await refusedWith({ completionDate: '2026-03-09' }, 'SALE_BEFORE_ACCEPTANCE')
  const timeline = [stepKeys.Exchanged, stepKeys.Completed].map((key) => ({ key, state: 'C' as const }))
  await fixtures.as('staff').ok(saveTimeline, { params: place, body: { timeline, completionDate: '2026-03-10' } })
  await refusedWith({ completionDate: '2026-03-11' }, 'COMPLETION_DATE_IN_FUTURE')
  await refusedWith({ active: false }, 'WITHDRAW_COMPLETED')
})

describe('A withdrawn property has no warnings', () => {
  test('neither on its page nor in the list, until it is reinstated', async () => {
    fixtures.clock.advance({ days: 10 })
    const listed = async () => {
      const { data } = await fixtures.as('company').ok(listCompanyProperties, { params: place, query: { itemsPerPage: '100' } })
      return data.find(({ _id }) => _id === place.propertyId)?.warnings
    }
    expect([(await edit({ bedrooms: 1 })).timeline.info.warnings, await listed()]).toEqual([1, 1])
    const { info } = (await edit({ active: false })).timeline
    expect([info.warnings, info.nextWarning, await listed()]).toEqual([0, null, 0])
    expect([(await edit({ active: true })).timeline.info.warnings, await listed()]).toEqual([1, 1])
  })
})

describe('PUT property with concurrent saves', () => {
  test('the older version gets STALE_VERSION, naming who saved and when', async () => {
    const { version } = await read()
    fixtures.clock.advance({ minutes: 5 })
    const savedOn = fixtures.clock.now()
    await edit({ bedrooms: 2, version }, 'branch')
    fixtures.clock.advance({ minutes: 5 })
    expect(await refusal({ bedrooms: 3, version })).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { savedBy: 'branch people', savedOn },
    })
    expect(await refusal({ bedrooms: 3, version: version + 9 })).toMatchObject({ code: 'STALE_VERSION' })
    expect(await edit({ bedrooms: 3, version: version + 1 })).toMatchObject({ bedrooms: 3, version: version + 2 })
  })

  test('`yours` tells the caller, and nobody else, that the only newer save is their own', async () => {
    const { version } = await read()
    const detailsFor = async (who: 'staff' | 'branch') => {
      const { body } = await fixtures.as(who).call(updateProperty, call({ bedrooms: 4, version }).input)
      return (body as { details?: object }).details
    }
    await edit({ bedrooms: 2, version }, 'staff')
    expect(await detailsFor('staff')).toMatchObject({ yours: 'true' })
    expect(await detailsFor('branch')).not.toHaveProperty('yours')
    await edit({ bedrooms: 3, version: version + 1 }, 'staff')
    expect(await detailsFor('staff')).not.toHaveProperty('yours')
  })

  test.each([
    ['staff', 'branch'],
    ['branch', 'staff'],
  ] as const)('at the same moment with the same version: %s is first and wins, %s is told so', async (first, second) => {
    const { version } = await read()
    const [won, lost] = await runConcurrently(fixtures, place, [
      () => fixtures.as(first).call(updateProperty, call({ bedrooms: 2, version }).input),
      () => fixtures.as(second).call(updateProperty, call({ bedrooms: 3, version }).input),
    ])
    expect(won).toMatchObject({ status: 200, body: { bedrooms: 2, version: version + 1 } })
    expect(lost).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', details: { savedBy: `${first} people`, savedOn: fixtures.clock.now() } },
    })
    expect(await read()).toMatchObject({ bedrooms: 2, version: version + 1 })
  })

  test('without version: both are saved; fields not sent are kept', async () => {
    const { version } = await read()
    const changes: Change[] = [
      { bedrooms: 6 },
      { ownership: 'freehold' },
      { boardStatus: 1 },
      { completionDate: '2026-07-01' },
      { active: false },
      { address: testAddress('At Once') },
    ]
    const answers = await runConcurrently(
      fixtures,
      place,
      changes.map((change) => () => fixtures.as('staff').call(updateProperty, call(change).input)),
    )
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
    expect(await read()).toMatchObject({ ...Object.assign({}, ...changes), version: version + changes.length })
  })
})

test('PUT property with the path of another branch or company is not found', async () => {
  for (const params of [fixtures.second, { ...fixtures.second, companyId: fixtures.b.companyId }, fixtures.other])
    expect(
      await expectNothingWritten(fixtures, () =>
        fixtures.as('company').refusal(updateProperty, { params, body: { _id: place.propertyId, bedrooms: 9 } }),
      ),
    ).toMatchObject({ status: 404 })
  expect(
    await fixtures.as('secondBranch').refusal(updateProperty, { params: place, body: { _id: place.propertyId, bedrooms: 9 } }),
  ).toMatchObject({ status: 404 })
})
