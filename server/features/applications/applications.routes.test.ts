import {
  addApp,
  askForApp,
  decideConnection,
  deleteApp,
  endAppGrant,
  endOwnGrant,
  listAppGrants,
  listApps,
  listOwnGrants,
  readConnection,
  updateApp,
} from '@gya/domain/features/applications/applications.contract.ts'
import { maxApps, maxGrants, scopesOfResource } from '@gya/domain/features/applications/applications.rules.ts'
import { readOpenProperties } from '@gya/domain/features/public-api/public-api.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  appClient,
  authorize,
  challenge,
  connect,
  connectApp,
  exchange,
  postForm,
  redirectUri,
  refresh,
  registerApp,
} from '../../../test/support/app-client.ts'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const document = 'https://assistant.example/client.json'
const described = { client_id: document, client_name: 'Larkmead Assistant', redirect_uris: [redirectUri] }

/** What the document of an application answers, and how often it was asked. */
function serve(answer: { status?: number; type?: string; body?: unknown }) {
  const asked: string[] = []
  fixtures.app.gya.safeHttp = async (address) => {
    asked.push(address)
    const { status = 200, type = 'application/json', body = described } = answer
    return {
      status,
      headers: { 'content-type': type },
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    }
  }
  return asked
}

const forgetCounts = () => fixtures.database.pool.query('delete from rate_limit')
const ticketOf = async (clientId: string, params = {}) => (await authorize(fixtures, clientId, params)) ?? ''
const params = () => fixtures.a

describe('GET /oauth/authorize', () => {
  test('"The request is stored nowhere": answers 302 to the page with an encrypted ticket', async () => {
    const query = `client_id=${encodeURIComponent(document)}&redirect_uri=${encodeURIComponent(redirectUri)}&response_type=code&code_challenge=${challenge}&code_challenge_method=S256`
    const { statusCode, headers } = await fixtures.app.inject({ url: `/api/oauth/authorize?${query}` })
    expect(statusCode).toBe(302)
    expect(headers.location).toMatch(/^http:\/\/gya\.example\/connect\?ticket=[\w-]+$/)
    expect(headers.location).not.toContain('assistant')
  })

  test.each([{ client_id: 'unknown' }, { redirect_uri: 'https://assistant.example/back#a' }, { redirect_uri: undefined }])(
    'with %j never redirects to the application',
    async (wrong) => {
      expect(await authorize(fixtures, document, wrong)).toBeNull()
    },
  )

  test('two redirects: the error page', async () => {
    const { headers } = await fixtures.app.inject({
      url: `/api/oauth/authorize?client_id=${document}&redirect_uri=${redirectUri}&redirect_uri=https://evil.example/`,
    })
    expect(headers.location).toBe('http://gya.example/connect')
  })

  test('60 a minute an address', async () => {
    await forgetCounts()
    for (let time = 0; time < 60; time += 1) await authorize(fixtures, 'unknown')
    expect((await fixtures.app.inject({ url: '/api/oauth/authorize' })).statusCode).toBe(429)
    await forgetCounts()
  })
})

describe('/user/me/connect', () => {
  test('an unknown application is not connected: its person may ask, once; administrators get one e-mail', async () => {
    const asked = serve({})
    const ticket = await ticketOf(document)
    const staff = fixtures.as('staff')
    expect(await staff.ok(readConnection, { query: { ticket } })).toMatchObject({
      name: 'Larkmead Assistant',
      host: 'assistant.example',
      local: false,
      state: null,
    })
    expect(asked).toEqual([document])
    const allow = { ticket, allow: true, scopes: ['property:read' as const] }
    expect(await staff.refusal(decideConnection, { body: allow })).toMatchObject({ status: 409, code: 'APP_NOT_ALLOWED' })
    for (let time = 0; time < 2; time += 1) await staff.ok(askForApp, { body: { ticket } })
    const mails = await findMailsTo(fixtures, fixtures.emailOf('company'))
    const about = mails.filter(({ subject }) => subject === 'staff people asks to connect ‘Larkmead Assistant’')
    expect(about).toHaveLength(1)
    expect(about[0]?.text).toContain('The application at assistant.example would act for people of your company who connect it.')
    const [app] = (await fixtures.as('company').ok(listApps, { params: params() })).data
    expect(app).toMatchObject({ state: 'asked', askedBy: 'staff people', scopes: [] })
    expect(await auditEntries(fixtures.database, 'app-asked')).toHaveLength(1)
  })

  test('allowed with four scopes; the person unticks one; the application gets three', async () => {
    serve({})
    const [app] = (await fixtures.as('company').ok(listApps, { params: params() })).data
    const scopes = ['property:read', 'offer:read', 'note:write', 'contact:read'] as const
    const at = { ...params(), appId: app?._id ?? '' }
    await fixtures.as('company').ok(updateApp, { params: at, body: { state: 'allowed', scopes: [...scopes] } })
    const [told] = await findMailsTo(fixtures, fixtures.emailOf('staff'))
    expect(told?.subject).toBe('‘Larkmead Assistant’ is allowed')
    const ticket = await ticketOf(document)
    const offered = await fixtures.as('staff').ok(readConnection, { query: { ticket } })
    expect(offered).toMatchObject({ state: 'allowed', scopes: ['property:read', 'offer:read', 'note:write', 'contact:read'] })
    const three = ['property:read', 'offer:read', 'note:write'] as const
    const { body } = await exchange(fixtures, document, await connect(fixtures, fixtures.as('staff'), document, three))
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'property:read offer:read note:write' })
    expect([body.access_token, body.refresh_token]).toEqual([
      expect.stringMatching(/^gyat_[\w-]{43}$/),
      expect.stringMatching(/^gyar_[\w-]{43}$/),
    ])
    const [mail] = await findMailsTo(fixtures, fixtures.emailOf('staff'))
    expect(mail?.subject).toBe('You connected ‘Larkmead Assistant’')
    expect(mail?.text).toContain('- Read properties\n- Read offers\n- Write notes')
  })

  test('a scope that was not offered is refused; none at all too', async () => {
    const ticket = await ticketOf(document, { scope: 'property:read' })
    for (const scopes of [['note:write' as const], []])
      expect(await fixtures.as('staff').refusal(decideConnection, { body: { ticket, allow: true, scopes } })).toMatchObject({
        code: 'VALIDATION_FAILED',
        issues: [{ path: 'scopes' }],
      })
  })

  test('what is wrong, and a refusal by the person, go back with `error`, `state` and `iss`', async () => {
    const wrong = await ticketOf(document, { code_challenge_method: 'plain' })
    expect(await fixtures.as('staff').ok(readConnection, { query: { ticket: wrong } })).toEqual({
      redirectTo: `${redirectUri}?error=invalid_request&state=state-1&iss=http%3A%2F%2Fgya.example`,
    })
    const outside = await ticketOf(document, { scope: 'webhook:manage', state: undefined })
    expect(await fixtures.as('staff').ok(readConnection, { query: { ticket: outside } })).toEqual({
      redirectTo: `${redirectUri}?error=invalid_scope&iss=http%3A%2F%2Fgya.example`,
    })
    const ticket = await ticketOf(document)
    expect(await fixtures.as('staff').ok(decideConnection, { body: { ticket, allow: false } })).toEqual({
      redirectTo: `${redirectUri}?error=access_denied&state=state-1&iss=http%3A%2F%2Fgya.example`,
    })
  })

  test('"A wrong client or redirect never redirects"', async () => {
    for (const redirect_uri of [`${redirectUri}/`, 'https://assistant.example/Back', 'https://assistant.example:8443/back']) {
      const ticket = await ticketOf(document, { redirect_uri, response_type: 'token' })
      expect(await fixtures.as('staff').refusal(readConnection, { query: { ticket } })).toMatchObject({ code: 'NOT_FOUND' })
    }
    const strange = await ticketOf('app_0190a5d2-7b1e-7c3a-9f00-1234567890ab')
    expect(await fixtures.as('staff').refusal(readConnection, { query: { ticket: strange } })).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a ticket that is invalid, or older than 10 minutes, has expired', async () => {
    const ticket = await ticketOf(document)
    expect(await fixtures.as('staff').refusal(readConnection, { query: { ticket: `A${ticket}` } })).toMatchObject({
      code: 'CONNECT_EXPIRED',
    })
    fixtures.clock.advance({ minutes: 11 })
    expect(await fixtures.as('staff').refusal(readConnection, { query: { ticket } })).toMatchObject({
      status: 409,
      code: 'CONNECT_EXPIRED',
    })
  })

  test('connecting needs a confirmed identity, refusing does not', async () => {
    const staff = fixtures.as('staff')
    const ticket = await ticketOf(document)
    await fixtures.database.pool.query(`update session set confirmed_on = confirmed_on - interval '1 hour'`)
    const scopes = ['property:read' as const]
    expect(await staff.refusal(decideConnection, { body: { ticket, allow: true, scopes } })).toMatchObject({
      code: 'CONFIRM_IDENTITY',
    })
    await staff.ok(decideConnection, { body: { ticket, allow: false } })
    fixtures.clock.advance({ minutes: 20 })
  })

  test('vendors and platform admins have none', async () => {
    const ticket = await ticketOf(document)
    for (const name of ['vendor', 'platform'] as const)
      expect(await fixtures.as(name).refusal(readConnection, { query: { ticket } })).toMatchObject({ code: 'FORBIDDEN' })
  })

  test(`a person has ${maxGrants} grants at most`, async () => {
    const { database, clock } = fixtures
    const { rows } = await database.pool.query('select company_id, app_id, user_id from app_grant limit 1')
    await database.pool.query(
      `insert into app_grant (company_id, id, app_id, user_id, scopes, resource, way, redirect_uri, challenge, code_hash, code_until, createdon)
       select $1, gen_random_uuid(), $2, $3, '{property:read}', 'api', 'password', 'https://a.example/', $4, sha256(n::text::bytea),
         $5::timestamptz + interval '1 minute', $5 from generate_series(1, 19) n`,
      [rows[0].company_id, rows[0].app_id, fixtures.idOf.staff, challenge, clock.now()],
    )
    const ticket = await ticketOf(document)
    const body = { ticket, allow: true, scopes: ['property:read' as const] }
    expect(await fixtures.as('staff').refusal(decideConnection, { body })).toMatchObject({ status: 409, code: 'TOO_MANY_GRANTS' })
    await database.pool.query(`delete from app_grant where redirect_uri = 'https://a.example/'`)
  })
})

describe('The document of an application', () => {
  const read = async () =>
    fixtures.as('branch').call(readConnection, {
      query: { ticket: await ticketOf('https://other.example/c.json', { redirect_uri: 'https://other.example/' }) },
    })
  const other = { client_id: 'https://other.example/c.json', client_name: 'Other', redirect_uris: ['https://other.example/'] }

  test.each([
    [{ status: 302 }, 'It answers 302.'],
    [{ type: 'text/html', body: other }, 'It is not JSON.'],
    [{ body: 'no JSON' }, 'Its content is missing or not valid.'],
    [{ body: { ...other, client_id: 'https://evil.example/c.json' } }, 'Its client_id is another address.'],
    [
      { body: { ...other, token_endpoint_auth_method: 'client_secret_basic' } },
      'Its token_endpoint_auth_method is missing or not valid.',
    ],
    [{ body: { ...other, redirect_uris: ['http://other.example/'] } }, 'Its redirect_uris.0 is missing or not valid.'],
    [{ body: { ...other, client_name: 'a\u202eb' } }, 'Its client_name is missing or not valid.'],
  ])('%j is not read', async (answer, why) => {
    await forgetCounts()
    serve(answer)
    const { status, body } = await read()
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'APP_NOT_READABLE' } })
    expect(JSON.stringify(body)).toContain(why)
  })

  test('10 fetches an hour a person', async () => {
    await forgetCounts()
    serve({ body: other })
    const statuses = []
    for (let time = 0; time < 11; time += 1) statuses.push((await read()).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    await forgetCounts()
  })

  test('"Kept 1 hour, 24 hours if it cannot be fetched"', async () => {
    const { pool } = fixtures.database
    const setAge = (hours: number) =>
      pool.query(`update connected_app set fetched_on = $1::timestamptz - make_interval(mins => $2) where client_id = $3`, [
        fixtures.clock.now(),
        hours * 60,
        document,
      ])
    const state = async () =>
      (await fixtures.as('staff').call(readConnection, { query: { ticket: await ticketOf(document) } })).status
    const asked = serve({ status: 503 })
    await setAge(0.9)
    expect([await state(), asked.length]).toEqual([200, 0])
    await setAge(23)
    expect([await state(), asked.length]).toEqual([200, 1])
    await setAge(25)
    expect([await state(), asked.length]).toEqual([409, 2])
    serve({})
    expect(await state()).toBe(200)
  })
})

describe('POST /oauth/token', () => {
  test('wrong verifier, other client, other redirect, expired code: invalid_grant', async () => {
    const staff = fixtures.as('staff')
    const { clientId } = await registerApp(fixtures)
    const code = await connect(fixtures, staff, clientId, ['property:read'])
    const wrong = [
      { code_verifier: 'a'.repeat(43) },
      { client_id: document },
      { redirect_uri: `${redirectUri}/` },
      { code: `gyac_${'a'.repeat(43)}` },
    ]
    for (const params of wrong)
      expect(await exchange(fixtures, clientId, code, params)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await exchange(fixtures, clientId, code, { resource: 'https://other.example' })).toMatchObject({
      body: { error: 'invalid_target' },
    })
    fixtures.clock.advance({ seconds: 61 })
    expect(await exchange(fixtures, clientId, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('a grant for tools gets their scopes, keeps its resource, and opens no call of the API', async () => {
    const staff = fixtures.as('staff')
    const { clientId } = await registerApp(fixtures)
    const ticket = (await authorize(fixtures, clientId, { resource: 'http://gya.example/api/mcp' })) ?? ''
    const asking = await staff.ok(readConnection, { query: { ticket } })
    expect(asking).toMatchObject({ scopes: scopesOfResource.mcp })
    const body = { ticket, allow: true, scopes: ['day:read' as const] }
    const { redirectTo } = await staff.ok(decideConnection, { body })
    const code = new URL(redirectTo).searchParams.get('code') ?? ''
    expect(await exchange(fixtures, clientId, code, { resource: 'http://gya.example/api' })).toMatchObject({
      body: { error: 'invalid_target' },
    })
    const { body: tokens } = await exchange(fixtures, clientId, code, { resource: 'http://gya.example/api/mcp' })
    const client = appClient(fixtures, tokens.access_token ?? '')
    expect(await client.refusal(readOpenProperties, { params: fixtures.a })).toMatchObject({ code: 'INVALID_APP_TOKEN' })
  })

  test.each([
    [{ grant_type: undefined }, 400, 'invalid_request'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ client_id: undefined }, 400, 'invalid_request'],
    [{ client_id: 'unknown' }, 401, 'invalid_client'],
    [{ client_secret: 'secret' }, 401, 'invalid_client'],
    [{ code: undefined }, 400, 'invalid_request'],
    [{ code_verifier: undefined }, 400, 'invalid_request'],
  ])('%j: %i %s', async (params, status, error) => {
    expect(await exchange(fixtures, document, `gyac_${'a'.repeat(43)}`, params)).toMatchObject({ status, body: { error } })
  })

  test('JSON, a secret in a header and a repeated parameter are refused', async () => {
    const json = await fixtures.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      payload: { grant_type: 'authorization_code' },
    })
    expect([json.statusCode, json.json()]).toEqual([400, { error: 'invalid_request' }])
    const basic = await postForm(fixtures, 'token', { grant_type: 'authorization_code' }, { authorization: 'Basic YTpi' })
    expect(basic).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
      headers: { 'www-authenticate': 'Basic realm="GYA"' },
    })
    const twice = await fixtures.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=authorization_code&grant_type=refresh_token',
    })
    expect([twice.statusCode, twice.json()]).toEqual([400, { error: 'invalid_request' }])
    expect(twice.headers['cache-control']).toBe('no-store')
  })

  test('"A code used twice ends the grant": the tokens of the first use end, one e-mail', async () => {
    const staff = fixtures.as('staff')
    const { clientId } = await registerApp(fixtures)
    const code = await connect(fixtures, staff, clientId, ['property:read'])
    const { body } = await exchange(fixtures, clientId, code)
    expect(await exchange(fixtures, clientId, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await exchange(fixtures, clientId, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await refresh(fixtures, clientId, body.refresh_token ?? '')).toMatchObject({ body: { error: 'invalid_grant' } })
    const mails = (await findMailsTo(fixtures, fixtures.emailOf('staff'))).filter(({ subject }) => subject.startsWith('We ended'))
    expect(mails).toHaveLength(1)
  })

  test('refresh by an old token: a new pair within 60 s, later the grant ends', async () => {
    const { clientId, refreshToken, access } = await connectApp(fixtures, fixtures.as('branch'), ['property:read'])
    const first = (await refresh(fixtures, clientId, refreshToken)).body
    expect(first.refresh_token).not.toBe(refreshToken)
    const gone = await appClient(fixtures, access).inject({ method: 'GET', url: `/api/open/${fixtures.a.companyId}/properties` })
    expect(gone.statusCode).toBe(401)
    fixtures.clock.advance({ seconds: 59 })
    const second = await refresh(fixtures, clientId, refreshToken)
    expect(second.status).toBe(200)
    fixtures.clock.advance({ seconds: 61 })
    expect(await refresh(fixtures, clientId, first.refresh_token ?? '')).toMatchObject({ body: { error: 'invalid_grant' } })
    expect(await refresh(fixtures, clientId, second.body.refresh_token ?? '')).toMatchObject({ body: { error: 'invalid_grant' } })
    const [ended] = (await auditEntries(fixtures.database, 'app-ended')).slice(-1)
    expect(ended).toMatchObject({ about_user_id: fixtures.idOf.branch, data: { reason: 'reuse' } })
  })

  test('two refreshes at once wait for the row: both get a pair, the later one counts', async () => {
    const { clientId, refreshToken } = await connectApp(fixtures, fixtures.as('branch'), ['property:read'])
    const answers = await Promise.all([refresh(fixtures, clientId, refreshToken), refresh(fixtures, clientId, refreshToken)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const works = await Promise.all(
      answers.map(({ body }) =>
        appClient(fixtures, body.access_token ?? '').inject({
          method: 'GET',
          url: `/api/open/${fixtures.a.companyId}/properties`,
        }),
      ),
    )
    expect(works.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('a scope may be asked for again, not widened', async () => {
    const { clientId, refreshToken } = await connectApp(fixtures, fixtures.as('branch'), ['property:read', 'note:write'])
    expect(await refresh(fixtures, clientId, refreshToken, { scope: 'offer:read' })).toMatchObject({
      body: { error: 'invalid_scope' },
    })
    expect(await refresh(fixtures, clientId, refreshToken, { scope: 'property:read' })).toMatchObject({
      body: { scope: 'property:read note:write' },
    })
  })

  test('"Refresh is refused when the person has not signed in for 30 days"', async () => {
    const { clientId, refreshToken } = await connectApp(fixtures, fixtures.as('branch'), ['property:read'])
    await fixtures.database.pool.query(`update app_user set last_login = $1::timestamptz - interval '30 days' where id = $2`, [
      fixtures.clock.now(),
      fixtures.idOf.branch,
    ])
    expect(await refresh(fixtures, clientId, refreshToken)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    await fixtures.database.pool.query('update app_user set last_login = $1 where id = $2', [
      fixtures.clock.now(),
      fixtures.idOf.branch,
    ])
    expect((await refresh(fixtures, clientId, refreshToken)).status).toBe(200)
  })
})

describe('POST /oauth/revoke', () => {
  test('ends the grant by either token, and answers 200 always', async () => {
    const { client, clientId, refreshToken } = await connectApp(fixtures, fixtures.as('branch'), ['property:read'])
    expect((await postForm(fixtures, 'revoke', { token: 'unknown', client_id: clientId })).status).toBe(200)
    expect((await postForm(fixtures, 'revoke', { token: refreshToken, client_id: document })).status).toBe(200)
    const read = () => client.inject({ method: 'GET', url: `/api/open/${fixtures.a.companyId}/properties` })
    expect((await read()).statusCode).toBe(200)
    expect((await postForm(fixtures, 'revoke', { token: refreshToken, client_id: clientId })).status).toBe(200)
    expect((await read()).statusCode).toBe(401)
    expect(await postForm(fixtures, 'revoke', {})).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })
})

describe('Lists', () => {
  test('GET and DELETE /user/me/apps: own grants only', async () => {
    const { client } = await connectApp(fixtures, fixtures.as('secondBranch'), ['property:read'])
    await client.inject({ method: 'GET', url: `/api/open/${fixtures.a.companyId}/properties` })
    const { data } = await fixtures.as('secondBranch').ok(listOwnGrants)
    expect(data).toEqual([
      {
        _id: expect.any(String),
        name: 'Larkmead Assistant',
        host: 'assistant.example',
        local: false,
        scopes: ['property:read'],
        createdon: fixtures.clock.now(),
        lastUsedOn: fixtures.clock.now(),
        lastUsedFrom: '127.0.0.x',
      },
    ])
    const at = { params: { grantId: data[0]?._id ?? '' } }
    expect(await fixtures.as('staff').refusal(endOwnGrant, at)).toMatchObject({ code: 'NOT_FOUND' })
    await fixtures.as('secondBranch').ok(endOwnGrant, at)
    expect(await fixtures.as('secondBranch').refusal(endOwnGrant, at)).toMatchObject({ code: 'NOT_FOUND' })
    expect((await client.inject({ method: 'GET', url: `/api/open/${fixtures.a.companyId}/properties` })).statusCode).toBe(401)
  })

  test('an administrator sees people, ends one grant, refuses the application, removes it', async () => {
    const company = fixtures.as('company')
    const { appId, clientId, client, refreshToken } = await connectApp(fixtures, fixtures.as('secondBranch'), ['property:read'])
    const at = { ...fixtures.a, appId }
    const read = async () =>
      (await client.inject({ method: 'GET', url: `/api/open/${fixtures.a.companyId}/properties` })).statusCode
    expect((await company.ok(listApps, { params: fixtures.a })).data.find(({ _id }) => _id === appId)).toMatchObject({
      people: 1,
    })
    const { data } = await company.ok(listAppGrants, { params: at })
    expect(data).toMatchObject([{ person: 'secondbranch people', scopes: ['property:read'] }])
    expect(await fixtures.as('otherCompany').refusal(listAppGrants, { params: { ...fixtures.b, appId } })).toMatchObject({
      code: 'NOT_FOUND',
    })
    const { version } = await company.ok(updateApp, { params: at, body: { state: 'refused' } })
    expect(await company.refusal(updateApp, { params: at, body: { state: 'allowed', version: version - 1 } })).toMatchObject({
      code: 'STALE_VERSION',
    })
    expect([await read(), (await refresh(fixtures, clientId, refreshToken)).status]).toEqual([401, 400])
    await company.ok(updateApp, { params: at, body: { state: 'allowed', scopes: ['note:write'] } })
    expect(await read()).toBe(403)
    await company.ok(endAppGrant, { params: { ...at, grantId: data[0]?._id ?? '' } })
    expect(await read()).toBe(401)
    await company.ok(deleteApp, { params: at })
    expect((await company.ok(listApps, { params: fixtures.a })).data.some(({ _id }) => _id === appId)).toBe(false)
    const kinds = (await auditEntries(fixtures.database, 'app-decided')).slice(-4).map(({ data: { state } }) => state)
    expect(kinds).toEqual(['allowed', 'refused', 'allowed', 'deleted'])
  })

  test('POST /company/…/app: an address, or a name and redirects; the same address twice is one application', async () => {
    const company = fixtures.as('company')
    serve({ body: { ...described, client_id: 'https://assistant.example/two.json', client_name: 'Two' } })
    const body = { clientId: 'https://assistant.example/two.json', scopes: ['property:read' as const] }
    const made = await company.ok(addApp, { params: fixtures.a, body })
    expect(made).toMatchObject({ name: 'Two', state: 'allowed', askedBy: null, clientId: body.clientId })
    const again = await company.ok(addApp, { params: fixtures.a, body: { ...body, scopes: ['note:write'] } })
    expect(again).toMatchObject({ _id: made._id, scopes: ['note:write'] })
    for (const wrong of [
      { ...body, name: 'Both', redirectUris: [redirectUri] },
      { scopes: body.scopes },
      { name: 'No redirects', scopes: body.scopes },
    ])
      expect(await company.refusal(addApp, { params: fixtures.a, body: wrong })).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test(`a company has ${maxApps} applications at most`, async () => {
    const { pool } = fixtures.database
    await pool.query(
      `insert into connected_app (company_id, id, client_id, name, host, redirect_uris, scopes, state, createdon)
       select $1, gen_random_uuid(), 'app_' || gen_random_uuid(), 'Many', 'many.example', '{https://many.example/}', '{}', 'asked', $2
       from generate_series(1, 50)`,
      [fixtures.a.companyId, fixtures.clock.now()],
    )
    const body = { name: 'One more', redirectUris: [redirectUri], scopes: ['property:read' as const] }
    expect(await fixtures.as('company').refusal(addApp, { params: fixtures.a, body })).toMatchObject({
      status: 409,
      code: 'TOO_MANY_APPS',
    })
    await pool.query(`delete from connected_app where name = 'Many'`)
  })
})
