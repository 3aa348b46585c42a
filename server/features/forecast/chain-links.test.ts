import { addDays, daysBetween, londonDay } from '@gya/domain/common/dates.ts'
import { saveChain } from '@gya/domain/features/chain/chain.contract.ts'
import type { ChainStatus } from '@gya/domain/features/chain/chain-status.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  fixtures.clock.moveTo('2026-03-02T10:00:00Z')
  await fixtures.as('company').ok(readMe)
})
afterAll(() => fixtures.close())

const today = () => londonDay(fixtures.clock.now())
const admin = () => fixtures.as('company')

async function sell(line1: string, chain: ChainStatus): Promise<PropertyPath> {
  const params = await takeOn(admin(), fixtures.first, fixtures.idOf.vendor, line1)
  await admin().ok(addOffer, { params, body: { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: true, state: 'A' } })
  await admin().ok(updateManagementInfo, { params, body: { chain } })
  return params
}
const forecastOf = async (params: PropertyPath, asAt?: string) =>
  (await admin().ok(readSaleForecast, { params, query: asAt ? { asAt } : {} })).forecast
const halfBy = async (params: PropertyPath, asAt?: string) => (await forecastOf(params, asAt))?.halfBy

const thisOne = { _id: 'b', thisProperty: true }
const buyer = { _id: 'c', personName: 'Fenwick Larkrise', saleType: 'FTB' as const, timeline: { mosSent: true } }

describe('The buyer’s end of a chain', () => {
  test('the forecast does not wait for a first-time buyer without an address: it equals that of the chain without them', async () => {
    const [without, withBuyer] = [await sell('1 End Road', 1), await sell('2 End Road', 1)]
    await admin().ok(saveChain, { params: withBuyer, body: { items: [thisOne, buyer] } })
    expect((await forecastOf(withBuyer))?.links).toEqual([])
    expect(await halfBy(withBuyer)).toBe(await halfBy(without))

    const upper = { _id: 'a', propertyName: '14 Elm Road', timeline: { mosSent: true } }
    await admin().ok(saveChain, { params: without, body: { items: [upper, thisOne] } })
    await admin().ok(saveChain, { params: withBuyer, body: { items: [upper, thisOne, buyer] } })
    expect((await forecastOf(withBuyer))?.links.map(({ name }) => name)).toEqual(['14 Elm Road'])
    expect(await halfBy(withBuyer)).toBe(await halfBy(without))
  })

  test('the forecast waits for the last sale of a chain, sold to a first-time buyer', async () => {
    const params = await sell('3 End Road', 1)
    await admin().ok(saveChain, { params, body: { items: [thisOne, { ...buyer, propertyName: '9 Ash Road' }] } })
    expect((await forecastOf(params))?.links.map(({ name }) => name)).toEqual(['9 Ash Road'])
  })

  test('for a day before the sale type was entered, the link counts as it did then', async () => {
    const params = await sell('4 End Road', 1)
    await admin().ok(saveChain, { params, body: { items: [thisOne, { _id: 'c', timeline: { mosSent: true } }] } })
    const [day, shown] = [today(), await forecastOf(params)]
    expect(shown?.links).toHaveLength(1)
    fixtures.clock.advance({ days: 1 })
    await admin().ok(readMe)
    const { chain } = await admin().ok(readProperty, { params })
    const items = chain.items.map(({ _id, thisProperty }) => ({ ...(thisProperty ? thisOne : buyer), _id }))
    await admin().ok(saveChain, { params, body: { items } })
    expect((await forecastOf(params))?.links).toEqual([])
    expect((await forecastOf(params, day))?.links).toHaveLength(1)
    expect(await halfBy(params, addDays(today(), -1))).toBe(shown?.halfBy)
  })
})

test('A link that decides: the day by which half are ready is not after half by of the sale', async () => {
  const params = await sell('5 End Road', 1)
  const upper = { _id: 'a', propertyName: '15 Elm Road', timeline: { mosSent: true } }
  await admin().ok(saveChain, { params, body: { items: [upper, thisOne] } })
  const done = [30, 31, 32, 33, 34, 35, 26, 27, 28, 29].map((key) => ({
    key,
    state: 'C' as const,
    startedOn: today(),
    completedOn: today(),
  }))
  await admin().ok(saveTimeline, { params, body: { timeline: done } })
  const forecast = await forecastOf(params)
  expect(forecast?.decides.kind).toBe('link')
  const readyBy = forecast?.links[0]?.readyBy ?? ''
  expect(readyBy <= (forecast?.halfBy ?? '')).toBe(true)
})

test('Two sales of one chain do not name each other as what decides', async () => {
  const [one, other] = [await sell('6 End Road', 1), await sell('7 End Road', 1)]
  const linkTo = ({ propertyId }: PropertyPath) => ({ propertyRef: propertyId, propertyName: '' })
  await admin().ok(saveChain, { params: one, body: { items: [linkTo(other), { ...thisOne, ...linkTo(one) }] } })
  await admin().ok(saveChain, { params: other, body: { items: [{ ...thisOne, ...linkTo(other) }, linkTo(one)] } })
  await admin().ok(saveTimeline, { params: one, body: { timeline: [{ key: 30, state: 'C', completedOn: today() }] } })
  await admin().ok(saveTimeline, { params: other, body: { timeline: [{ key: 30, state: 'C', completedOn: today() }] } })
  const forecasts = [await forecastOf(one), await forecastOf(other)]
  expect(forecasts.map((forecast) => forecast?.links.length)).toEqual([1, 1])
  expect(new Set(forecasts.map((forecast) => forecast?.decides.kind))).toEqual(new Set(['link', 'step']))
})

test('The links of a linked sale count too, each once, over several sales of the company', async () => {
  const [one, other, third] = [await sell('8 End Road', 1), await sell('9 End Road', 1), await sell('10 End Road', 1)]
  const linkTo = ({ propertyId }: PropertyPath) => ({ propertyRef: propertyId, propertyName: '' })
  const outside = (propertyName: string) => ({ propertyName, timeline: { mosSent: true } })
  const save = (params: PropertyPath, ...items: Parameters<typeof itemsOf>[0]) =>
    admin().ok(saveChain, { params, body: { items: itemsOf(items) } })
  await save(one, linkTo(other), { ...thisOne, ...linkTo(one) })
  await save(other, { ...thisOne, ...linkTo(other) }, linkTo(one))
  const before = await forecastOf(one)
  expect(before?.links).toHaveLength(1)

  await save(third, outside('3 Oak Lane'), { ...thisOne, ...linkTo(third) })
  await save(other, outside('2 Oak Lane'), linkTo(third), { ...thisOne, ...linkTo(other) }, linkTo(one))
  const after = await forecastOf(one)
  expect(after?.links.map(({ name }) => name)).toEqual(['9 End Road', '2 Oak Lane', '10 End Road', '3 Oak Lane'])
  expect((after?.halfBy ?? '') > (before?.halfBy ?? '')).toBe(true)

  // The same address in both chains is one link.
  await save(one, outside('2 OAK LANE'), linkTo(other), { ...thisOne, ...linkTo(one) })
  expect((await forecastOf(one))?.links.map(({ name }) => name)).toEqual([
    '2 OAK LANE',
    '9 End Road',
    '10 End Road',
    '3 Oak Lane',
  ])
})

test('A linked sale that falls through: its property takes the usual time of a new sale from that day on', async () => {
  const [one, other] = [await sell('11 End Road', 1), await sell('12 End Road', 1)]
  const linkTo = ({ propertyId }: PropertyPath) => ({ propertyRef: propertyId, propertyName: '' })
  await admin().ok(saveChain, { params: one, body: { items: itemsOf([linkTo(other), { ...thisOne, ...linkTo(one) }]) } })
  const ready = [30, 31, 32, 33, 34, 35, 26, 27, 28, 29, 22, 23].map((key) => ({
    key,
    state: 'C' as const,
    completedOn: today(),
  }))
  for (const params of [one, other]) await admin().ok(saveTimeline, { params, body: { timeline: ready } })
  const before = await forecastOf(one)
  expect(before?.links).toMatchObject([{ known: true }])
  await admin().ok(performFallOff, { params: other, body: { note: 'Changed their mind' } })
  const fallen = await forecastOf(one)
  expect(fallen?.links).toMatchObject([{ known: false, readyBy: expect.any(String) }])
  expect(daysBetween(before?.halfBy ?? '', fallen?.halfBy ?? '')).toBeGreaterThan(60)
  fixtures.clock.advance({ days: 20 })
  await admin().ok(readMe)
  const later = await forecastOf(one)
  expect(Math.abs(daysBetween(fallen?.halfBy ?? '', later?.halfBy ?? ''))).toBeLessThan(8)
})

type Item = { propertyRef?: string; propertyName?: string; thisProperty?: boolean; timeline?: { mosSent: boolean } }
const itemsOf = (items: readonly Item[]) =>
  items.map((item, index) => ({ propertyName: '', ...item, _id: String.fromCharCode(97 + index) }))
