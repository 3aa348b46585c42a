import { apiScopes } from '@gya/domain/access/api-scopes.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { readOpenProperties } from '@gya/domain/features/public-api/public-api.contract.ts'
import { endMemberSessions, endOtherSessions } from '@gya/domain/features/sessions/sessions.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appClient, connectApp } from '../../../test/support/app-client.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { statementsDuring } from '../../../test/support/statements-during.ts'
import type { TestClient } from '../../../test/support/test-client.ts'
import { sealLeftOvers } from '../../features/record/seal-entries.ts'

let fixtures: Fixtures
let connected: Awaited<ReturnType<typeof connectApp>>
beforeAll(async () => {
  fixtures = await openFixtures()
  await sealLeftOvers(fixtures)
})
beforeEach(async () => {
  await fixtures.database.pool.query('delete from rate_limit')
  fixtures.clock.advance({ minutes: 5 })
  connected = await connectApp(fixtures, fixtures.as('branch'))
})
afterAll(() => fixtures.close())

const read = async (client: TestClient = connected.client) => {
  const { status, headers, body } = await client.call(readOpenProperties, { params: fixtures.a })
  return { status, headers, code: (body as { code?: string }).code }
}
const set = (text: string, ...values: unknown[]) => fixtures.database.pool.query(text, values)

describe('A call by an application', () => {
  test('is the person’s: record with its name, `via` api and the grant; the person is the author', async () => {
    await connected.client.ok(addNote, { params: fixtures.first, body: { message: 'Rang the solicitor.' } })
    const { rows } = await set(
      `select via, via_id, user_id, author from event where kind = 'note-added' order by at desc, id desc limit 1`,
    )
    const { rows: grants } = await set('select id from app_grant order by createdon desc limit 1')
    expect(rows[0]).toMatchObject({
      via: 'api',
      via_id: grants[0].id,
      user_id: fixtures.idOf.branch,
      author: { userId: fixtures.idOf.branch, name: 'branch people, with ‘Larkmead Assistant’', role: 'BRANCH_ADMIN' },
    })
  })

  test('sees what its scopes show of a property', async () => {
    const narrow = await connectApp(fixtures, fixtures.as('branch'), ['property:read'])
    const { data } = await narrow.client.ok(readOpenProperties, { params: fixtures.a })
    expect(data[0]).not.toHaveProperty('owner')
    expect((await connected.client.ok(readOpenProperties, { params: fixtures.a })).data[0]).toHaveProperty('owner')
    expect(data.map((one) => one._id)).toEqual([fixtures.first.propertyId])
  })

  test('401 without a token and with a wrong one name the metadata', async () => {
    const anonymous = await read(fixtures.anonymous)
    const metadata = 'resource_metadata="http://gya.example/.well-known/oauth-protected-resource/api"'
    expect([anonymous.status, anonymous.headers['www-authenticate']]).toEqual([401, `Bearer ${metadata}`])
    for (const token of [`gyat_${'a'.repeat(43)}`, 'gyat_short', connected.refreshToken.replace('gyar_', 'gyat_')]) {
      const wrong = await read(appClient(fixtures, token))
      expect(wrong).toMatchObject({ status: 401, code: 'INVALID_APP_TOKEN' })
      expect(wrong.headers['www-authenticate']).toBe(`Bearer error="invalid_token", ${metadata}`)
    }
  })

  test('has the rates of a key, and their headers', async () => {
    expect((await read()).headers).toMatchObject({ 'ratelimit-limit': '600' })
    const statuses = []
    for (let time = 0; time < 20; time += 1) statuses.push((await read()).status)
    expect(statuses.at(-1)).toBe(429)
  })

  test('makes as many statements as one by session', async () => {
    await read()
    const session = fixtures.as('branch')
    await read(session)
    const count = async (client: TestClient) => (await statementsDuring(fixtures, () => read(client))).statements.length
    expect(await count(connected.client)).toBe(await count(session))
  })

  test('repeats a POST with the same Idempotency-Key once, and needs none', async () => {
    const post = (key?: string) =>
      connected.client.inject({
        method: 'POST',
        url: `/api/property/${fixtures.first.companyId}/${fixtures.first.branchId}/${fixtures.first.propertyId}/note`,
        headers: key ? { 'idempotency-key': key } : {},
        payload: { message: 'Once.' },
      })
    const [first, again] = [await post('one'), await post('one')]
    expect([first.statusCode, again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true'])
    expect((await post()).statusCode).toBe(200)
  })
})

describe('The next call is refused', () => {
  const gone = { status: 401, code: 'INVALID_APP_TOKEN' }

  test.each([
    ['the access token has ended', `update app_grant set access_until = createdon`],
    ['the grant has ended', `update app_grant set ended_on = createdon, ended_because = 'person'`],
    ['the application is refused', `update connected_app set state = 'refused'`],
    ['the company was deleted', `update company set deleted_on = now()`],
    ['the person was deactivated', `update app_user set deactivated_on = now() where type = 'BRANCH_ADMIN'`],
    ['the person was deleted', `update app_user set deleted_on = now() where type = 'BRANCH_ADMIN'`],
    ['the person must choose a password', `update app_user set password_reset = true where type = 'BRANCH_ADMIN'`],
  ])('when %s', async (_, change) => {
    expect((await read()).status).toBe(200)
    await set(change)
    expect(await read()).toMatchObject(gone)
    await set(`update connected_app set state = 'allowed'`)
    await set('update company set deleted_on = null')
    await set(`update app_user set deactivated_on = null, deleted_on = null, password_reset = false where type = 'BRANCH_ADMIN'`)
  })

  test('with 403, after a demotion to a role without the permission, and for a scope that the company took away', async () => {
    await set(`update connected_app set scopes = '{note:write}'`)
    expect(await read()).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    await set('update connected_app set scopes = $1', apiScopes)
    const write = () => connected.client.call(addNote, { params: fixtures.first, body: { message: 'Note' } })
    expect((await write()).status).toBe(200)
    await set(`update app_user set type = 'READER' where id = $1`, fixtures.idOf.branch)
    expect((await write()).status).toBe(403)
    await set(`update app_user set type = 'BRANCH_ADMIN' where id = $1`, fixtures.idOf.branch)
  })

  test('with 403, from the day on which the company asks for a second factor', async () => {
    const policy = `insert into company_sign_in (company_id, second_factor_for, required_from, createdon) values ($1, '{BRANCH_ADMIN}', $2, now())
      on conflict (company_id) do update set second_factor_for = excluded.second_factor_for, required_from = excluded.required_from`
    await set(policy, fixtures.a.companyId, '2026-03-11')
    expect((await read()).status).toBe(200)
    await set(policy, fixtures.a.companyId, '2026-03-10')
    expect(await read()).toMatchObject({ status: 403, code: 'SECOND_FACTOR_SETUP_REQUIRED' })
    await set('delete from company_sign_in')
  })

  test('when an administrator ends the person’s sessions; not when the person ends their other ones', async () => {
    await fixtures.as('branch').ok(endOtherSessions)
    expect((await read()).status).toBe(200)
    const at = { params: fixtures.a, query: { userId: fixtures.idOf.branch } }
    await fixtures.as('company').ok(endMemberSessions, at)
    expect(await read()).toMatchObject(gone)
    const { rows } = await set(
      `select ended_because from app_grant where user_id = $1 order by createdon desc limit 1`,
      fixtures.idOf.branch,
    )
    expect(rows).toEqual([{ ended_because: 'account' }])
  })
})
