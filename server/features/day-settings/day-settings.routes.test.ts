import type { Wire } from '@gya/domain/endpoint.ts'
import { readDaySettings, saveDaySettings } from '@gya/domain/features/day-settings/day-settings.contract.ts'
import { defaultDaySettings } from '@gya/domain/features/day-settings/default-day-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const read = () => fixtures.as('staff').ok(readDaySettings, { params: fixtures.a })
const settings = { ...defaultDaySettings, vendorSilence: 5 }

test('GET day returns the defaults until the company changes them', async () => {
  expect(await read()).toEqual({ ...defaultDaySettings, version: 1 })
})

test('PUT day saves and records changes once; a stale version returns STALE_VERSION', async () => {
  const save = (body: Wire<typeof saveDaySettings, 'body'>) =>
    fixtures.as('company').call(saveDaySettings, { params: fixtures.a, body })
  expect(await save({ ...settings, version: 1 })).toMatchObject({ status: 200, body: { ...settings, version: 2 } })
  expect(await save(settings)).toMatchObject({ body: { version: 2 } })
  expect(await save({ ...settings, nextSpoke: 3, version: 1 })).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } })
  expect(await read()).toEqual({ ...settings, version: 2 })
  const saved = (await companyEvents(fixtures, fixtures.a.companyId)).filter(({ kind }) => kind === 'day-settings-saved')
  expect(saved).toMatchObject([{ data: { changes: [{ field: 'vendorSilence', from: 7, to: 5 }] } }])
})

test.each([
  ['0 days of silence', { ...settings, vendorSilence: 0 }],
  ['61 days of silence', { ...settings, buyerSilence: 61 }],
  ['31 weekdays', { ...settings, nextEmail: 31 }],
  ['half a day', { ...settings, nextSpoke: 1.5 }],
])('PUT day refuses %s', async (_what, body) => {
  expect(await fixtures.as('company').refusal(saveDaySettings, { params: fixtures.a, body })).toMatchObject({ status: 400 })
})

test('PUT day is for company administrators', async () => {
  for (const as of ['branch', 'staff'] as const)
    expect(await fixtures.as(as).refusal(saveDaySettings, { params: fixtures.a, body: settings })).toMatchObject({ status: 403 })
  expect(await fixtures.as('otherCompany').refusal(saveDaySettings, { params: fixtures.a, body: settings })).toMatchObject({
    status: 404,
  })
})
