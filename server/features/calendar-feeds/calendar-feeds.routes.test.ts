import { createHash } from 'node:crypto'
import {
  endMemberFeed,
  endOwnFeed,
  listMemberFeeds,
  listOwnFeeds,
  makeFeed,
} from '@gya/domain/features/calendar-feeds/calendar-feeds.contract.ts'
import { feedKinds } from '@gya/domain/features/calendar-feeds/calendar-feeds.model.ts'
import { deactivateMember } from '@gya/domain/features/members/member-lifecycle.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import type { TestClient } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(() => fixtures.clock.moveTo(testStart))

const query = (text: string, values: unknown[] = []) => fixtures.database.pool.query(text, values)

let people = 0
/** Creates a member of staff of the first branch. */
async function newStaff(more: { branchId?: string } = {}): Promise<{ userId: string; client: TestClient }> {
  const { companyId, branchId } = fixtures.first
  const email = `feed-${(people += 1)}@people.example`
  const userId = await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId, branchId, ...more })
  return { userId, client: await fixtures.signedIn(userId) }
}

const make = (client: TestClient, body: Partial<Parameters<typeof client.ok<typeof makeFeed>>[1]['body']> = {}) =>
  client.ok(makeFeed, { body: { name: 'Telephone', kinds: [...feedKinds], ...body } })

const read = (address: string, headers: Record<string, string> = {}, remoteAddress = '203.0.113.9') =>
  fixtures.app.inject({ method: 'GET', url: new URL(address).pathname, headers, remoteAddress })

async function summariesOf(address: string): Promise<string[]> {
  const { statusCode, body } = await read(address)
  expect(statusCode).toBe(200)
  return new ICAL.Component(ICAL.parse(body))
    .getAllSubcomponents('vevent')
    .map((event) => String(event.getFirstPropertyValue('summary')))
}

describe('POST user/me/feeds', () => {
  test('returns the address once; the database stores a hash; lists and audit log contain neither', async () => {
    const { client, userId } = await newStaff()
    const { address, ...feed } = await make(client, { kinds: ['viewing', 'survey'], mine: true })
    const token = /^http:\/\/gya\.example\/api\/calendar\/([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
    expect(feed).toEqual({
      _id: expect.any(String),
      name: 'Telephone',
      kinds: ['viewing', 'survey'],
      mine: true,
      branchIds: null,
      createdOn: testStart,
      lastReadOn: null,
    })
    expect((await client.ok(listOwnFeeds)).data).toEqual([feed])
    const { rows } = await query('select * from calendar_feed where user_id = $1', [userId])
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest())
    const entries = (await auditEntries(fixtures.database, 'feed-made')).filter(({ user_id }) => user_id === userId)
    expect(entries).toMatchObject([{ company_id: fixtures.a.companyId, data: { feedId: feed._id, kinds: 'viewing, survey' } }])
    await read(address)
    expect(JSON.stringify([rows, entries, fixtures.log])).not.toContain(token)
  })

  test('refuses the fourth feed, also from concurrent calls: TOO_MANY_FEEDS', async () => {
    const { client } = await newStaff()
    const body = { name: 'One', kinds: ['viewing' as const] }
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.call(makeFeed, { body })))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '200', '409', '409', '409'])
    const [first] = (await client.ok(listOwnFeeds)).data
    await client.ok(endOwnFeed, { params: { feedId: first?._id ?? '' } })
    await make(client)
    expect(await client.refusal(makeFeed, { body })).toMatchObject({ status: 409, code: 'TOO_MANY_FEEDS' })
  })

  test.each([
    [{ kinds: ['viewing', 'birthdays'] }, 'kinds.1', 'Unknown kind of date “birthdays”.'],
    [{ kinds: [] }, 'kinds', 'Choose what the calendar shows.'],
    [{ kinds: ['viewing', 'viewing'] }, 'kinds', 'List each kind only once.'],
    [{ name: ' ' }, 'name', 'Enter a name.'],
    [{ branchIds: [] }, 'branchIds', expect.any(String)],
  ])('refuses %j and creates nothing', async (wrong, path, message) => {
    const { client } = await newStaff()
    const body = { name: 'One', kinds: ['viewing'], ...wrong } as never
    expect(await client.refusal(makeFeed, { body })).toMatchObject({ status: 400, issues: [{ path, message }] })
    expect((await client.ok(listOwnFeeds)).data).toEqual([])
  })

  test('a branch outside the scope is not found', async () => {
    const { client } = await newStaff()
    for (const { branchId } of [fixtures.second, fixtures.other])
      expect(await client.refusal(makeFeed, { body: { name: 'One', kinds: ['viewing'], branchIds: [branchId] } })).toMatchObject({
        status: 404,
      })
    const admin = fixtures.as('company')
    expect(
      await admin.refusal(makeFeed, { body: { name: 'One', kinds: ['viewing'], branchIds: [fixtures.other.branchId] } }),
    ).toMatchObject({ status: 404 })
  })
})

describe('GET calendar/:token.ics', () => {
  /** Creates dates of each kind on the two properties of company A. */
  async function fill() {
    const { companyId, propertyId } = fixtures.first
    await query(
      `update property set line1 = '27 Rodway Road', completion_date = '2026-04-01', c_signed = '2026-03-01', c_term = 8,
      notice_given = '2026-03-02', notice_days = 14 where id = $1`,
      [propertyId],
    )
    await query('delete from property_step where property_id = $1 and key = 11', [propertyId])
    await query(
      `insert into property_step (company_id, property_id, key, state, title, started_on, survey_date, survey_awaiting_reports)
       values ($1, $2, 11, 'IP', 'Roof', '2026-03-01', '2026-03-05', true)`,
      [companyId, propertyId],
    )
  }
  const book = (when: string, time: string | null, more: { name?: string; notes?: string } = {}) =>
    fixtures.as('staff').ok(addViewing, { params: fixtures.first, body: { name: 'Ann Onlooker', when, time, ...more } })
  const forgetViewings = () => query('delete from viewing')
  beforeEach(async () => {
    await forgetViewings()
    await fill()
  })

  test('contains the chosen kinds, by day', async () => {
    await book('2026-03-29', '10:00')
    const { client } = await newStaff()
    expect(await summariesOf((await make(client)).address)).toEqual([
      'Survey, awaiting report · 27 Rodway Road',
      'Notice ends · 27 Rodway Road',
      'Viewing · 27 Rodway Road',
      'Completion · 27 Rodway Road',
      'Contract ends · 27 Rodway Road',
    ])
    expect(await summariesOf((await make(client, { kinds: ['completion', 'viewing'] })).address)).toEqual([
      'Viewing · 27 Rodway Road',
      'Completion · 27 Rodway Road',
    ])
  })

  test('a viewing on the day after the clock change has the right time, and neither names nor notes', async () => {
    await book('2026-03-30', '10:00', { name: 'Ann Onlooker', notes: 'Fine\nEND:VCALENDAR\nBEGIN:VCALENDAR' })
    const { client } = await newStaff()
    const { address } = await make(client, { kinds: ['viewing'] })
    const { body } = await read(address)
    expect(body.match(/VCALENDAR/g)).toHaveLength(2)
    expect(body).not.toMatch(/Onlooker|Fine/)
    const parsed = new ICAL.Component(ICAL.parse(body))
    const event = new ICAL.Event(parsed.getFirstSubcomponent('vevent') as ICAL.Component)
    event.startDate.zone = new ICAL.Timezone(parsed.getFirstSubcomponent('vtimezone'))
    expect(event.startDate.convertToZone(ICAL.Timezone.utcTimezone).toString()).toBe('2026-03-30T09:00:00Z')
    const { branchId, propertyId } = fixtures.first
    expect(body.replaceAll('\r\n ', '')).toContain(
      `URL:http://gya.example/property/viewings?branch=${branchId}&property=${propertyId}\r\n`,
    )
  })

  test('contains dates from 30 days back to 400 days ahead', async () => {
    for (const day of ['2026-02-07', '2026-02-08', '2027-04-14', '2027-04-15']) await book(day, null)
    const { client } = await newStaff()
    const { body } = await read((await make(client, { kinds: ['viewing'] })).address)
    expect([...body.matchAll(/DTSTART;VALUE=DATE:(\d+)/g)].map(([, day]) => day)).toEqual(['20260208', '20270414'])
  })

  test('exchange and withdrawal remove contract and notice ends', async () => {
    const { client } = await newStaff()
    const { address } = await make(client, { kinds: ['contract-end', 'notice-end'] })
    const { rows } = await query('select phase from property_report where property_id = $1', [fixtures.first.propertyId])
    for (const phase of ['withdrawn', 'exchanged', 'completed']) {
      await query('update property_report set phase = $2 where property_id = $1', [fixtures.first.propertyId, phase])
      expect(await summariesOf(address)).toEqual([])
    }
    await query('update property_report set phase = $2 where property_id = $1', [fixtures.first.propertyId, rows[0].phase])
    expect(await summariesOf(address)).toHaveLength(2)
  })

  test('`mine` limits the feed to sales that the user progresses', async () => {
    const { client, userId } = await newStaff()
    const { address } = await make(client, { kinds: ['completion'], mine: true })
    expect(await summariesOf(address)).toEqual([])
    await query('update property set b_staff = $2 where id = $1', [fixtures.first.propertyId, userId])
    expect(await summariesOf(address)).toEqual(['Completion · 27 Rodway Road'])
    await query('update property set b_staff = null where id = $1', [fixtures.first.propertyId])
  })

  test('the scope is the user’s at the time of the read; chosen branches narrow it', async () => {
    await query(`update property set completion_date = '2026-04-02' where id = any($1)`, [
      [fixtures.second.propertyId, fixtures.other.propertyId],
    ])
    const { client, userId } = await newStaff()
    const { address } = await make(client, { kinds: ['completion'] })
    expect(await summariesOf(address)).toHaveLength(1)
    await query('insert into branch_member (company_id, branch_id, user_id) values ($1, $2, $3)', [
      fixtures.a.companyId,
      fixtures.second.branchId,
      userId,
    ])
    expect(await summariesOf(address)).toHaveLength(2)
    const { address: chosen } = await make(client, { kinds: ['completion'], branchIds: [fixtures.second.branchId] })
    expect(await summariesOf(chosen)).toHaveLength(1)
    await query('delete from branch_member where user_id = $1', [userId])
    expect([await summariesOf(address), await summariesOf(chosen)]).toEqual([[], []])
    const admin = await fixtures.as('company').ok(makeFeed, { body: { name: 'All', kinds: ['completion'] } })
    expect(await summariesOf(admin.address)).toHaveLength(2)
    await fixtures.as('company').ok(endOwnFeed, { params: { feedId: admin._id } })
  })

  test('unknown, malformed and ended feeds, and feeds of deactivated accounts or vendors, return the same 404', async () => {
    const made = async () => {
      const { client, userId } = await newStaff()
      return { client, userId, ...(await make(client)) }
    }
    const [ended, deactivated, vendor] = [await made(), await made(), await made()]
    for (const { address } of [ended, deactivated, vendor]) expect((await read(address)).statusCode).toBe(200)
    await ended.client.ok(endOwnFeed, { params: { feedId: ended._id } })
    await fixtures.as('company').ok(deactivateMember, { params: { ...fixtures.a, userId: deactivated.userId } })
    await query(`update app_user set type = 'VENDOR' where id = $1`, [vendor.userId])
    const unknown = `http://gya.example/api/calendar/${'A'.repeat(43)}.ics`
    const answers = []
    for (const address of [unknown, unknown.replace('AAAA', '%20'), ended.address, deactivated.address, vendor.address]) {
      const { statusCode, headers, body } = await read(address)
      answers.push([statusCode, headers['content-type'], { ...JSON.parse(body), requestId: '' }])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject([404, expect.anything(), { code: 'NOT_FOUND' }])
  })

  test('60 unknown addresses an hour per network; existing feeds are not affected', async () => {
    const { client } = await newStaff()
    const { address } = await make(client)
    const from = '198.51.100.7'
    const statuses = []
    for (let n = 0; n < 61; n += 1)
      statuses.push((await read(`http://gya.example/api/calendar/${String(n).padStart(43, 'x')}.ics`, {}, from)).statusCode)
    expect([...new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([404, 429])
    expect((await read(address, {}, from)).statusCode).toBe(200)
  })

  test('60 reads an hour, with ETag and 304, cached privately for 15 minutes', async () => {
    const { client } = await newStaff()
    const { address } = await make(client)
    const first = await read(address)
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=900',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    })
    const again = await read(address, { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await book('2026-03-20', '09:00')
    expect((await read(address, { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(200)
    for (let n = 3; n < 60; n += 1) expect((await read(address)).statusCode).toBe(200)
    const refused = await read(address)
    expect([refused.statusCode, refused.json().code, Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      true,
    ])
    fixtures.clock.advance({ minutes: 60 })
    expect((await read(address)).statusCode).toBe(200)
  })

  test('the time of the last read is accurate to ten minutes', async () => {
    const { client } = await newStaff()
    const { address } = await make(client)
    const lastRead = async () => (await client.ok(listOwnFeeds)).data[0]?.lastReadOn
    await read(address)
    fixtures.clock.advance({ minutes: 9 })
    await read(address)
    expect(await lastRead()).toBe(testStart)
    fixtures.clock.advance({ minutes: 1 })
    await read(address)
    expect(await lastRead()).toBe(fixtures.clock.now())
  })

  test('no log line contains the token, including those of unknown addresses', async () => {
    const { client } = await newStaff()
    const { address } = await make(client)
    const token = /([\w-]{43})\.ics/.exec(address)?.[1] ?? ''
    for (const path of [
      `/api/calendar/${token}.ics`,
      `/api/calendar/${token}`,
      `/API/calendar/${token}.ics`,
      `/api/calendar/${token}.ics/more?x=1`,
    ])
      await fixtures.app.inject({ method: 'GET', url: path })
    await query('alter table viewing rename to viewing_away')
    expect((await read(address)).statusCode).toBe(500)
    await query('alter table viewing_away rename to viewing')
    expect(fixtures.log.join('')).toContain('/api/calendar/:token.ics')
    expect(fixtures.log.join('')).not.toContain(token)
  })

  test('contains at most 2,000 entries, those nearest to today', async () => {
    await query(
      `insert into viewing (company_id, id, property_id, name, viewed_on, createdon)
       select $1, gen_random_uuid(), $2, 'Ann', date '2026-03-10' + (n % 400), now() from generate_series(1, 2500) n`,
      [fixtures.first.companyId, fixtures.first.propertyId],
    )
    const { client } = await newStaff()
    const { body } = await read((await make(client, { kinds: ['viewing'] })).address)
    const days = [...body.matchAll(/DTSTART;VALUE=DATE:(\d+)/g)].map(([, day]) => String(day))
    expect(days).toHaveLength(2000)
    expect([days[0], days.at(-1)]).toEqual(['20260310', '20270120'])
    await forgetViewings()
  })
})

describe('Feeds of a user', () => {
  test('a company admin lists and ends them; other users and other companies get 404', async () => {
    const { client, userId } = await newStaff()
    const { address, ...feed } = await make(client)
    const admin = fixtures.as('company')
    expect((await admin.ok(listMemberFeeds, { params: fixtures.a, query: { userId } })).data).toEqual([feed])
    const end = { params: { ...fixtures.a, feedId: feed._id } }
    expect((await fixtures.as('branch').refusal(endMemberFeed, end)).status).toBe(403)
    expect((await fixtures.as('otherCompany').refusal(endMemberFeed, end)).status).toBe(404)
    const elsewhere = { params: { ...fixtures.b, feedId: feed._id } }
    expect((await fixtures.as('otherCompany').refusal(endMemberFeed, elsewhere)).status).toBe(404)
    expect((await fixtures.as('otherCompany').refusal(listMemberFeeds, { params: fixtures.b, query: { userId } })).status).toBe(
      404,
    )
    await admin.ok(endMemberFeed, end)
    expect((await read(address)).statusCode).toBe(404)
    expect((await admin.refusal(endMemberFeed, end)).status).toBe(404)
    expect((await auditEntries(fixtures.database, 'feed-ended')).at(-1)).toMatchObject({
      user_id: fixtures.idOf.company,
      about_user_id: userId,
      data: { feedId: feed._id },
    })
  })

  test('the call for own feeds cannot end a feed of another user', async () => {
    const [one, another] = [await newStaff(), await newStaff()]
    const { address, _id } = await make(one.client)
    expect((await another.client.refusal(endOwnFeed, { params: { feedId: _id } })).status).toBe(404)
    expect((await read(address)).statusCode).toBe(200)
  })
})
