import { hasPermission, type UserType } from '@gya/domain/access/permissions.ts'
import { toFormFields } from '@gya/domain/common/form-fields.ts'
import { type Endpoint, isWrite, scopeKeys } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import type { z } from 'zod'
import { databaseChecksum } from './database-checksum.ts'
import type { Fixtures, FixtureUser } from './fixtures.ts'
import { createPng, type FormPart, multipartForm } from './multipart-form.ts'
import { maliciousStrings, schemaArbitrary } from './schema-arbitrary.ts'
import { addressOf, type TestClient } from './test-client.ts'

/** Generates random requests from the contracts, valid and malformed: bodies, multipart forms, paths and queries. */

const callers = {
  platform: 'GYA_ADMIN',
  company: 'COMPANY_ADMIN',
  branch: 'BRANCH_ADMIN',
  staff: 'BRANCH_STAFF',
  vendor: 'VENDOR',
  otherCompany: 'COMPANY_ADMIN',
} as const satisfies Partial<Record<FixtureUser, UserType>>
type Caller = keyof typeof callers
const names = Object.keys(callers) as Caller[]

export type FuzzResult = {
  /** Number of responses per status. */
  answers: Record<number, number>
  /** Number of refused changes after which all rows were compared. */
  compared: number
  /** In milliseconds. */
  slowest: number
  /** Findings by kind, one line each. */
  faults: Record<'broken' | 'hanging' | 'wordless' | 'changing', string[]>
}

type Options = {
  runs: number
  /** Compare all rows after every n-th refused change. */
  compareEvery: number
  seed?: number
  print?: (line: string) => void
}

/** Calls that would delete what later requests need (companies, branches, users), and endless streams. */
const isExcluded = ({ call, name }: { call: Endpoint; name: string }): boolean =>
  (call.method === 'DELETE' && !call.path.includes(':propertyId')) ||
  /logout|deleteOwn|signOut|erase/i.test(name) ||
  Boolean(call.responseTypes?.includes('text/event-stream'))

const timeoutMs = 30_000

/** Sends at least `runs` requests, equally many to each call. */
export async function fuzzApi(fixtures: Fixtures, { runs, compareEvery, seed, print = () => {} }: Options): Promise<FuzzResult> {
  const calls = endpoints.filter((entry) => !isExcluded(entry))
  const perCall = Math.ceil(runs / calls.length)
  const found: FuzzResult = {
    answers: {},
    compared: 0,
    slowest: 0,
    faults: { broken: [], hanging: [], wordless: [], changing: [] },
  }
  const files = [await createPng(3, 3), ...documents]
  for (const [nth, { call }] of calls.entries()) {
    const known = [...idsOf(fixtures), ...(await newestIds(fixtures))]
    const requests = fc.sample(requestTo(fixtures, call, known, files), {
      numRuns: perCall,
      ...(seed ? { seed: seed + nth } : {}),
    })
    for (const [index, request] of requests.entries())
      await ask(fixtures, call, request, { found, compare: isWrite(call) && (nth + index) % compareEvery === 0 })
    print(`${call.method} ${call.path}`)
  }
  return found
}

type Asked = { found: FuzzResult; compare: boolean }

async function ask(fixtures: Fixtures, call: Endpoint, request: FuzzRequest, { found, compare }: Asked): Promise<void> {
  const before = compare ? await databaseChecksum(fixtures.database) : null
  const started = performance.now()
  const answer = await withinTime(send(fixtures.as(request.who), call, request))
  found.slowest = Math.max(found.slowest, performance.now() - started)
  const what = () => `${call.method} ${call.path} as ${request.who}: ${JSON.stringify(request).slice(0, 600)}`
  if (answer === null) return void found.faults.hanging.push(what())
  const { statusCode, body } = answer
  found.answers[statusCode] = (found.answers[statusCode] ?? 0) + 1
  if (statusCode >= 500) found.faults.broken.push(`${statusCode} ${body.slice(0, 200)} ${what()}`)
  if (statusCode >= 400 && !isErrorBody(body)) found.faults.wordless.push(`${statusCode} ${body.slice(0, 200)} ${what()}`)
  if (before === null || statusCode < 400) return
  found.compared += 1
  const after = await databaseChecksum(fixtures.database)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  if (changed.length > 0) found.faults.changing.push(`${statusCode} ${changed.join()} ${what()}`)
}

async function withinTime(answer: Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}

function isErrorBody(body: string): boolean {
  try {
    const { code, message } = JSON.parse(body) as { code?: unknown; message?: unknown }
    return typeof code === 'string' && typeof message === 'string' && message !== ''
  } catch {
    return false
  }
}

const idsOf = ({ first, second, other, idOf }: Fixtures): string[] => [
  ...new Set([first, second, other].flatMap((place) => Object.values(place)).concat(Object.values(idOf))),
]

/** The newest ids of each table, so that requests also refer to existing child records. */
async function newestIds({ database }: Fixtures): Promise<string[]> {
  const tables = [
    'offer',
    'asking_price',
    'viewing',
    'relaunch',
    'note',
    'document',
    'fall_off',
    'company_contact',
    'company_contact_poc',
  ]
  const found = await Promise.all(
    tables.map((table) => database.pool.query<{ id: string }>(`select id from ${table} order by id desc limit 2`)),
  )
  return found.flatMap(({ rows }) => rows.map(({ id }) => id))
}

type FuzzRequest = {
  who: Caller
  params: object
  query: unknown
  /** Appended to the query string as is. */
  querySuffix: string
  body: unknown
  /** Sent as multipart instead of JSON, with or without a file, possibly truncated. */
  form: { file: Buffer | null; fileName: string; part: string; cut: number } | null
}

const partOf = (call: Endpoint, name: string): z.ZodType => call.params?.shape[name] as z.ZodType
const isLetIn = (call: Endpoint, who: Caller): boolean =>
  call.permission === 'public' || hasPermission(callers[who], call.permission)

/** Mostly one of `usual` if there are any, sometimes one of `odd`. */
const mostlyOneOf = <T>(usual: readonly T[], odd: readonly T[]): fc.Arbitrary<T> =>
  usual.length === 0
    ? fc.constantFrom(...odd)
    : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) })

const oddQueries = [
  '&',
  '&a',
  '&a[b]=1',
  '&__proto__[x]=1',
  '&q=%00',
  '&q=%ff%fe',
  '&q=%',
  '&textSearch=a&textSearch=b',
  `&${'a=1&'.repeat(2000)}`,
  '&=&==',
]

const documents = [
  Buffer.from('%PDF-1.4\n%%EOF\n'),
  Buffer.from('plain text'),
  Buffer.from('<!doctype html><script>hit()</script>'),
  Buffer.from('GIF89a/*<svg onload=hit()>*/=1;hit()'),
  Buffer.alloc(0),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.alloc(3000, 0xff),
]

const formOfAny = (files: readonly Buffer[]): fc.Arbitrary<FuzzRequest['form']> =>
  fc.record({
    file: fc.option(fc.constantFrom(...files)),
    fileName: fc.oneof(fc.constantFrom('a.png', 'a.pdf', 'a.txt', 'a.csv'), fc.constantFrom(...maliciousStrings)),
    part: mostlyOneOf(['file'], ['file2', 'name', '__proto__', '']),
    cut: mostlyOneOf([1], [0, 0.3, 0.9]),
  })

/** A random request for a call: caller, path parameters, query and body. */
function requestTo(
  { first, second, other }: Fixtures,
  call: Endpoint,
  known: readonly string[],
  files: readonly Buffer[],
): fc.Arbitrary<FuzzRequest> {
  const parts = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const place = mostlyOneOf([first], [second, other])
  const inForm = call.form ? fc.option(formOfAny(files), { freq: 1, nil: null }) : fc.constant(null)
  return fc.record({
    who: mostlyOneOf(
      names.filter((who) => who !== 'otherCompany' && isLetIn(call, who)),
      names,
    ),
    params: fc
      .tuple(place, fc.record(Object.fromEntries(parts.map((name) => [name, schemaArbitrary(partOf(call, name), known)]))))
      .map(([at, made]) => ({
        ...made,
        ...Object.fromEntries(scopeKeys.flatMap((key) => (parts.includes(key) ? [[key, at[key]]] : []))),
      })),
    query: call.query ? schemaArbitrary(call.query, known) : fc.constant({}),
    querySuffix: mostlyOneOf([''], oddQueries),
    body: call.body
      ? fc.tuple(place, schemaArbitrary(call.body, known)).map(([at, body]) => withScopeIds(call, at, body))
      : fc.constant(undefined),
    form: inForm,
  })
}

/** Puts existing scope ids into a body. */
function withScopeIds(call: Endpoint, at: Record<string, string>, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const named = Object.entries(call.scopeInBody ?? {}).map(([key, field]) => [field, at[key]])
  return { ...body, ...Object.fromEntries(named) }
}

/** Converts values to query parameters: non-strings as JSON, lone surrogates replaced. */
const inAddress = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof values === 'object' && values !== null ? values : { values }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)]],
    ),
  )

async function send(client: TestClient, call: Endpoint, { params, query, querySuffix, body, form }: FuzzRequest) {
  const address = addressOf(call.path, inAddress(params), inAddress(query))
  const url = querySuffix ? `${address}${address.includes('?') ? '' : '?'}${querySuffix}` : address
  if (form) return client.inject({ method: call.method, url, ...(await multipartOf(body, form)) })
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
  return client.inject({ method: call.method, url, ...json })
}

async function multipartOf(body: unknown, { file, fileName, part, cut }: NonNullable<FuzzRequest['form']>) {
  const isFields = typeof body === 'object' && body !== null && !Array.isArray(body)
  const fields: FormPart[] = isFields
    ? toFormFields(body as Record<string, unknown>).map(([name, value]) => [name, value.toWellFormed()])
    : [['body', JSON.stringify(body) ?? '']]
  const { headers, payload } = await multipartForm(file ? [...fields, [part, file, fileName.toWellFormed()]] : fields)
  return { headers, payload: payload.subarray(0, Math.floor(payload.length * cut)) }
}
