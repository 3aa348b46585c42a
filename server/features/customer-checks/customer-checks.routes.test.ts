import type { Wire } from '@gya/domain/endpoint.ts'
import {
  addCheck,
  addCheckFile,
  addCustomer,
  decideCustomer,
  listCustomers,
  strikeCheck,
  updateCustomer,
} from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { readGate, readGateTemplate, saveGateTemplate } from '@gya/domain/features/gates/gates.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveSaleFile } from '@gya/domain/features/sale-file/sale-file.contract.ts'
import { noSaleFile } from '@gya/domain/features/sale-file/sale-file.model.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { openFakeScanner } from '../../../test/support/fake-scanner.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { createPng, multipartForm } from '../../../test/support/multipart-form.ts'
import { addressOf, type TestClient } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
let ids: PropertyPath
let reader: TestClient
let progressor: TestClient

const settings = (checks: boolean) => {
  const { officer: _officer, version: _version, ...rest } = noSaleFile
  return fixtures.as('company').ok(saveSaleFile, { params: fixtures.a, body: { ...rest, checks } })
}

beforeAll(async () => {
  fixtures = await openFixtures()
  const of = async (type: 'READER' | 'PROGRESSOR') => {
    const { companyId, branchId } = fixtures.first
    return fixtures.signedIn(await fixtures.addUser({ type, email: `${type}@people.example`.toLowerCase(), companyId, branchId }))
  }
  reader = await of('READER')
  progressor = await of('PROGRESSOR')
  await settings(true)
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Windfall Street')
})

const staff = () => fixtures.as('staff')
const manager = () => fixtures.as('branch')
const list = (client = manager()) => client.ok(listCustomers, { params: ids })
const enter = async (body: Partial<Wire<typeof addCustomer, 'body'>> = {}) => {
  const sent = { side: 'vendor' as const, form: 'person' as const, name: 'Quentin Sellerby', ...body }
  const { data } = await staff().ok(addCustomer, { params: ids, body: sent })
  return data.at(-1)?._id ?? ''
}
const identity = {
  kind: 'identity',
  way: 'documents',
  documents: 'Passport 889123',
  provider: 'Larkproof',
  reference: 'TF-4711',
  result: 'satisfied',
  words: 'The photograph is theirs.',
  checkedOn: '2026-03-10',
} as const satisfies Wire<typeof addCheck, 'body'>
const check = (customerId: string, body: Partial<Wire<typeof addCheck, 'body'>> = {}, client = staff()) =>
  client.ok(addCheck, { params: { ...ids, customerId }, body: { ...identity, ...body } })
const decide = (customerId: string, decision: 'approved' | 'refused' = 'approved', client = manager()) =>
  client.call(decideCustomer, { params: { ...ids, customerId }, body: { decision, reason: 'Source of wealth is known.' } })
const sendFile = async (path: string, params: object, fields: [string, string][] = [], name = 'passport.png') => {
  const form = await multipartForm([...fields, ['file', await createPng(2, 2), name]])
  return staff().inject({ method: 'POST', url: addressOf(path, params), ...form })
}

describe('a customer and their checks', () => {
  // Story 2.
  test('staff enters identity and screening with a file: ready until; a reader sees the word and cannot open the file', async () => {
    const customerId = await enter()
    await check(customerId, { kind: 'screening', way: 'electronic' })
    const fields = Object.entries(identity) as [string, string][]
    expect((await sendFile(addCheck.path, { ...ids, customerId }, fields)).statusCode).toBe(200)
    const [seen] = (await list()).data
    expect(seen).toMatchObject({ state: 'ready', until: '2027-03-10', missing: [], mayDecide: false })
    const fileId = seen?.checks?.find(({ kind }) => kind === 'identity')?.files?.[0]?._id ?? ''
    const open = (client: TestClient) =>
      client.inject({
        method: 'GET',
        url: `/api/property/${ids.companyId}/${ids.branchId}/${ids.propertyId}/check-file/${fileId}`,
      })
    expect(await list(reader)).toEqual({
      sides: { vendor: { state: 'ready' }, buyer: { state: 'open' } },
      data: [{ _id: customerId, side: 'vendor', state: 'ready' }],
    })
    expect([(await open(reader)).statusCode, (await open(staff())).statusCode]).toEqual([403, 403])
    const opened = await open(progressor)
    expect([opened.statusCode, opened.headers['content-disposition']]).toEqual([200, expect.stringContaining('attachment')])
    expect(await auditEntries(fixtures.database, 'check-file-opened')).toMatchObject([{ data: { bytes: expect.any(Number) } }])
  })

  test('staff without check.view sees kinds and days of colleagues’ checks, and of own ones everything but files', async () => {
    const customerId = await enter()
    await check(customerId, {}, manager())
    await check(customerId, { kind: 'screening' })
    const [colleagues, own] = (await list(staff())).data[0]?.checks?.toSorted((a, b) => a.kind.localeCompare(b.kind)) ?? []
    expect(colleagues).toEqual({
      _id: expect.any(String),
      kind: 'identity',
      checkedOn: '2026-03-10',
      expiresOn: '2027-03-10',
      struckOn: null,
      mayStrike: false,
    })
    expect(own).toMatchObject({ words: identity.words, mayStrike: true })
    expect(own).not.toHaveProperty('files')
  })

  test('refusals: words missing, future day, 9th file, infected file, an offer of another property', async () => {
    const customerId = await enter()
    const params = { ...ids, customerId }
    const add = (body: object) => staff().refusal(addCheck, { params, body: { ...identity, ...body } })
    expect(await add({ words: ' ' })).toMatchObject({ status: 400 })
    expect(await add({ checkedOn: '2026-03-11' })).toMatchObject({ status: 400 })
    await check(customerId)
    const checkId = (await list()).data[0]?.checks?.[0]?._id ?? ''
    for (let files = 0; files < 8; files += 1)
      expect((await sendFile(addCheckFile.path, { ...ids, checkId })).statusCode).toBe(200)
    expect((await sendFile(addCheckFile.path, { ...ids, checkId })).json()).toMatchObject({ code: 'TOO_MANY_CHECK_FILES' })
    const body = { side: 'buyer' as const, form: 'person' as const, name: 'B', offerId: fixtures.other.propertyId }
    expect(await staff().refusal(addCustomer, { params: ids, body })).toMatchObject({ status: 404 })
    const elsewhere = { ...fixtures.first, customerId }
    expect(await staff().refusal(addCheck, { params: elsewhere, body: identity })).toMatchObject({ status: 404 })
  })

  test('an infected file is refused before anything refers to it', async () => {
    const scanner = await openFakeScanner()
    const scanned = await openFixtures({ config: { clamdUrl: scanner.url } })
    try {
      const { officer: _officer, version: _version, ...rest } = noSaleFile
      await scanned.as('company').ok(saveSaleFile, { params: scanned.a, body: { ...rest, checks: true } })
      const body = { side: 'vendor' as const, form: 'person' as const, name: 'Quentin Sellerby' }
      const { data } = await scanned.as('staff').ok(addCustomer, { params: scanned.first, body })
      const params = { ...scanned.first, customerId: data[0]?._id ?? '' }
      const form = await multipartForm([
        ...(Object.entries(identity) as [string, string][]),
        ['file', Buffer.from(`%PDF-1.4\n${scanner.infected}\n%%EOF`), 'passport.pdf'],
      ])
      const answer = await scanned.as('staff').inject({ method: 'POST', url: addressOf(addCheck.path, params), ...form })
      expect(answer.json()).toMatchObject({ code: 'FILE_INFECTED' })
      expect((await scanned.as('branch').ok(listCustomers, { params: scanned.first })).data[0]?.checks).toEqual([])
    } finally {
      await scanned.close()
      scanner.close()
    }
  })

  test('a struck check stays and does not count; own within 24 hours, later by whoever approves', async () => {
    const customerId = await enter()
    const { data } = await check(customerId)
    const checkId = data[0]?.checks?.[0]?._id ?? ''
    const strike = (client: TestClient) =>
      client.call(strikeCheck, { params: { ...ids, checkId }, body: { reason: 'Wrong person' } })
    expect(await strike(progressor)).toMatchObject({ status: 403 })
    expect(await strike(staff())).toMatchObject({ status: 200 })
    expect(await strike(manager())).toMatchObject({ body: { code: 'CHECK_STRUCK' } })
    expect((await list()).data[0]).toMatchObject({
      missing: ['identity', 'sanctions and political exposure'],
      checks: [{ struckBecause: 'Wrong person', struckBy: { _id: fixtures.idOf.staff } }],
    })
  })

  test('the record holds side, kind and a digest: no name, result or words', async () => {
    const customerId = await enter({ reasons: ['politically-exposed'] })
    await check(customerId)
    await decide(customerId)
    const { rows } = await fixtures.database.pool.query<{ kind: string; data: object }>(
      `select kind, data from event where property_id = $1 and kind like any ('{customer-%,check-%}') order by at, id`,
      [ids.propertyId],
    )
    expect(rows).toEqual([
      { kind: 'customer-added', data: { side: 'vendor' } },
      { kind: 'check-entered', data: { side: 'vendor', kind: 'identity', digest: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      { kind: 'check-decided', data: { side: 'vendor', decision: 'made' } },
    ])
    const words = (await reader.ok(readHistory, { params: ids })).data.map((one) => one.words)
    expect(words).toContain('Customer check entered')
  })
})

describe('decisions', () => {
  test('reasons that follow from a customer are answered apart: a change that sends the entered ones back keeps the approval', async () => {
    const customerId = await enter({ form: 'trust', name: 'The Sellerby Trust' })
    for (const kind of ['ownership', 'screening'] as const) await check(customerId, { kind })
    expect((await decide(customerId)).status).toBe(200)
    const [before] = (await list()).data
    expect(before).toMatchObject({ reasons: [], followingReasons: ['unclear-owners'], decision: 'approved' })
    const body = { name: 'The Sellerby Family Trust', reasons: before?.reasons ?? [] }
    await manager().ok(updateCustomer, { params: { ...ids, customerId }, body })
    expect((await list()).data[0]).toMatchObject({ name: 'The Sellerby Family Trust', decision: 'approved' })
  })

  // Story 3.
  test('a politically exposed buyer waits for a decision; acceptance in block is refused until a branch admin approves', async () => {
    const offer = { name: 'Bea Uyer', amount: 285_000, cashBuy: true, chain: false }
    const made = await staff().ok(addOffer, { params: ids, body: offer })
    const offerId = made.offers[0]?._id ?? ''
    const { items, version } = await fixtures.as('company').ok(readGateTemplate, { params: fixtures.a })
    const blocking = { modes: { accept: 'block' as const, exchange: 'off' as const }, version }
    const asked = items.map((item) => ({ ...item, active: item.auto?.endsWith('Checked') ?? false }))
    await fixtures.as('company').ok(saveGateTemplate, { params: fixtures.a, body: { ...blocking, items: asked } })
    const accept = () => staff().call(updateOffer, { params: ids, body: { _id: offerId, state: 'A' } })
    const why = async () => {
      const { items } = await staff().ok(readGate, { params: { ...ids, gate: 'accept' }, query: { offerId } })
      return items.map(({ item, why: words }) => [item.auto, words?.split(': ')[1] ?? null])
    }
    expect(await why()).toEqual([
      ['vendorChecked', 'no customer is entered.'],
      ['buyerChecked', 'no customer is entered.'],
      ['fundsChecked', 'no customer is entered.'],
    ])
    const vendor = await enter()
    for (const kind of ['identity', 'screening'] as const) await check(vendor, { kind })
    const buyer = await enter({ side: 'buyer', name: 'Bea Uyer', offerId, reasons: ['politically-exposed'] })
    for (const kind of ['identity', 'screening', 'funds'] as const) await check(buyer, { kind })
    expect(await why()).toEqual([
      ['vendorChecked', null],
      ['buyerChecked', 'waits for a decision.'],
      ['fundsChecked', null],
    ])
    expect(await accept()).toMatchObject({ status: 409, body: { code: 'GATE_NOT_MET' } })
    expect(await decide(buyer, 'approved', staff())).toMatchObject({ status: 403 })
    expect(await decide(buyer)).toMatchObject({ status: 200 })
    expect(await accept()).toMatchObject({ status: 200 })
    const open = { ...blocking, modes: { accept: 'off' as const, exchange: 'off' as const }, version: version + 1 }
    await fixtures.as('company').ok(saveGateTemplate, { params: fixtures.a, body: { ...open, items } })
  })

  test('a sanctions match cannot be approved until the reason is removed with a sentence; then nothing is left to decide', async () => {
    const customerId = await enter({ reasons: ['sanctions-match'] })
    expect(await decide(customerId)).toMatchObject({ body: { code: 'SANCTIONS_NO_APPROVAL' } })
    const change = (body: Wire<typeof updateCustomer, 'body'>) =>
      staff().call(updateCustomer, { params: { ...ids, customerId }, body })
    expect(await change({ reasons: [] })).toMatchObject({ status: 400 })
    expect(await change({ reasons: [], because: 'Born in another year.' })).toMatchObject({ status: 200 })
    expect(await decide(customerId)).toMatchObject({ body: { code: 'NOTHING_TO_DECIDE' } })
    expect((await list()).data[0]).toMatchObject({ reasonsBecause: 'Born in another year.' })
  })

  test('a new check or reason sets the decision back, by an entry; a stale version is refused', async () => {
    const customerId = await enter({ reasons: ['cash'] })
    await decide(customerId)
    await check(customerId)
    expect((await list()).data[0]).toMatchObject({ state: 'to-decide', decision: 'none', decisionReason: '' })
    await decide(customerId, 'refused')
    const params = { ...ids, customerId }
    expect(await staff().refusal(updateCustomer, { params, body: { name: 'Q', version: 1 } })).toMatchObject({
      code: 'STALE_VERSION',
    })
    await staff().ok(updateCustomer, { params, body: { reasons: ['cash', 'abroad'] } })
    const entries = (await manager().ok(readHistory, { params: ids })).data.map((one) => one.words)
    expect(entries.filter((words) => words === 'Decision on a customer open again')).toHaveLength(2)
  })
})

describe('the end of a relationship', () => {
  const ended = async () => (await list()).data.map(({ side, endedOn, keepUntil }) => [side, endedOn, keepUntil])
  const accepted = async () => {
    const body = { name: 'Bea Uyer', amount: 285_000, cashBuy: true, chain: false, state: 'A' as const, acceptedOn: '2026-03-01' }
    const { offers } = await staff().ok(addOffer, { params: ids, body })
    await enter()
    await enter({ side: 'buyer', name: 'Bea Uyer', offerId: offers[0]?._id ?? '' })
  }

  test('fall-off ends the buyer, its restore empties it', async () => {
    await accepted()
    const { saleResets } = await staff().ok(performFallOff, { params: ids, body: { note: 'No' } })
    expect(await ended()).toEqual([
      ['vendor', null, null],
      ['buyer', '2026-03-10', '2031-03-10'],
    ])
    await staff().ok(restoreFallOff, { params: { ...ids, fallOffId: saleResets[0]?._id ?? '' } })
    expect(await ended()).toEqual([
      ['vendor', null, null],
      ['buyer', null, null],
    ])
  })

  test('completion ends both on its day, withdrawal the vendor; reinstating empties it', async () => {
    await accepted()
    const done = (key: number, completedOn: string) => ({ key, state: 'C' as const, completedOn })
    const body = {
      timeline: [done(stepKeys.Exchanged, '2026-03-02'), done(stepKeys.Completed, '2026-03-09')],
      completionDate: '2026-03-09',
    }
    await staff().ok(saveTimeline, { params: ids, body })
    expect(await ended()).toEqual([
      ['vendor', '2026-03-09', '2031-03-09'],
      ['buyer', '2026-03-09', '2031-03-09'],
    ])
    ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '8 Windfall Street')
    await enter()
    const setActive = (active: boolean) => staff().ok(updateProperty, { params: ids, body: { _id: ids.propertyId, active } })
    await setActive(false)
    expect(await ended()).toEqual([['vendor', '2026-03-10', '2031-03-10']])
    await setActive(true)
    expect(await ended()).toEqual([['vendor', null, null]])
  })

  test('an owner who is entered days after the end ended with the company that they own', async () => {
    const companyId = await enter({ form: 'company', name: 'Larkmead Homes Ltd' })
    await staff().ok(updateProperty, { params: ids, body: { _id: ids.propertyId, active: false } })
    const before = fixtures.clock.now()
    fixtures.clock.advance({ hours: 72 })
    const later = await fixtures.signedIn(fixtures.idOf.staff)
    const owner = { side: 'vendor' as const, form: 'person' as const, name: 'Olive Owner', ownerOf: companyId }
    const { data } = await later.ok(addCustomer, { params: ids, body: owner })
    fixtures.clock.moveTo(before)
    expect(data.map(({ name, endedOn }) => [name, endedOn])).toEqual([
      ['Larkmead Homes Ltd', '2026-03-10'],
      ['Olive Owner', '2026-03-10'],
    ])
  })
})

test('switched off: writing calls answer SALE_FILE_OFF, and the property without customers too; the gate items have their evidence again', async () => {
  await settings(false)
  const body = { side: 'vendor' as const, form: 'person' as const, name: 'Q' }
  expect(await staff().refusal(addCustomer, { params: ids, body })).toMatchObject({ status: 409, code: 'SALE_FILE_OFF' })
  expect(await staff().refusal(listCustomers, { params: ids })).toMatchObject({ code: 'SALE_FILE_OFF' })
  const { items } = await fixtures.as('company').ok(readGateTemplate, { params: fixtures.a })
  expect(items.slice(0, 3)).toMatchObject([
    { auto: null, evidence: 'reference', validDays: 365 },
    { auto: null, evidence: 'reference' },
    { auto: null, evidence: 'document', applies: 'cash' },
  ])
  await settings(true)
})
