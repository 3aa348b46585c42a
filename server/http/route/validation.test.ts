import type { ErrorBody } from '@gya/domain/error-catalogue.ts'
import { readBranch, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany, readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, testAddress } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
let untouched: Record<string, string>
beforeAll(async () => {
  fixtures = await openFixtures()
  untouched = await databaseChecksum(fixtures.database)
})
afterAll(() => fixtures.close())

const json = { 'content-type': 'application/json' }
const company = { name: 'Company', availableLicenses: 1, address: testAddress('1 Road') }

/** Sends a raw body to POST /api/company; returns the error and checks that nothing was written or logged as an error. */
async function refused(payload: string | Buffer, headers: Record<string, string> = json, url = '/api/company') {
  const answer = await fixtures.as('platform').inject({ method: 'POST', url, headers, payload })
  const body = answer.json<ErrorBody>()
  expect(await databaseChecksum(fixtures.database)).toEqual(untouched)
  expect(fixtures.log.filter((line) => line.includes('request failed'))).toEqual([])
  expect(body).toMatchObject({ requestId: answer.headers['x-request-id'], message: expect.stringMatching(/^[A-Z].*\.$/) })
  for (const { message } of body.issues ?? []) expect(message).toMatch(/^[A-Z](?!nvalid input).*\.$/)
  return {
    status: answer.statusCode,
    code: body.code,
    issues: (body.issues ?? []).map(({ path, message }) => `${path}: ${message}`),
  }
}

describe('POST /company refuses malformed bodies with VALIDATION_FAILED', () => {
  test.each([
    ['cut off', '{"name":', ': The body is not valid JSON.'],
    ['empty', '', ': The body is empty.'],
    ['not JSON', 'name=Company', ': The body is not valid JSON.'],
    ['prototype pollution by __proto__', '{"__proto__":{"type":"GYA_ADMIN"},"name":"Company"}', ': The body is not valid JSON.'],
    ['prototype pollution by constructor', '{"constructor":{"prototype":{"type":"GYA_ADMIN"}}}', ': The body is not valid JSON.'],
    ['a repeated member', '{"name":"Company","name":"Other"}', 'name: This field occurs twice.'],
    ['a repeated member by an escape', '{"address":{"town":"A","to\\u0077n":"B"}}', 'address.town: This field occurs twice.'],
    ['a list', '[]', ': This is not in the right form.'],
    ['text', '"Company"', ': This is not in the right form.'],
    ['nested 200,000 deep', '['.repeat(200_000) + ']'.repeat(200_000), ': This is not in the right form.'],
  ])('%s', async (_what, payload, issue) => {
    expect(await refused(payload)).toEqual({ status: 400, code: 'VALIDATION_FAILED', issues: [issue] })
  })

  test('nested 90,000 levels deep in a field', async () => {
    const deep = `${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}`
    const { status, issues } = await refused(JSON.stringify({ ...company, address: 'HERE' }).replace('"HERE"', deep))
    expect(status).toBe(400)
    expect(issues).toContain('address.a: This field is not known.')
  })

  test('null is an empty body', async () => {
    expect((await refused('null')).issues).toEqual([
      'name: Enter text.',
      'availableLicenses: Enter a whole number.',
      'address: This is missing.',
    ])
  })

  test('of a mebibyte or more', async () => {
    expect(await refused(JSON.stringify({ ...company, name: 'x'.repeat(1_048_576) }))).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    })
  })

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/json-patch+json', ''])(
    'of content type %j',
    async (type) => {
      const headers: Record<string, string> = type ? { 'content-type': type } : {}
      expect(await refused(Buffer.from(JSON.stringify(company)), headers)).toMatchObject({
        status: 415,
        code: 'MEDIA_TYPE_NOT_ALLOWED',
      })
    },
  )
})

describe('POST /company refuses invalid fields with their path', () => {
  const cases: [what: string, change: Record<string, unknown>, issue: string][] = [
    ['a number for text', { name: 7 }, 'name: Enter text.'],
    ['null for text', { name: null }, 'name: Enter text.'],
    ['text for a number', { availableLicenses: '3' }, 'availableLicenses: Enter a whole number.'],
    ['a list for an object', { address: [] }, 'address: This is not in the right form.'],
    ['an object for text', { name: { $ne: '' } }, 'name: Enter text.'],
    ['an unknown field', { isAdmin: true }, 'isAdmin: This field is not known.'],
    ['an unknown nested field', { address: { ...testAddress('1 Road'), geo: 1 } }, 'address.geo: This field is not known.'],
    ['a read-only field', { _id: '019cd714-f23b-7000-8000-000000000000' }, '_id: This field is not known.'],
    ['too long text', { name: 'x'.repeat(121) }, 'name: Use at most 120 characters.'],
    ['blank text', { name: ' \u00a0 ' }, 'name: Enter the name of the company.'],
    ['too large a number', { availableLicenses: 1e21 }, 'availableLicenses: Use 10,000 or less.'],
    ['a NUL', { name: 'Com\u0000pany' }, 'name: This holds characters that cannot be seen or stored.'],
    ['a name of invisible characters', { name: '\u3164\u200d\u2800' }, 'name: Enter the name of the company.'],
    ['a zero-width space', { name: 'Com\u200bpany' }, 'name: This holds characters that cannot be seen or stored.'],
    ['a right-to-left override', { name: 'Com\u202eynap' }, 'name: This holds characters that cannot be seen or stored.'],
    ['a lone surrogate', { name: 'Company \ud83c' }, 'name: This holds characters that cannot be seen or stored.'],
    ['an escape sequence', { name: '\u001b[31mCompany' }, 'name: This holds characters that cannot be seen or stored.'],
    ['a line break in single-line text', { name: 'Com\npany' }, 'name: This holds characters that cannot be seen or stored.'],
    ['an invalid telephone number', { tel: '<script>' }, 'tel: Enter a telephone number.'],
  ]
  test.each(cases)('%s', async (_what, change, issue) => {
    const { status, issues } = await refused(JSON.stringify({ ...company, ...change }))
    expect(status).toBe(400)
    expect(issues).toContain(issue)
  })

  test('at most fifty issues are reported', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field-${n}`, n]))
    const { issues } = await refused(JSON.stringify({ timeline: Array.from({ length: 300 }, () => many) }))
    expect(issues.length).toBeLessThanOrEqual(50)
  })
})

describe('Invalid URLs respond VALIDATION_FAILED', () => {
  const ask = async (url: string) => {
    const answer = await fixtures.as('platform').inject({ url })
    const { code, issues, requestId } = answer.json<ErrorBody>()
    expect(requestId).toBe(answer.headers['x-request-id'])
    return [answer.statusCode, code, ...(issues ?? []).map(({ path, message }) => `${path}: ${message}`)]
  }
  const companyUrl = () => `/api/company/${fixtures.a.companyId}`

  test.each([
    'abc',
    '1',
    '%00',
    '%27%20or%201=1',
    '..%2f..%2fetc',
    '{}',
    'null',
    'undefined',
    '00000000-0000-0000-0000-00000000000g',
  ])('an invalid id: %s', async (id) => {
    expect(await ask(`/api/company/${id}`)).toEqual([400, 'VALIDATION_FAILED', 'companyId: This is not an id.'])
  })

  test('a malformed or too long URL', async () => {
    expect(await ask('/api/company/%ZZ')).toEqual([400, 'VALIDATION_FAILED', ': This is not a valid URL.'])
    expect(await ask(`/api/company/${'a'.repeat(500)}`)).toEqual([400, 'VALIDATION_FAILED', ': This URL is too long.'])
  })

  test('an unknown, repeated or out-of-range query parameter', async () => {
    expect(await ask(`${companyUrl()}?deep=true`)).toEqual([400, 'VALIDATION_FAILED', 'deep: This field is not known.'])
    expect(await ask('/api/company/list?__proto__=1')).toEqual([400, 'VALIDATION_FAILED', '__proto__: This field is not known.'])
    expect(await ask('/api/company/list?itemsPerPage=1&itemsPerPage=2')).toEqual([
      400,
      'VALIDATION_FAILED',
      'itemsPerPage: Enter text.',
    ])
    expect(await ask('/api/company/list?itemsPerPage=101')).toEqual([400, 'VALIDATION_FAILED', 'itemsPerPage: Use 100 or less.'])
    expect(await ask('/api/company/list?itemsPerPage=0')).toEqual([400, 'VALIDATION_FAILED', 'itemsPerPage: Use 1 or more.'])
    expect(await ask('/api/company/list?itemsPerPage=1e2')).toEqual([
      400,
      'VALIDATION_FAILED',
      'itemsPerPage: Use a whole number.',
    ])
    expect(await ask('/api/company/list?currentPage=-1')).toEqual([400, 'VALIDATION_FAILED', 'currentPage: Use a whole number.'])
    expect(await ask(`/api/company/list?textSearch=${'x'.repeat(201)}`)).toEqual([
      400,
      'VALIDATION_FAILED',
      'textSearch: Use at most 200 characters.',
    ])
  })

  test('an unknown call or method responds NOT_FOUND', async () => {
    expect(await ask('/api/companies')).toEqual([404, 'NOT_FOUND'])
    const answer = await fixtures.as('platform').inject({ method: 'PATCH', url: companyUrl(), payload: {} })
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('ids are case-insensitive', async () => {
    const params = { companyId: fixtures.a.companyId.toUpperCase() }
    for (const name of ['platform', 'company', 'staff'] as const)
      expect(await fixtures.as(name).ok(readCompany, { params })).toMatchObject({ _id: fixtures.a.companyId })
  })
})

describe('Text is stored as sent', () => {
  test.each([
    ["Robert'); drop table company;--"],
    ['<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['100% & "quoted" \\ back\\slash \\u0041'],
    ['${jndi:ldap} {{7*7}} %s %d'],
    ['Zażółć gęślą jaźń – 東京 – שלום – مرحبا – 👩‍👩‍👧 – é'],
    ['=HYPERLINK("#A1")'],
    ['null'],
    ['[object Object]'],
  ])('%s', async (name) => {
    const params = { companyId: fixtures.first.companyId }
    expect(
      await fixtures
        .as('branch')
        .ok(updateBranch, { params, body: { _id: fixtures.first.branchId, name, displayText: `${name}\n\t${name}` } }),
    ).toMatchObject({
      name,
      displayText: `${name}\n\t${name}`,
    })
    expect(await fixtures.as('staff').ok(readBranch, { params: fixtures.first })).toMatchObject({
      name,
      displayText: `${name}\n\t${name}`,
    })
  })

  test('except that it is trimmed', async () => {
    const params = { companyId: fixtures.first.companyId }
    expect(
      await fixtures.as('branch').ok(updateBranch, { params, body: { _id: fixtures.first.branchId, name: '  First Street  ' } }),
    ).toMatchObject({
      name: 'First Street',
    })
  })
})

describe('Amounts and days', () => {
  const offer = { name: 'Bo Buyer', amount: 250_000, cashBuy: false, chain: false }
  test.each([
    ['half a penny', { amount: 1.005 }, 'amount: Use pounds and pence.'],
    ['a negative amount', { amount: -1 }, 'amount: Enter an amount of 0 or more.'],
    ['too large an amount', { amount: 1e12 }, 'amount: This amount is too large.'],
    ['an amount as text', { amount: '250000' }, 'amount: Enter an amount.'],
    ['a day that does not exist', { when: '2026-02-30' }, 'when: Enter a date.'],
    ['a timestamp for a day', { when: '2026-02-03T00:00:00Z' }, 'when: Enter a date.'],
    ['a day in another format', { when: '03/02/2026' }, 'when: Enter a date.'],
  ])('%s', async (_what, change, issue) => {
    const before = await databaseChecksum(fixtures.database)
    const { status, issues } = await fixtures
      .as('staff')
      .refusal(addOffer, { params: fixtures.first, body: { ...offer, ...(change as object) } })
    expect([status, ...(issues ?? []).map(({ path, message }) => `${path}: ${message}`)]).toEqual([400, issue])
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})

test('POST /support/request keeps line breaks and refuses blank messages', async () => {
  expect(await fixtures.as('staff').refusal(requestSupport, { body: { message: ' \n\n ' } })).toMatchObject({
    issues: [{ path: 'message', message: 'Write at least 3 characters.' }],
  })
})

test('The corrected body is accepted', async () => {
  expect(await fixtures.as('platform').call(createCompany, { body: company })).toMatchObject({ status: 200 })
})
