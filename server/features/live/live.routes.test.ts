import { updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChangeStream, openChangeStream } from '../../../test/support/change-stream.ts'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath } from '../../../test/support/fixtures.ts'
import { openTestApp } from '../../../test/support/test-app.ts'
import { createTestSession } from '../sessions/sessions.repository.ts'
import { changeStreams } from './change-streams.ts'

let fixtures: Fixtures
let address: string
const open: ChangeStream[] = []
beforeAll(async () => {
  fixtures = await openFixtures()
  address = await fixtures.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => fixtures.close())
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

const tokenOf = (userId: string) => createTestSession(fixtures.database.db, userId, fixtures.clock.now())
const watching = async (name: FixtureUser, query = '') => {
  const stream = await openChangeStream(address, await tokenOf(fixtures.idOf[name]), query)
  open.push(stream)
  return stream
}

const sent = new Set<PropertyPath>()
/** Changes a property, with a new value each time. */
const change = (place: PropertyPath) => {
  if (!sent.delete(place)) sent.add(place)
  return fixtures.as('platform').ok(saveTimeline, { params: place, body: { invoiceSent: sent.has(place) } })
}
/** A change of the company itself, sent to all of its users. */
const rename = (branchId = fixtures.first.branchId) => {
  const { companyId } = fixtures.a
  fixtures.clock.advance({ minutes: 1 })
  return fixtures.as('company').ok(updateBranch, {
    params: { companyId },
    body: { _id: branchId, displayText: fixtures.clock.now() },
  })
}
const ofCompany = () => ({ companyId: fixtures.a.companyId, branchId: null, propertyId: null, about: 'company' })
const ofProperty = (place: PropertyPath) => ({ ...place, about: 'property' })

describe('GET live sends the ids of changed rows to callers in scope', () => {
  test.each<[FixtureUser, string?]>([['company'], ['branch'], ['staff'], ['vendor'], ['platform', 'named']])(
    '%s',
    async (name, named) => {
      const stream = await watching(name, named ? `?companyId=${fixtures.a.companyId}` : '')
      expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      await change(fixtures.first)
      expect(await stream.next()).toEqual(ofProperty(fixtures.first))
    },
  )

  test.each<[FixtureUser, 'second' | 'other']>([
    ['secondBranch', 'second'],
    ['secondVendor', 'second'],
    ['otherCompany', 'other'],
    ['otherStaff', 'other'],
    ['otherVendor', 'other'],
  ])('%s receives only changes in their own scope', async (name, own) => {
    const stream = await watching(name)
    await change(fixtures.first)
    await change(fixtures[own])
    expect(await stream.next()).toEqual(ofProperty(fixtures[own]))
  })

  test('a platform admin without a chosen company receives company ids only', async () => {
    const stream = await watching('platform')
    await change(fixtures.first)
    await rename()
    expect(await stream.next()).toEqual(ofCompany())
  })

  test('a vendor receives no company changes', async () => {
    const stream = await watching('vendor')
    await rename()
    await change(fixtures.first)
    expect(await stream.next()).toEqual(ofProperty(fixtures.first))
  })

  test('a refused save sends nothing', async () => {
    const stream = await watching('staff')
    const { status } = await fixtures.as('branch').call(saveTimeline, {
      params: fixtures.first,
      body: { invoiceSent: true, version: 1 },
    })
    expect(status).toBe(409)
    await rename()
    expect(await stream.next()).toEqual(ofCompany())
  })

  test('more than 25 changes at once are sent as one company change', async () => {
    const stream = await watching('company')
    await fixtures.database.pool.query(
      `insert into event (company_id, id, property_id, at, kind) select $1, gen_random_uuid(), gen_random_uuid(), now(), 'taken-on' from generate_series(1, 60)`,
      [fixtures.a.companyId],
    )
    expect(await stream.next()).toEqual(ofCompany())
  })
})

describe('GET live re-checks session and scope before each message', () => {
  test('a member removed from a branch receives no more of its changes', async () => {
    const { companyId, branchId } = fixtures.first
    const id = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'leaving@people.example', companyId, branchId })
    const stream = await openChangeStream(address, await tokenOf(id))
    open.push(stream)
    await change(fixtures.first)
    expect(await stream.next()).toEqual(ofProperty(fixtures.first))
    await fixtures.database.db.deleteFrom('branch_member').where('user_id', '=', id).execute()
    await change(fixtures.first)
    await rename()
    expect(await stream.next()).toEqual(ofCompany())
  })

  test('the stream ends when the account is deleted, before the next message', async () => {
    const { companyId, branchId } = fixtures.first
    const id = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'removed@people.example', companyId, branchId })
    const stream = await openChangeStream(address, await tokenOf(id))
    await fixtures.database.db.updateTable('app_user').set({ deleted_on: fixtures.clock.now() }).where('id', '=', id).execute()
    await change(fixtures.first)
    expect(await stream.next()).toBeNull()
  })

  test('the stream ends on the day from which a second factor is required', async () => {
    const { companyId, branchId } = fixtures.first
    const id = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'without-factor@people.example', companyId, branchId })
    const stream = await openChangeStream(address, await tokenOf(id))
    const policy = { second_factor_for: ['BRANCH_STAFF'], required_from: '2026-03-10' }
    const createdon = fixtures.clock.now()
    await fixtures.database.db
      .insertInto('company_sign_in')
      .values({ company_id: companyId, ...policy, createdon })
      .execute()
    await change(fixtures.first)
    expect(await stream.next()).toBeNull()
    await fixtures.database.db.deleteFrom('company_sign_in').execute()
  })

  test('the stream ends when the session expires, even without changes', async () => {
    const streams = changeStreams({ ...fixtures, log: fixtures.app.log, heartbeatMs: 20 })
    const caller = {
      userId: fixtures.idOf.staff,
      type: 'BRANCH_STAFF',
      ...fixtures.a,
      branchIds: [],
      activated: true,
      passwordReset: false,
      hasSecondFactor: false,
      enteredCompanyIds: [],
      key: null,
      app: null,
      signInPolicy: { secondFactorFor: [], requiredFrom: null },
      sessionHash: Buffer.alloc(32),
      sessionLogId: fixtures.first.companyId,
      sessionConfirmedOn: fixtures.clock.now(),
      sessionExpiresOn: fixtures.clock.now(),
      sessionWay: 'password',
    } as const
    const stream = await streams.open({ ...caller, branchIds: [], enteredCompanyIds: [] }, fixtures.a.companyId)
    await stream.resume().toArray()
    expect(stream.readableEnded).toBe(true)
    await streams.close()
  })

  test('a 13th stream of one user returns 429', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => watching('otherBranch')))
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    const refused = await watching('otherBranch')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect((await watching('otherStaff')).status).toBe(200)
  })
})

describe('GET live after the database connection was lost', () => {
  test('sends a refetch-everything change, then changes as before', async () => {
    const stream = await watching('staff')
    await fixtures.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gya-live' and datname = current_database()`,
    )
    expect(await stream.next()).toEqual({ companyId: null, branchId: null, propertyId: null, about: 'company' })
    await change(fixtures.first)
    expect(await stream.next()).toEqual(ofProperty(fixtures.first))
  })
})

test('server shutdown closes the streams without waiting for clients', async () => {
  const test = await openTestApp()
  const id = test.clock.newId()
  await test.database.db
    .insertInto('app_user')
    .values({
      id,
      type: 'GYA_ADMIN',
      first_name: 'A',
      last_name: 'B',
      email: 'a@people.example',
      activated: true,
      createdon: test.clock.now(),
    })
    .execute()
  const stream = await openChangeStream(
    await test.app.listen({ port: 0, host: '127.0.0.1' }),
    await createTestSession(test.database.db, id, test.clock.now()),
  )
  expect(stream.status).toBe(200)
  const [ended] = await Promise.all([stream.next(), test.close()])
  expect(ended).toBeNull()
})
