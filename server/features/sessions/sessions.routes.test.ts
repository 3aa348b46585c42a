import {
  endMemberSession,
  endMemberSessions,
  endOtherSessions,
  endOwnSession,
  endPlatformSession,
  endPlatformSessions,
  listMemberAccess,
  listMemberSessions,
  listOwnSessions,
  listPlatformSessions,
} from '@gya/domain/features/sessions/sessions.contract.ts'
import { forgotPassword, login, readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, takeOn, testPassword } from '../../../test/support/fixtures.ts'
import { TestClient } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const agents = {
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  phone: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}
async function signIn(email: string, agent: keyof typeof agents, { from = '203.0.113.7', cookie = '' } = {}) {
  const answer = await fixtures.app.inject({
    method: 'POST',
    url: `/api${login.path}`,
    remoteAddress: from,
    headers: { 'user-agent': agents[agent], ...(cookie ? { cookie } : {}) },
    payload: { email, password: testPassword },
  })
  const cookies = answer.cookies.map(({ name, value }) => `${name}=${value}`)
  return {
    client: new TestClient(fixtures.app, cookies.join('; ')),
    note: cookies.find((one) => one.startsWith('gya_browser')) ?? '',
  }
}
let people = 0
async function somebody() {
  people += 1
  const email = `person-${people}@people.example`
  return { email, userId: await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: fixtures.a.companyId }) }
}
const over = { status: 401, code: 'INVALID_SESSION' }

describe('GET and DELETE user/me/sessions', () => {
  test('list device, network and times of own open sessions, the current one marked', async () => {
    const { email } = await somebody()
    const { client: office } = await signIn(email, 'firefox')
    fixtures.clock.advance({ minutes: 30 })
    const { client: phone } = await signIn(email, 'phone', { from: '2001:db8:1:2::5' })
    const { data } = await phone.ok(listOwnSessions)
    expect(data.map(({ device, network, current }) => [device, network, current])).toEqual([
      ['Chrome on Android', '2001:db8:1:…', true],
      ['Firefox on Windows', '203.0.113.x', false],
    ])
    fixtures.clock.advance({ hours: 13 })
    await office.refusal(readMe)
    const { client: back } = await signIn(email, 'firefox')
    expect((await back.ok(listOwnSessions)).data).toHaveLength(1)
  })

  test('end one session or all others, with the next call', async () => {
    const { email, userId } = await somebody()
    const [here, there, third] = [await signIn(email, 'firefox'), await signIn(email, 'phone'), await signIn(email, 'phone')]
    const { data } = await there.client.ok(listOwnSessions)
    const own = data.find(({ current }) => current)?._id ?? ''
    await here.client.ok(endOwnSession, { params: { sessionId: own } })
    expect(await there.client.refusal(readMe)).toMatchObject(over)
    expect(await here.client.ok(endOtherSessions)).toEqual({ success: true, ended: 1 })
    expect(await third.client.refusal(readMe)).toMatchObject(over)
    expect(await here.client.call(readMe)).toMatchObject({ status: 200 })
    const lines = (await auditEntries(fixtures.database, 'session-ended')).filter(({ about_user_id }) => about_user_id === userId)
    expect(lines.map(({ data: { reason, sessions } }) => [reason, sessions])).toEqual([
      ['ended', 1],
      ['ended', 1],
    ])
  })

  test('return 404 for another user’s session', async () => {
    const [{ email }, other] = [await somebody(), await somebody()]
    const { client } = await signIn(email, 'firefox')
    const { client: theirs } = await signIn(other.email, 'firefox')
    const [session] = (await theirs.ok(listOwnSessions)).data
    expect(await client.refusal(endOwnSession, { params: { sessionId: session?._id ?? '' } })).toMatchObject({ status: 404 })
    expect(await theirs.call(readMe)).toMatchObject({ status: 200 })
  })
})

describe('GET and DELETE company/sessions', () => {
  test('list and end a member’s sessions', async () => {
    const { email, userId } = await somebody()
    const { client } = await signIn(email, 'firefox')
    const { client: second } = await signIn(email, 'phone')
    const { data } = await fixtures.as('company').ok(listMemberSessions, { params: fixtures.a, query: { userId } })
    const firefox = data.find(({ device }) => device === 'Firefox on Windows')?._id ?? ''
    await fixtures.as('company').ok(endMemberSession, { params: { ...fixtures.a, sessionId: firefox } })
    expect(await client.refusal(readMe)).toMatchObject(over)
    expect(await fixtures.as('platform').ok(endMemberSessions, { params: fixtures.a, query: { userId } })).toMatchObject({
      ended: 1,
    })
    expect(await second.refusal(readMe)).toMatchObject(over)
    const reasons = await fixtures.database.pool.query('select distinct ended_because from session_log where user_id = $1', [
      userId,
    ])
    expect(reasons.rows).toEqual([{ ended_because: 'ended-by-administrator' }])
  })

  test('GET company/access: second factor, number of sessions and last seen of users of the company', async () => {
    const [{ email, userId }, away] = [await somebody(), await somebody()]
    await signIn(email, 'firefox')
    fixtures.clock.advance({ minutes: 20 })
    await signIn(email, 'phone')
    const userIds = [userId, away.userId].join(',')
    const { data } = await fixtures.as('company').ok(listMemberAccess, { params: fixtures.a, query: { userIds } })
    expect(data.toSorted((one, other) => other.sessions - one.sessions)).toEqual([
      { userId, hasSecondFactor: false, sessions: 2, lastSeenOn: fixtures.clock.now() },
      { userId: away.userId, hasSecondFactor: false, sessions: 0, lastSeenOn: null },
    ])
    const foreign = { userIds: `${userId},${fixtures.idOf.otherStaff}` }
    expect(await fixtures.as('company').refusal(listMemberAccess, { params: fixtures.a, query: foreign })).toMatchObject({
      status: 404,
    })
    expect(await fixtures.as('branch').refusal(listMemberAccess, { params: fixtures.a, query: { userIds } })).toMatchObject({
      status: 403,
    })
  })

  test('refused for other companies and branch roles', async () => {
    const { userId } = await somebody()
    const asked = { params: fixtures.a, query: { userId } }
    expect(await fixtures.as('otherCompany').refusal(listMemberSessions, asked)).toMatchObject({ status: 404 })
    expect(await fixtures.as('branch').refusal(endMemberSessions, asked)).toMatchObject({ status: 403 })
    expect(
      await fixtures.as('otherCompany').refusal(listMemberSessions, { params: fixtures.b, query: { userId } }),
    ).toMatchObject({
      status: 404,
    })
  })
})

describe('GET and DELETE user/gyaadmin/sessions', () => {
  test('list and end platform admins’ sessions, for platform admins only', async () => {
    people += 1
    const email = `admin-${people}@people.example`
    const userId = await fixtures.addUser({ type: 'GYA_ADMIN', email })
    const [{ client: one }, { client: two }] = [await signIn(email, 'firefox'), await signIn(email, 'phone')]
    const params = { userId }
    const { data } = await fixtures.as('platform').ok(listPlatformSessions, { params })
    const phone = data.find(({ device }) => device === 'Chrome on Android')?._id ?? ''
    await fixtures.as('platform').ok(endPlatformSession, { params: { ...params, sessionId: phone } })
    expect(await two.refusal(readMe)).toMatchObject(over)
    expect(await fixtures.as('company').refusal(endPlatformSessions, { params })).toMatchObject({ status: 403 })
    expect(await fixtures.as('platform').ok(endPlatformSessions, { params })).toMatchObject({ ended: 1 })
    expect(await one.refusal(readMe)).toMatchObject(over)
    const ofStaff = { params: { userId: fixtures.idOf.staff } }
    expect(await fixtures.as('platform').refusal(listPlatformSessions, ofStaff)).toMatchObject({ status: 404 })
    expect(await fixtures.as('platform').refusal(endPlatformSessions, ofStaff)).toMatchObject({ status: 404 })
  })
})

describe('notifyNewDevice: sign-in from a device not seen for 180 days', () => {
  async function subjectsTo(email: string): Promise<string[]> {
    await fixtures.runJobs()
    const { rows } = await fixtures.database.pool.query<{ subject: string }>(
      'select subject from mail where $1 = any(recipients) order by id',
      [email],
    )
    return rows.map(({ subject }) => subject)
  }
  const told = 'New sign-in to your GYA account'

  test('no mail for the first sign-in, the same device and network, or a trusted browser', async () => {
    const { email } = await somebody()
    const { note } = await signIn(email, 'firefox')
    await signIn(email, 'firefox', { from: '203.0.113.99' })
    await signIn(email, 'firefox', { from: '198.51.100.4', cookie: note })
    expect(await subjectsTo(email)).toEqual([])
  })

  test('mail for another device, another network, and the same device after 180 days', async () => {
    const { email, userId } = await somebody()
    await signIn(email, 'firefox')
    await signIn(email, 'phone')
    expect(await subjectsTo(email)).toEqual([told])
    await signIn(email, 'firefox', { from: '198.51.100.4' })
    expect(await subjectsTo(email)).toEqual([told, told])
    fixtures.clock.advance({ days: 181 })
    await signIn(email, 'phone')
    expect(await subjectsTo(email)).toEqual([told, told, told])
    const lines = (await auditEntries(fixtures.database, 'new-device')).filter(({ user_id }) => user_id === userId)
    expect(lines.map(({ data }) => data.device)).toEqual(['Chrome on Android', 'Firefox on Windows', 'Chrome on Android'])
  })

  test('a vendor reads the name of the agency and of the property, and whom to tell', async () => {
    people += 1
    const email = `seller-${people}@people.example`
    const userId = await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.a.companyId })
    await takeOn(fixtures.as('company'), fixtures.first, userId, '27 Rodway Road')
    await signIn(email, 'firefox')
    await signIn(email, 'phone')
    await fixtures.anonymous.ok(forgotPassword, { body: { email } })
    await fixtures.runJobs()
    const { rows } = await fixtures.database.pool.query<{ name: string }>('select name from company where id = $1', [
      fixtures.a.companyId,
    ])
    const agency = rows[0]?.name ?? ''
    const mails = await fixtures.database.pool.query<{ subject: string; body: string }>(
      'select subject, body from mail where $1 = any(recipients) order by id',
      [email],
    )
    expect(mails.rows.map(({ subject }) => subject)).toEqual([
      `New sign-in to your account with ${agency}`,
      `Choose a new password for your account with ${agency}`,
    ])
    for (const { body } of mails.rows) {
      expect(body).toContain(`your account with ${agency}, where you follow the sale of 27 Rodway Road`)
      expect(body).not.toContain('GYA')
    }
    expect(mails.rows[0]?.body).toContain(`Then tell ${agency}.`)
  })
})
