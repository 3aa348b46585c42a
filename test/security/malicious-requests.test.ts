import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { hasPermission } from '@gya/domain/access/permissions.ts'
import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseChecksum } from '../support/database-checksum.ts'
import { type Fixtures, type FixtureUser, openFixtures, testPassword } from '../support/fixtures.ts'
import { sampleValue } from '../support/schema-samples.ts'
import { signIn } from '../support/sign-in.ts'
import { addressOf } from '../support/test-client.ts'

/** Malicious fields, paths and search texts, derived from the contracts. */

let fixtures: Fixtures
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'gya-web-'))
  for (const folder of ['dist/login', 'dist/vendor', 'dist/assets']) await mkdir(join(webRoot, folder), { recursive: true })
  for (const page of ['index.html', 'login/index.html', 'vendor/index.html', 'assets/a.js'])
    await writeFile(join(webRoot, 'dist', page), 'ours')
  await writeFile(join(webRoot, 'secret.txt'), 'a secret')
  fixtures = await openFixtures({ webRoot: join(webRoot, 'dist') })
})
afterAll(async () => {
  await fixtures.close()
  await rm(webRoot, { recursive: true })
})

const roles = {
  vendor: 'VENDOR',
  staff: 'BRANCH_STAFF',
  branch: 'BRANCH_ADMIN',
  company: 'COMPANY_ADMIN',
  platform: 'GYA_ADMIN',
} as const
const strongest = ['platform', 'company', 'branch', 'staff', 'vendor'] as const
const guarded = endpoints.map(({ call }) => call).filter(({ permission }) => permission !== 'public')
const whoMay = ({ permission }: Endpoint, people: readonly (keyof typeof roles)[]): FixtureUser =>
  people.find((name) => permission !== 'public' && hasPermission(roles[name], permission)) ?? 'platform'
const placeOf = (call: Endpoint, over: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(
    [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name,
      String(sampleValue(call.params?.shape[name] as z.ZodType, fixtures.first.propertyId)),
    ]),
  ),
  ...fixtures.first,
  ...over,
})

describe('Mass assignment', () => {
  /** Fields that an attacker might add. */
  const coveted = [
    'type',
    'company',
    'companyId',
    'company_id',
    'availableLicenses',
    'activated',
    'version',
    'createdon',
    'deleted_on',
    'owner',
    'ownerId',
    'owner_id',
    'userId',
    'user_id',
    'passwordReset',
    'password_hash',
    'email_verified',
    'permissions',
    'branchIds',
    'branches',
    'price',
    'agreedPrice',
    'phase',
    'createdBy',
    '__proto__x',
    'constructor',
  ]

  /** Every object within a schema, by path, however it is wrapped. */
  function objectsOf(schema: z.ZodType, path = ''): [string, z.ZodObject][] {
    const {
      innerType,
      options,
      element,
      in: input,
    } = schema.def as unknown as Record<string, z.ZodType | undefined> & { options?: z.ZodType[] }
    const inners = [innerType, element, input, ...(Array.isArray(options) ? options : [])].filter(
      (one): one is z.ZodType => one !== undefined,
    )
    if (schema instanceof z.ZodObject)
      return [
        [path, schema],
        ...Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
          objectsOf(field, `${path}.${name}`),
        ),
      ]
    return inners.flatMap((inner) => objectsOf(inner, path))
  }

  test('every object in every contract is strict', () => {
    const taken = endpoints.flatMap(({ call }) =>
      (['params', 'query', 'body'] as const).flatMap((part) =>
        call[part]
          ? objectsOf(call[part]).map(([path, one]) => [`${call.method} ${call.path} ${part}${path}`, one] as const)
          : [],
      ),
    )
    expect(taken.length).toBeGreaterThan(150)
    const open = taken.filter(([, one]) => !(one.def.catchall instanceof z.ZodNever)).map(([where]) => where)
    // Providers of single sign-on add parameters of their own.
    expect(open).toEqual(['GET /auth/sso/back query'])
  })

  test('response fields, columns and guessed fields are refused in every body, and nothing changes', async () => {
    const { rows } = await fixtures.database.pool.query<{ name: string }>(
      `select distinct column_name::text as name from information_schema.columns where table_schema = 'public'`,
    )
    const before = await databaseChecksum(fixtures.database)
    const wrong: string[] = []
    let sent = 0
    for (const call of guarded.filter((one) => isWrite(one) && one.body)) {
      const own = new Set(Object.keys(call.body?.shape ?? {}))
      const answered = call.response instanceof z.ZodObject ? Object.keys(call.response.shape) : []
      const added = [...new Set([...coveted, ...answered, ...rows.map(({ name }) => name)])].filter((name) => !own.has(name))
      const least = sampleValue(call.body as z.ZodType, fixtures.first.propertyId) as Record<string, unknown>
      const scope = Object.fromEntries(Object.entries(call.scopeInBody ?? {}).map(([key, field]) => [field, placeOf(call)[key]]))
      for (const name of added)
        if (call.body?.safeParse({ ...least, [name]: least[name] ?? 1 }).success) wrong.push(`${call.path} takes ${name}`)
      const payload = { ...least, ...scope, ...Object.fromEntries(added.map((name) => [name, 'GYA_ADMIN'])) }
      // A support access is refused before the body is read.
      const people = call.refusedInSupportAccess ? strongest.slice(1) : strongest
      const as = fixtures.as(whoMay(call, people))
      const answer = await as.inject({ method: call.method, url: addressOf(call.path, placeOf(call)), payload })
      sent += added.length
      if (answer.statusCode !== 400) wrong.push(`${call.method} ${call.path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
    }
    expect(sent).toBeGreaterThan(10_000)
    expect(wrong).toEqual([])
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('a company admin cannot change licences or fee deduction', async () => {
    const columns = ['available_licenses', 'fee_deduction'] as const
    const read = () =>
      fixtures.database.db.selectFrom('company').select(columns).where('id', '=', fixtures.a.companyId).executeTakeFirst()
    const before = await read()
    for (const change of [{ availableLicenses: 9999 }, { feeDeduction: 100 }])
      expect(
        (await fixtures.as('company').refusal(updateCompany, { body: { _id: fixtures.a.companyId, ...change } })).status,
      ).toBe(403)
    expect(await read()).toEqual(before)
  })
})

describe('Privilege escalation', () => {
  const types = ['GYA_ADMIN', 'COMPANY_ADMIN', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'VENDOR']
  const withType = (schema: z.ZodType): boolean =>
    schema instanceof z.ZodObject &&
    ('type' in schema.shape || Object.values(schema.shape).some((one) => withType(innermost(one))))
  const innermost = (schema: z.ZodType): z.ZodType => {
    const { innerType } = schema.def as { innerType?: z.ZodType }
    return innerType ? innermost(innerType) : schema
  }
  const typed = guarded.filter((call) => isWrite(call) && call.body && withType(call.body))

  test('no call that takes a user type gives a role that the caller may not give', async () => {
    const accounts = () =>
      fixtures.database.db.selectFrom('app_user').select(['id', 'type', 'company_id']).orderBy('id').execute()
    const before = await accounts()
    let tries = 0
    for (const call of typed)
      for (const who of ['vendor', 'staff', 'branch'] as const)
        for (const type of types)
          for (const userId of [fixtures.idOf[who], fixtures.idOf.secondBranch]) {
            const card = { firstName: 'New', lastName: 'Somebody', email: `new.${(tries += 1)}@people.example`, type }
            const scope = Object.fromEntries(
              Object.entries(call.scopeInBody ?? {}).map(([key, field]) => [field, placeOf(call)[key]]),
            )
            const payload = call.body?.shape.administrator
              ? { ...(sampleValue(call.body, userId) as object), ...scope, administrator: card }
              : { ...card, ...scope }
            await fixtures.as(who).inject({ method: call.method, url: addressOf(call.path, placeOf(call, { userId })), payload })
          }
    expect(typed.length).toBeGreaterThan(4)
    const after = await accounts()
    // Existing users keep their roles; a branch admin adds users to their own branch only.
    expect(after.filter(({ id }) => before.some((one) => one.id === id))).toEqual(before)
    const added = after.filter(({ id }) => !before.some((one) => one.id === id))
    expect(added.length).toBeGreaterThan(0)
    expect(
      [...new Set(added.map(({ type }) => type))].filter((type) => !['BRANCH_ADMIN', 'BRANCH_STAFF'].includes(type)),
    ).toEqual([])
    expect(added.filter(({ company_id }) => company_id !== fixtures.a.companyId)).toEqual([])
  })
})

describe('Path traversal', () => {
  const odd = ['..', '%2e%2e', '..%2f..%2fetc%2fpasswd', '%2fetc%2fpasswd', 'a%00b', '%5c..%5c..', '%ff', ';']

  test('no part of a call’s path is decoded into another route', async () => {
    const port = Number(new URL(await fixtures.app.listen({ port: 0, host: '127.0.0.1' })).port)
    const { token } = await signIn(fixtures, fixtures.emailOf('platform'), testPassword)
    const agent = new Agent({ keepAlive: true })
    const headers = { authorization: `Bearer ${token}` }
    /** Sends the exact path: HTTP clients would normalise it. */
    const send = async (method: string, path: string) => {
      const asking = request({ port, method, path, headers, agent })
      const [answer] = (await once(asking.end(), 'response')) as [IncomingMessage]
      return { status: answer.statusCode ?? 0, body: await text(answer) }
    }
    const before = await databaseChecksum(fixtures.database)
    const wrong: string[] = []
    const parts = guarded.flatMap((call) => [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({ call, name })))
    // Each part of each path is tested with two of them, and all parts with many.
    for (const [nth, { call, name }] of parts.entries())
      for (const taken of [odd[nth % odd.length] ?? '', odd[(nth + 3) % odd.length] ?? '']) {
        const path = addressOf(call.path, placeOf(call, { [name]: 'the-part' })).replace('the-part', taken)
        const { status, body } = await send(call.method, path)
        if (![400, 403, 404].includes(status) || !body.startsWith('{"code"'))
          wrong.push(`${call.method} ${path}: ${status} ${body.slice(0, 100)}`)
      }
    agent.destroy()
    expect(parts.length).toBeGreaterThan(200)
    expect(wrong).toEqual([])
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test.each([
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/login/..%2f..%2fsecret.txt',
    '//evil.example/%2e%2e',
    '//evil.example//',
    '/%2f%2fevil.example/..',
    '/login/%2f%2fevil.example',
    '/login?next=https://evil.example',
    '/vendor//evil.example',
    '/assets',
    '/assets/',
    '/login%00.html',
  ])('GET %s serves no file outside the pages, and redirects to no other site', async (url) => {
    const { statusCode, body, headers } = await fixtures.anonymous.inject({ method: 'GET', url })
    expect(body).not.toContain('a secret')
    expect([statusCode, headers.location]).toEqual([
      expect.toSatisfy((status: number) => status === 200 || (status >= 400 && status < 500)),
      undefined,
    ])
  })
})

describe('SQL wildcards and quotes in search texts', () => {
  const searching = guarded.flatMap((call) =>
    Object.keys(call.query?.shape ?? {})
      .filter((name) => ['textSearch', 'searchText', 'postcode', 'line1', 'email'].includes(name) && !call.responseTypes)
      .map((name) => ({ call, name, is: `${call.path} ${name}` })),
  )
  type Found = { data?: unknown[]; groups?: unknown[]; candidates?: unknown[]; count?: number; now?: number }
  const countOf = ({ data, groups, candidates, count, now }: Found): number =>
    now ?? (data ?? groups ?? candidates)?.length ?? count ?? -1
  let contactId: string
  beforeAll(async () => {
    const pocs = [{ name: 'Poc', email: 'poc@people.example' }]
    contactId = (await fixtures.as('company').ok(createContact, { params: fixtures.a, body: { name: 'Firm', pocs } }))._id
    // `placeOf` sets every id of a path to the property's.
    const row = [fixtures.a.companyId, fixtures.first.propertyId, fixtures.idOf.company, fixtures.clock.now()]
    await fixtures.database.pool.query(
      `insert into import (company_id, id, name, system, created_by, createdon) values ($1, $2, 'Old', 'old', $3, $4)`,
      row,
    )
    // The register of customer checks is searched where it is on.
    await fixtures.database.pool.query('insert into sale_file_settings (company_id, checks, createdon) values ($1, true, $2)', [
      fixtures.a.companyId,
      fixtures.clock.now(),
    ])
  })

  test('the list of search fields is not empty', () => expect(searching.length).toBeGreaterThan(8))

  test.each(searching.filter(({ call }) => !isWrite(call)))('$is', async ({ call, name }) => {
    const ask = async (typed: string) => {
      const least = call.query ? (sampleValue(call.query, contactId) as object) : {}
      const url = addressOf(call.path, placeOf(call), { ...least, [name]: typed })
      const { statusCode, body } = await fixtures.as(whoMay(call, ['company', 'platform'])).inject({ method: 'GET', url })
      // Too long or badly formed texts are refused.
      if (statusCode === 400) return null
      expect([typed, statusCode]).toEqual([typed, 200])
      return countOf(JSON.parse(body) as Found)
    }
    const found = []
    for (const typed of [
      '%%%',
      '___',
      '\\\\\\',
      "'''",
      `'; drop table company; --`,
      `' or ''='`,
      '.*.*',
      '(((',
      '[a-z]',
      '$$$',
      '{{7*7}}',
    ])
      found.push(await ask(typed))
    expect(found.filter((count) => count !== null && count !== 0)).toEqual([])
    expect(found.filter((count) => count === 0).length).toBeGreaterThan(5)
  })
})

describe('SQL injection', () => {
  const folder = join(import.meta.dirname, '../../server')
  const sources = async () => {
    const names = await readdir(folder, { recursive: true })
    const wanted = names.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\/|^demo\//.test(name))
    return Promise.all(wanted.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
  }

  /** The places where text becomes part of a statement, and why this is safe. */
  const allowed: Record<string, string> = {
    'features/today/day.read-model.ts sql.lit(leadDays.move)': 'a constant of the domain',
    'features/today/people.read-model.ts sql.lit(group)': 'names of the table of groups',
    'features/today/rank-sql.ts sql.lit(String(key)': 'keys of steps',
    'features/today/today.read-model.ts sql.lit(group)': 'names of the table of groups',
    'features/today/rank-sql.ts sql.lit(band.nearness)': 'numbers of the table of points',
    'features/today/rank-sql.ts sql.lit(brokenPromise)': 'a number of the table of points',
    'features/today/rank-sql.ts sql.lit(exchangeWithin)': 'numbers of the table of points',
    'features/today/rank-sql.ts sql.lit(progressUnder)': 'numbers of the table of points',
    'features/today/rank-sql.ts sql.lit(feeLimits.least)': 'a number of the table of points',
    'features/today/rank-sql.ts sql.lit(feeLimits.most)': 'a number of the table of points',
    'features/forecast/forecast-rows.ts sql.lit(Math.min(day + 1, daysAhead)': 'numbers of days',
    'features/dashboard/metric-sql.ts sql.lit(what)': 'names of the table of metrics',
    'features/dashboard/metric-rows.ts sql.lit(nth)': 'a count',
    'features/dashboard/dashboard.read-model.ts sql.lit(what)': 'names of the table of metrics',
    'features/dashboard/dashboard.read-model.ts sql.lit(platformCompanyId)': 'a constant, for grouping',
    'features/week/week.read-model.ts sql.lit(phase)': 'one of two phases that the file names',
    'features/archives/insert-rows.ts sql.lit(name)': 'names of columns of the catalogue',
    'features/archives/stage-tables.ts sql.raw(staged)': 'definitions of indexes of the catalogue',
    'features/archives/dump-table.ts sql.lit(companyId)': 'the id of a job; a cursor is declared without parameters',
    'features/dashboard/dashboard.read-model.ts sql.lit(days)': 'numbers of the table of metrics',
    "features/properties/read/property-query.ts sql.lit('expected-exchange-set')": 'a constant, so that a partial index applies',
    'http/access/reach.ts sql.raw(reachOf()': 'a constant of the file',
    "emails/outbox.ts sql.raw(columnCasts[name] ?? '')": 'types of columns, from a constant in the file',
  }

  test('sql.raw and sql.lit are used at the listed places only', async () => {
    const found = (await sources()).flatMap(({ name, text }) =>
      [...text.matchAll(/\bsql\s*\.\s*(?:raw|lit|literal)\b[^)]*\)|(?<![.\w])raw\(/g)].map(([use]) => `${name} ${use}`),
    )
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(allowed).toSorted())
  })

  /** Plain statements that consist of constants of the file. */
  const constantStatements = ['db/embedded/embedded-postgres.ts create role', 'features/live/change-listener.ts listen']
  test('no plain statement interpolates values', async () => {
    const found = (await sources()).flatMap(({ name, text }) =>
      [...text.matchAll(/\bquery(?:<[^(]*>)?\(\s*(?:`([^`]*\$\{)|'[^']*'\s*\+|"[^"]*"\s*\+)/g)].map(
        ([, start = '']) => `${name} ${start.split(/ \w*'|\s+\S*\$/)[0]}`,
      ),
    )
    expect(found.filter((use) => !constantStatements.some((known) => use.startsWith(known)))).toEqual([])
  })

  test('interpolated identifiers come from the code', async () => {
    const found = (await sources()).flatMap(({ name, text }) =>
      [...text.matchAll(/sql\.(?:ref|table|id)\(([^)]*)\)/g)].map(([, what = '']) => `${name} ${what}`),
    )
    expect(found.filter((use) => /\b(body|query|params|request|asked|typed)\b/.test(use.split(' ').slice(1).join(' ')))).toEqual(
      [],
    )
  })
})
