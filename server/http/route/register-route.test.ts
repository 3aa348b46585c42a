import { endpoint } from '@gya/domain/endpoint.ts'
import { DomainError, type ErrorBody } from '@gya/domain/error-catalogue.ts'
import { login } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { registerPreparedRoute, registerRoute } from './register-route.ts'

const secretText = 'Jane Doe, 12 Acacia Avenue, jane.doe@people.example'

const call = endpoint({
  method: 'POST',
  path: '/test/:companyId/call',
  permission: 'company.edit',
  summary: 'Renames the company and ends as requested.',
  params: z.strictObject({ companyId: z.uuid() }),
  body: z.strictObject({
    ending: z.enum([
      'answer',
      'answer-wrongly',
      'answer-too-much',
      'refuse',
      'break',
      'break-constraint',
      'deadlock',
      'deadlock-once',
    ]),
  }),
  response: z.object({
    name: z.string(),
    pounds: z.codec(z.number(), z.int(), { decode: (p) => p * 100, encode: (p) => p / 100 }),
  }),
})

const prepared = endpoint({
  method: 'POST',
  path: '/test/prepared',
  permission: 'account.use',
  summary: 'Does work before its transaction.',
  response: z.object({ prepared: z.int(), handled: z.int() }),
})

const dropped = endpoint({
  method: 'GET',
  path: '/test/dropped',
  permission: 'account.use',
  summary: 'Will be dropped.',
  deprecated: { since: '2026-03-01', sunset: '2027-03-01', use: '/user/me' },
  response: z.object({}),
})

let fixtures: Fixtures
let tries = 0
let preparations = 0
const deadlock = () => Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' })

beforeAll(async () => {
  fixtures = await openFixtures({
    registerRoutes: (app) => {
      registerRoute(app, call, async ({ params, body, db }) => {
        tries += 1
        await db
          .updateTable('company')
          .set({ name: `Renamed ${tries}`, tel: secretText })
          .where('id', '=', params.companyId)
          .execute()
        if (body.ending === 'refuse') throw new DomainError('LICENCES_USED')
        if (body.ending === 'break') throw new Error('broken')
        if (body.ending === 'break-constraint')
          await db.updateTable('company').set({ name: '' }).where('id', '=', params.companyId).execute()
        if (body.ending === 'deadlock' || (body.ending === 'deadlock-once' && tries === 1)) throw deadlock()
        if (body.ending === 'answer-wrongly') return { name: secretText, pounds: 1.5 }
        return {
          name: `Renamed ${tries}`,
          pounds: 150,
          ...(body.ending === 'answer-too-much' ? { passwordHash: secretText } : {}),
        }
      })
      registerRoute(app, dropped, async () => ({}))
      registerPreparedRoute(
        app,
        prepared,
        async () => (preparations += 1),
        async ({ prepared }) => {
          tries += 1
          if (tries < 3) throw deadlock()
          return { prepared, handled: tries }
        },
      )
    },
  })
})
beforeEach(() => {
  tries = 0
  preparations = 0
  fixtures.log.length = 0
})
afterAll(() => fixtures.close())

const make = (ending: z.input<(typeof call)['body']>['ending']) =>
  fixtures.as('company').call(call, { params: fixtures.a, body: { ending } })

describe('Transaction of a call', () => {
  test.each([
    ['refuse', 409, 'LICENCES_USED'],
    ['break', 500, 'INTERNAL'],
    ['break-constraint', 500, 'INTERNAL'],
    ['answer-wrongly', 500, 'INTERNAL'],
    ['deadlock', 500, 'INTERNAL'],
  ] as const)('rolls back when the handler ends with: %s', async (ending, status, code) => {
    const before = await databaseChecksum(fixtures.database)
    expect(await make(ending)).toMatchObject({ status, body: { code } })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('is retried after a deadlock, at most three times', async () => {
    expect(await make('deadlock-once')).toMatchObject({ status: 200, body: { name: 'Renamed 2' } })
    tries = 0
    await make('deadlock')
    expect(tries).toBe(3)
  })

  test('does not repeat `prepare`', async () => {
    expect(await fixtures.as('staff').ok(prepared)).toEqual({ prepared: 1, handled: 3 })
    expect(preparations).toBe(1)
  })
})

describe('A deprecated call', () => {
  test('returns Deprecation and Sunset, also with an error, and is marked in the OpenAPI document', async () => {
    for (const status of [200, 401]) {
      const client = status === 200 ? fixtures.as('staff') : fixtures.app
      const { statusCode, headers } = await client.inject({ method: 'GET', url: '/api/test/dropped' })
      expect([statusCode, headers.deprecation, headers.sunset]).toEqual([status, '@1772323200', 'Mon, 01 Mar 2027 00:00:00 GMT'])
    }
    const document = fixtures.app.swagger()
    expect(document.paths?.['/test/dropped']).toMatchObject({ get: { deprecated: true } })
  })
})

describe('Response of a call', () => {
  test('is encoded by the contract; undeclared fields are omitted', async () => {
    expect((await make('answer-too-much')).body).toEqual({ name: 'Renamed 1', pounds: 1.5 })
  })
})

describe('Unexpected errors', () => {
  test('respond without the error text and are logged with the request id', async () => {
    const { body } = await make('break')
    expect(body).toEqual({
      code: 'INTERNAL',
      message: 'Something went wrong on our side. The error has been recorded.',
      requestId: expect.any(String),
    })
    const line = fixtures.log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ msg }) => msg === 'request failed')
    expect(line).toMatchObject({
      reqId: (body as ErrorBody).requestId,
      err: { message: 'broken', stack: expect.stringContaining('register-route.test.ts') },
    })
  })

  test.each(['break-constraint', 'answer-wrongly'] as const)('log no data of rows: %s', async (ending) => {
    await make(ending)
    expect(fixtures.log.join('')).toContain('request failed')
    expect(fixtures.log.join('')).not.toMatch(/Jane|Acacia|people\.example/)
  })
})

describe('Request log', () => {
  test('contains route, status and ids of the user', async () => {
    await make('answer')
    expect(fixtures.log.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        msg: 'call',
        route: '/api/test/:companyId/call',
        method: 'POST',
        status: 200,
        ms: expect.any(Number),
        user: fixtures.idOf.company,
      }),
    ])
  })

  test('contains no name, address, password, token or search text', async () => {
    await fixtures.anonymous.call(login, { body: { email: fixtures.emailOf('staff'), password: testPassword } })
    await fixtures.anonymous.call(login, { body: { email: 'nobody@people.example', password: 'Wrong-Password-2026' } })
    await fixtures
      .as('platform')
      .inject({ url: '/api/company/list?textSearch=Acacia', headers: { authorization: 'Bearer secret-token' } })
    await fixtures.as('platform').inject({ url: `/api/company/list?textSearch=Acacia&wrong=Acacia` })
    await fixtures.as('staff').inject({ url: '/Acacia?name=Acacia' })
    await fixtures.as('platform').inject({
      method: 'POST',
      url: '/api/company',
      headers: { 'content-type': 'application/json' },
      payload: '{"name":"Acacia',
    })
    const log = fixtures.log.join('')
    expect(log).not.toMatch(/Acacia|people\.example|Password|secret-token|gya_session/)
    expect(log).toContain('"status":401')
  })
})
