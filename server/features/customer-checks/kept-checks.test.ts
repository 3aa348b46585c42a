import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { hasPermission } from '@gya/domain/access/permissions.ts'
import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { addCheckFile, listCustomers, listRegister } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import { customerStates } from '@gya/domain/features/customer-checks/customer-states.ts'
import { deleteCompany, deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { verdictRemarks } from '@gya/domain/features/record/verdict.ts'
import { saveSaleFile } from '@gya/domain/features/sale-file/sale-file.contract.ts'
import { type FundsFrom, noSaleFile } from '@gya/domain/features/sale-file/sale-file.model.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { readPortalProperty } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { createPng, multipartForm } from '../../../test/support/multipart-form.ts'
import { statementsDuring } from '../../../test/support/statements-during.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { readMigrations } from '../../db/schema-files.ts'
import { fileKey } from '../../infra/files/file-store.ts'
import { applyRetention } from '../personal-data/apply-retention.ts'
import { deletedDigest, readCheckDigests } from '../record/check-digests.ts'
import { sealEntries } from '../record/seal-entries.ts'
import { signerOf } from '../record/sign-checkpoints.ts'
import { verifyRecord } from '../record/verify-record.ts'
import { enterCustomer, switchChecks } from './testing/enter-customer.ts'

let fixtures: Fixtures
let ids: PropertyPath
beforeEach(async () => {
  fixtures = await openFixtures()
  await switchChecks(fixtures.as('company'), fixtures.a)
  ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Kept Street')
})
afterEach(() => fixtures.close())

const as = (name: FixtureUser) => fixtures.signedIn(fixtures.idOf[name])
const query = async <R extends object>(text: string, values: unknown[] = []) =>
  (await fixtures.database.pool.query<R>(text, values)).rows
const withdraw = async () => (await as('staff')).ok(updateProperty, { params: ids, body: { _id: ids.propertyId, active: false } })
const counts = async () =>
  (
    await query<{ customers: number; checks: number; files: number }>(
      `select (select count(*)::int from customer) as customers, (select count(*)::int from customer_check) as checks,
        (select count(*)::int from customer_check_file) as files`,
    )
  )[0]
async function addPaper(): Promise<string> {
  const { data } = await fixtures.as('branch').ok(listCustomers, { params: ids })
  const checkId = data[0]?.checks?.[0]?._id ?? ''
  const form = await multipartForm([['file', await createPng(2, 2), 'passport.png']])
  const sent = { method: 'POST' as const, url: addressOf(addCheckFile.path, { ...ids, checkId }), ...form }
  expect((await fixtures.as('staff').inject(sent)).statusCode).toBe(200)
  return (await query<{ file: string }>('select file from customer_check_file'))[0]?.file ?? ''
}

async function verified() {
  await sealEntries(fixtures.database, ids.companyId)
  const { database, files, clock, config } = fixtures
  return verifyRecord(database, ids.companyId, { now: clock.now(), signer: signerOf(config), files, checkpoint: null })
}

// Story 5.
describe('kept five years, then gone', () => {
  test('the day before all is there; on the day rows and files go, and the entry has their count and digest', async () => {
    await enterCustomer(fixtures.as('staff'), ids)
    const file = await addPaper()
    await withdraw()
    const digests = (await readCheckDigests(fixtures.database.db, ids.companyId)).map(({ digest }) => digest)
    const entered = await query<{ digest: string }>(
      `select data ->> 'digest' as digest from event where kind in ('check-entered', 'check-file-added') order by id`,
    )
    expect(entered.map(({ digest }) => digest).toSorted()).toEqual(digests.toSorted())
    fixtures.clock.moveTo('2031-03-10T09:00:00.000Z')
    await applyRetention(fixtures)
    expect(await counts()).toEqual({ customers: 1, checks: 2, files: 1 })
    fixtures.clock.moveTo('2031-03-11T09:00:00.000Z')
    await applyRetention(fixtures)
    await fixtures.runJobs()
    expect(await counts()).toEqual({ customers: 0, checks: 0, files: 0 })
    expect(await fixtures.files.size(`${file}/original`)).toBeNull()
    const deleted = await query<{ data: object }>(`select data from event where kind = 'checks-deleted'`)
    const removed = digests.toSorted()
    expect(deleted).toEqual([{ data: { customers: 1, checks: 2, files: 1, digest: deletedDigest(digests), removed } }])
    expect(await verified()).toMatchObject({ whole: true, unbound: { checks: 0 } })
  })

  test('verifying finds a check or copy that was changed, replaced or deleted early; and tells of one without an entry', async () => {
    await enterCustomer(fixtures.as('staff'), ids)
    const file = await addPaper()
    const whole = { whole: true, unbound: { checks: 0 } }
    expect(await verified()).toMatchObject(whole)
    const [byKind] = await query<{
      checks: number
      file: number
    }>(`select min(s.position) filter (where kind = 'check-entered') as checks,
      min(s.position) filter (where kind = 'check-file-added') as file from event e join event_seal s on s.event_id = e.id`)
    const tampered = async (statement: string, brokenAt: number | undefined, unbound: number) => {
      const client = await fixtures.database.pool.connect()
      try {
        await client.query('begin')
        for (const table of ['customer_check', 'customer_check_file'])
          await client.query(`alter table ${table} disable trigger user`)
        await client.query(statement)
        await client.query('commit')
        expect(await verified()).toMatchObject({ whole: false, brokenAt, what: 'check-changed', unbound: { checks: unbound } })
      } finally {
        client.release()
      }
    }
    await tampered(`update customer_check_file set file_name = 'other.png'`, byKind?.file, 1)
    await tampered(`update customer_check_file set file_name = 'passport.png', sha256 = sha256('x')`, byKind?.file, 1)
    await tampered(`delete from customer_check_file`, byKind?.file, 0)
    await tampered(`update customer_check set words = 'Another word' where kind = 'identity'`, byKind?.checks, 1)
    expect(verdictRemarks(await verified()).join(' ')).toContain('It proves nothing about 1 customer check or copy')
    expect(file).not.toBe('')
  })

  test('of several deletions on a property each is verified by what it removed', async () => {
    const at = new Map<string, string>()
    const ends: unknown[][] = []
    for (const [name, endedOn] of [
      ['Ada First', '2026-03-10'],
      ['Bea Second', '2027-03-10'],
      ['Cleo Third', '2028-03-10'],
    ] as const) {
      at.set(name, await enterCustomer(fixtures.as('staff'), ids, { name }))
      ends.push([at.get(name), endedOn])
    }
    for (const end of ends) await query('update customer set ended_on = $2 where id = $1', end)
    fixtures.clock.moveTo('2031-03-11T09:00:00.000Z')
    await applyRetention(fixtures)
    await query('create table kept_check as table customer_check')
    fixtures.clock.moveTo('2032-03-11T09:00:00.000Z')
    await applyRetention(fixtures)
    expect([await verified(), await counts()]).toMatchObject([{ whole: true }, { customers: 1, checks: 2 }])
    // As many as the entries say are gone, but those of another customer.
    await query(
      'alter table customer_check disable trigger user; alter table customer_check drop constraint customer_check_company_id_customer_id_fkey',
    )
    await query('delete from customer_check')
    await query(`insert into customer_check select * from kept_check where customer_id = $1`, [at.get('Bea Second')])
    expect(await verified()).toMatchObject({ whole: false, what: 'check-changed' })
  })

  test('other bytes in the file store are found', async () => {
    await enterCustomer(fixtures.as('staff'), ids)
    const file = await addPaper()
    const bytes = Buffer.from('another paper')
    await fixtures.files.remove(fileKey(file, 'original'))
    await fixtures.files.put(fileKey(file, 'original'), Readable.from([bytes]), { bytes: bytes.length, contentType: 'image/png' })
    expect(await verified()).toMatchObject({ whole: false, what: 'check-changed' })
  })

  test('no statement deletes or changes them before: not with the setting of an erasure, nor with another day', async () => {
    await enterCustomer(fixtures.as('staff'), ids)
    await withdraw()
    const refused = async (...statements: string[]) => {
      const client = await fixtures.database.pool.connect()
      try {
        await client.query('begin')
        for (const statement of statements.slice(0, -1)) await client.query(statement)
        await expect(client.query(statements.at(-1) ?? '')).rejects.toThrow(/kept until|append-only/)
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    const erasing = `set local gya.erasing = 'on'`
    for (const table of ['customer_check_file', 'customer_check', 'customer'] as const) {
      if (table !== 'customer_check_file') await refused(`delete from ${table}`)
      if (table !== 'customer_check_file') await refused(erasing, `delete from ${table}`)
    }
    await refused(erasing, `set local gya.kept_before = '2031-03-10'`, 'delete from customer_check', 'delete from customer')
    await refused(`update customer_check set words = 'x'`)
    await refused(erasing, `update customer_check set result = 'satisfied', words = 'x'`)
  })

  test('erasing the person before keeps them, and says so', async () => {
    await enterCustomer(fixtures.as('staff'), ids, { name: 'Oda Yore' })
    await query(
      `insert into viewing (company_id, id, property_id, name, viewed_on, createdon) values ($1, $2, $3, 'Oda Yore', '2026-03-01', now())`,
      [ids.companyId, randomUUID(), ids.propertyId],
    )
    await withdraw()
    const body = { names: ['Oda Yore'] }
    const { kept } = await fixtures.as('company').ok(erasePerson, { params: fixtures.a, body })
    expect(kept).toBe('2 checks are kept until 10/03/2031 (Money Laundering Regulations 2017, regulation 40).')
    expect(await query('select name from customer')).toEqual([{ name: 'Oda Yore' }])
  })
})

test('a deleted property leaves its customers in the register; a company with them cannot be deleted but by the platform, with words', async () => {
  await enterCustomer(fixtures.as('staff'), ids)
  await fixtures.as('company').ok(deleteProperty, { params: ids })
  const register = await fixtures.as('branch').ok(listRegister, { params: fixtures.a })
  expect(register.data).toMatchObject([
    {
      name: 'Quentin Sellerby',
      endedOn: '2026-03-10',
      keepUntil: '2031-03-10',
      property: { line1: '5 Kept Street', deleted: true },
    },
  ])
  expect(register.nextDeletion).toEqual({ on: '2031-03-11', customers: 1 })
  expect(await auditEntries(fixtures.database, 'register-read')).toHaveLength(1)
  await fixtures.as('branch').ok(listRegister, { params: fixtures.a })
  expect(await auditEntries(fixtures.database, 'register-read')).toHaveLength(1)
  const remove = (name: FixtureUser, confirm?: 'CHECKS HANDED OVER') =>
    fixtures.as(name).call(deleteCompany, { params: fixtures.a, query: confirm ? { confirm } : {} })
  const words =
    'The law has 2 checks kept until 10/03/2031 at the latest. Take the inspector’s file first, then ask the platform.'
  expect(await remove('company', 'CHECKS HANDED OVER')).toMatchObject({
    status: 409,
    body: { code: 'CHECKS_KEPT', issues: [{ message: words }] },
  })
  expect(await remove('platform')).toMatchObject({ body: { code: 'CHECKS_KEPT' } })
  expect(await remove('platform', 'CHECKS HANDED OVER')).toMatchObject({ status: 200 })
})

test('the register: states of open sales, those that end soon, branches in reach', async () => {
  await enterCustomer(fixtures.as('staff'), ids, { name: 'Ready Soon', check: { expiresOn: '2026-04-01' } })
  await enterCustomer(fixtures.as('staff'), ids, { name: 'Open One', kinds: ['identity'] })
  await enterCustomer(fixtures.as('staff'), ids, { name: 'To Decide', reasons: ['cash'] })
  const names = async (sent: object, name: FixtureUser = 'branch') =>
    (await fixtures.as(name).ok(listRegister, { params: fixtures.a, query: sent })).data.map((one) => one.name)
  expect(await names({})).toEqual(['To Decide', 'Open One', 'Ready Soon'])
  expect(await names({ state: 'open' })).toEqual(['Open One'])
  expect(await names({ state: 'to-decide' })).toEqual(['To Decide'])
  expect(await names({ endsBefore: '2026-04-02' })).toEqual(['Ready Soon'])
  expect(await names({ endsBefore: '2026-04-01' })).toEqual([])
  expect(await names({ searchText: 'ready' })).toEqual(['Ready Soon'])
  expect(await names({ searchText: 'street kept' })).toEqual(['To Decide', 'Open One', 'Ready Soon'])
  expect(await names({ searchText: 'nobody' })).toEqual([])
  expect(await names({ side: 'buyer' })).toEqual([])
  expect(await names({}, 'secondBranch')).toEqual([])
  const { counts: found } = await fixtures.as('branch').ok(listRegister, { params: fixtures.a })
  expect(found).toEqual({ open: 1, toDecide: 1, endsSoon: 1, refused: 0 })
})

test('the register lists and counts by the state that customers have, whatever changes it', async () => {
  const { a, first, clock } = fixtures
  let admin = await as('company')
  const read = (query: object) => admin.ok(listRegister, { params: a, query: { itemsPerPage: '100', ...query } })
  const states = async () => {
    const { data, counts } = await read({})
    const open = data.filter(({ endedOn }) => endedOn === null)
    for (const state of customerStates)
      expect((await read({ state })).data.map(({ _id }) => _id)).toEqual(
        open.filter((one) => one.state === state).map(({ _id }) => _id),
      )
    const number = (state: string) => open.filter((one) => one.state === state).length
    const soon = open.filter(
      ({ state, until = null }) => state === 'ready' && until !== null && until <= addDays(londonDay(clock.now()), 30),
    )
    expect(counts).toEqual({
      open: number('open'),
      toDecide: number('to-decide'),
      refused: number('refused'),
      endsSoon: soon.length,
    })
    return Object.fromEntries(open.map(({ name, state }) => [name, state]))
  }
  const { offers } = await admin.ok(addOffer, {
    params: ids,
    body: { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false },
  })
  const offerId = offers[0]?._id ?? ''
  await enterCustomer(admin, ids, { name: 'Buyer', side: 'buyer', offerId, check: { expiresOn: '2026-05-01' } })
  const companyId = await enterCustomer(admin, ids, { name: 'Company', form: 'company', kinds: ['ownership', 'screening'] })
  expect(await states()).toEqual({ Buyer: 'open', Company: 'open' })
  await enterCustomer(admin, ids, { name: 'Owner', ownerOf: companyId })
  expect(await states()).toEqual({ Buyer: 'open', Company: 'ready', Owner: 'ready' })
  const switchTo = async (fundsFrom: FundsFrom) => {
    const { officer: _officer, version: _version, ...rest } = noSaleFile
    await admin.ok(saveSaleFile, { params: a, body: { ...rest, checks: true, fundsFrom } })
    await fixtures.runJobs()
  }
  await switchTo('cash')
  expect((await states()).Buyer).toBe('ready')
  await admin.ok(updateOffer, { params: ids, body: { _id: offerId, cashBuy: true } })
  expect((await states()).Buyer).toBe('open')
  await switchTo('off')
  expect((await states()).Buyer).toBe('ready')
  clock.advance({ days: 60 })
  admin = await as('company')
  expect(await states()).toEqual({ Buyer: 'open', Company: 'ready', Owner: 'ready' })
  await admin.ok(updateProperty, { params: first, body: { _id: ids.propertyId, active: false } })
  expect(await states()).toEqual({})
  await switchTo('all')
})

test('a database in which no states were stored lists customers as they are once it was upgraded', async () => {
  await enterCustomer(fixtures.as('staff'), ids)
  await enterCustomer(fixtures.as('staff'), ids, { side: 'buyer', name: 'Una Buyerby', reasons: ['cash'] })
  const states = () => query(`select name, state, ready_until from customer order by name`)
  const before = await states()
  await query(`update customer set state = 'open', ready_until = null`)
  expect(await states()).not.toEqual(before)
  for (const { name, text } of await readMigrations()) if (name.startsWith('0610-')) await query(text)
  await fixtures.runJobs()
  expect(await states()).toEqual(before)
})

describe('nobody outside learns of it', () => {
  test('the vendor sees one line, and only when it is good, whatever else is found', async () => {
    const portal = async () => fixtures.as('vendor').ok(readPortalProperty, { params: ids })
    expect(await portal()).not.toHaveProperty('identityChecked')
    await enterCustomer(fixtures.as('staff'), ids)
    expect((await portal()).identityChecked).toBe(true)
    await enterCustomer(fixtures.as('staff'), ids, { reasons: ['sanctions-match'], check: { result: 'not-satisfied' } })
    const text = JSON.stringify(await portal())
    for (const secret of ['Larkproof', 'TF-4711', 'Passport 889123', 'photograph', 'sanction', 'satisfied'])
      expect(text).not.toContain(secret)
  })

  test('no call of a key, link, vendor or the public names a field of the register', () => {
    const words = /customer|checkFile|decisionReason|sanction|"reasons"|struck/i
    const outside = endpoints.filter(
      ({ call }) =>
        call.scope !== undefined || call.byPartyLink || call.permission === 'public' || hasPermission('VENDOR', call.permission),
    )
    expect(outside.length).toBeGreaterThan(40)
    const shapes = outside.map(({ name, call }) => [name, JSON.stringify(shapeOf(call.response))] as const)
    expect(shapes.filter(([, shape]) => words.test(shape)).map(([name]) => name)).toEqual([])
  })
})

test('no e-mail and no sentence to a party has a word of the register', () => {
  const root = join(import.meta.dirname, '../../..')
  const emails = globSync('server/emails/*.ts', { cwd: root })
  expect(emails.length).toBeGreaterThan(20)
  const texts = [...emails, 'docs/sentences-of-a-sale.md', 'domain/features/vendor-portal/vendor-portal.rules.ts']
  const words = /customer check|sanctions|politically|source of funds|due diligence|money laundering/i
  expect(texts.filter((path) => words.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

/** Names of fields of a schema, nested. */
function shapeOf(schema: unknown, depth = 0): unknown {
  if (depth > 8 || typeof schema !== 'object' || schema === null) return null
  const { shape, element, unwrap } = schema as { shape?: Record<string, unknown>; element?: unknown; unwrap?: () => unknown }
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, shapeOf(one, depth + 1)]))
  if (element) return [shapeOf(element, depth + 1)]
  return typeof unwrap === 'function' ? shapeOf(unwrap.call(schema), depth + 1) : null
}

describe('Today and a company without the register', () => {
  const items = async () =>
    query<{ key: string; kind: string; due_on: string; description: string }>(
      `select key, kind, to_char(due_on, 'YYYY-MM-DD') as due_on, description from action_item where subject_id = $1 and key like 'checks:%' order by key`,
      [ids.propertyId],
    )
  const launch = async () =>
    query(`update property_step set state = 'C', completed_on = '2026-03-02' where property_id = $1 and key = 2`, [
      ids.propertyId,
    ])

  test('a launched property whose vendor is not ready is due on the launch day; 14 days before a check ends; it ends with a withdrawal', async () => {
    await launch()
    const customerId = await enterCustomer(fixtures.as('staff'), ids, { kinds: ['identity'] })
    const words = 'Customer checks of the vendor'
    expect(await items()).toEqual([{ key: 'checks:vendor', kind: 'expiry', due_on: '2026-03-02', description: words }])
    expect(customerId).not.toBe('')
    await enterCustomer(fixtures.as('staff'), ids, { name: 'Una Sellerby', check: { expiresOn: '2026-06-30' } })
    expect(await items()).toMatchObject([{ due_on: '2026-03-02' }])
    await withdraw()
    expect(await items()).toEqual([])
  })

  test('on: a saved step runs the same statements as in a company without the register', async () => {
    const other = await takeOn(fixtures.as('otherCompany'), fixtures.other, fixtures.idOf.otherVendor, '5 Kept Street')
    await enterCustomer(fixtures.as('staff'), ids)
    const timeline = [{ key: stepKeys.PropertyLaunched, state: 'C' as const }]
    const save = async (name: FixtureUser, params: PropertyPath) =>
      (await statementsDuring(fixtures, () => fixtures.as(name).ok(saveTimeline, { params, body: { timeline } }))).statements
    await save('staff', fixtures.first)
    const without = await save('otherStaff', other)
    expect(without.length).toBeGreaterThan(5)
    expect(await save('staff', ids)).toEqual(without)
  })

  test('off: a save runs the same statements and writes the same rows as in a company that never had it', async () => {
    const other = await takeOn(fixtures.as('otherCompany'), fixtures.other, fixtures.idOf.otherVendor, '5 Kept Street')
    await switchChecks(fixtures.as('company'), fixtures.a, false)
    const rows = async (place: PropertyPath) =>
      query(`select kind from event where property_id = $1 order by id`, [place.propertyId])
    const save = (name: FixtureUser, place: PropertyPath) =>
      statementsDuring(fixtures, () =>
        fixtures.as(name).ok(updateProperty, { params: place, body: { _id: place.propertyId, active: false } }),
      )
    await save('staff', fixtures.first)
    const [never, off] = [await save('otherStaff', other), await save('staff', ids)]
    expect(off.statements).toEqual(never.statements)
    expect(Object.keys(off.answer)).toEqual(Object.keys(never.answer))
    expect(await rows(ids)).toEqual(await rows(other))
    expect(off.statements.filter((text) => /(insert into|update|delete from) "?customer/.test(text))).toEqual([])
  })
})
