import { isWrite } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { addAskingPrice, updateAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { readOnlyFieldMessage } from '@gya/domain/read-only-fields.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { expectNothingWritten } from './testing/recorded-events.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Step Street')
  const staff = fixtures.as('staff')
  await staff.ok(addAskingPrice, { params: place, body: { price: 300_000, effectiveDate: '2026-03-01' } })
  const offer = { name: 'Leopold Starling', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await staff.ok(addOffer, { params: place, body: offer })
})
afterAll(() => fixtures.close())

type Item = Record<string, unknown>
const read = async () => (await fixtures.as('staff').ok(readProperty, { params: place })) as unknown as Item
const at = (value: unknown, path: string) => path.split('.').reduce<unknown>((part, name) => (part as Item)[name], value)

const taking = endpoints.map(({ call }) => call).filter(({ readOnlyFields: sentBack }) => sentBack)
const called = taking.map((call) => [`${call.method} ${call.path}`, call] as const)

/** The request body that sends the response back, each item passed through `edit`. */
function bodyOf({ readOnlyFields: sentBack }: (typeof taking)[number], answer: Item, edit = (item: Item): Item => item): Item {
  const { bodyPath: where, responsePath: of, key } = sentBack ?? { responsePath: '' }
  const found = at(answer, of)
  if (where !== undefined) return { [where]: (found as Item[]).map(edit) }
  return edit((key === undefined ? found : (found as Item[])[0]) as Item)
}

const send = (call: (typeof taking)[number], payload: Item) =>
  fixtures.as('staff').inject({ method: call.method, url: addressOf(call.path, place), payload })

describe.each(called)('%s accepts an item as the server returned it', (_, call) => {
  test('unchanged read-only fields are accepted and change nothing', async () => {
    const before = await read()
    const answer = await send(call, bodyOf(call, before))
    expect([answer.statusCode, answer.json<Item>().message]).toEqual([200, undefined])
    expect(await read()).toEqual(before)
  })

  test('changed read-only fields are refused', async () => {
    const before = await read()
    for (const name of Object.keys(call.readOnlyFields?.fields ?? {})) {
      const answer = await expectNothingWritten(fixtures, () =>
        send(
          call,
          bodyOf(call, before, (item) => ({ ...item, [name]: 'Other' })),
        ),
      )
      expect(answer.statusCode).toBe(400)
      const issues = answer.json<{ issues: { path: string; message: string }[] }>().issues
      expect(issues[0]).toEqual({ path: expect.stringMatching(new RegExp(`(^|\\.)${name}$`)), message: readOnlyFieldMessage })
    }
  })

  test('unknown fields are refused', async () => {
    const before = await read()
    const answer = await send(
      call,
      bodyOf(call, before, (item) => ({ ...item, colour: 'red' })),
    )
    expect([answer.statusCode, answer.json<Item>().code]).toEqual([400, 'VALIDATION_FAILED'])
  })
})

test('every call that edits an item of a property accepts its read-only fields', () => {
  const expected = [saveTimeline, updateOffer, updateAskingPrice, updateManagementInfo]
  expect(taking.map(({ path }) => path).toSorted()).toEqual(expected.map(({ path }) => path).toSorted())
  expect(taking.every(isWrite)).toBe(true)
})
