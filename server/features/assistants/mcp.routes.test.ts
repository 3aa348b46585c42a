import type { UserType } from '@gya/domain/access/permissions.ts'
import { scopesOfResource } from '@gya/domain/features/applications/applications.rules.ts'
import { maxToolList } from '@gya/domain/features/assistants/assistants.rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectApp, connectAssistant } from '../../../test/support/app-client.ts'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { makeKey } from '../../../test/support/key-client.ts'
import { openRawSocket } from '../../../test/support/raw-socket.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { tools } from './list-tools.ts'

let fixtures: Fixtures
type Assistant = Awaited<ReturnType<typeof connectAssistant>>
let staff: Assistant
beforeAll(async () => {
  fixtures = await openFixtures()
  staff = await connectAssistant(fixtures, fixtures.as('staff'))
})
beforeEach(async () => {
  await fixtures.database.pool.query('delete from rate_limit')
  fixtures.clock.advance({ minutes: 2 })
})
afterAll(() => fixtures.close())

type Listed = { name: string; inputSchema: { properties: Record<string, unknown> } }
const listed = async (assistant: Assistant) => ((await assistant.send('tools/list')) as { tools: Listed[] }).tools
const call = (name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: given },
})
const metadata = 'resource_metadata="http://gya.example/.well-known/oauth-protected-resource/api/mcp"'

describe('POST /mcp', () => {
  test('only a grant for tools opens it: no cookie, key or grant for the API', async () => {
    const { secret } = await makeKey(fixtures, { scopes: ['property:read'] })
    const ofApi = await connectApp(fixtures, fixtures.as('branch'))
    const request = { method: 'POST', url: '/api/mcp', payload: call('list_branches') } as const
    for (const authorization of [`Bearer ${secret}`, `Bearer ${ofApi.access}`, `Bearer gyat_${'a'.repeat(43)}`]) {
      const answer = await fixtures.app.inject({ ...request, headers: { authorization } })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toBe(`Bearer error="invalid_token", ${metadata}`)
    }
    const byCookie = await fixtures.as('staff').inject(request)
    expect([byCookie.statusCode, byCookie.headers['www-authenticate']]).toEqual([401, `Bearer ${metadata}`])
  })

  test('`Origin`, if sent, must be ours', async () => {
    expect((await staff.post(call('list_branches'), { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await staff.post(call('list_branches'), { origin: 'http://gya.example' })).statusCode).toBe(200)
  })

  test('GET and DELETE: 405', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await fixtures.app.inject({ method, url: '/api/mcp' })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
    }
  })

  test('a missing scope is HTTP 403 that names it', async () => {
    const narrow = await connectAssistant(fixtures, fixtures.as('staff'), ['property:read'])
    const answer = await narrow.post(call('read_today'))
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="day:read", ${metadata}`)
    expect((await listed(narrow)).map(({ name }) => name).toSorted()).toEqual([
      'find_sales',
      'list_branches',
      'read_sale',
      'sale_in_five_sentences',
    ])
    expect(JSON.parse((await narrow.use('read_sale', { propertyId: fixtures.first.propertyId })).text)).not.toHaveProperty(
      'owner',
    )
  })

  test('a list of messages, no JSON, 64 kB and an unknown tool are refused', async () => {
    expect((await staff.post([call('list_branches')])).statusCode).toBe(400)
    expect((await staff.post('{')).statusCode).toBe(400)
    expect((await staff.post(call('list_branches', { textSearch: 'x'.repeat(65_536) }))).statusCode).toBe(413)
    expect((await staff.post(call('delete_sale'))).json()).toMatchObject({ error: { code: -32_602 } })
    const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }
    expect((await staff.post(listen)).json()).toMatchObject({ error: { code: -32_601 } })
  })

  test('a property of another company, one out of reach, and arguments that nothing takes', async () => {
    for (const propertyId of [fixtures.other.propertyId, fixtures.second.propertyId])
      for (const tool of ['read_sale', 'sale_in_five_sentences', 'read_sale_history', 'read_sale_forecast'])
        expect(await staff.use(tool, { propertyId })).toMatchObject({
          isError: true,
          text: expect.stringMatching(/^NOT_FOUND: /),
        })
    for (const given of [{ propertyId: fixtures.first.propertyId, company: 'x' }, { propertyId: 'x' }, {}])
      expect(await staff.use('read_sale', given)).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^VALIDATION_FAILED: /),
      })
    // Names of the path that are not arguments.
    const foreign = { propertyId: fixtures.first.propertyId, companyId: fixtures.other.companyId }
    expect((await staff.use('read_sale', foreign)).text).toMatch(/^(\{|VALIDATION_FAILED)/)
    expect((await staff.use('read_sale', foreign)).text).not.toContain(fixtures.other.propertyId)
  })

  test('each call is one line of the audit: tool, property, rows', async () => {
    const before = (await auditEntries(fixtures.database, 'assistant-call')).length
    const { propertyId } = fixtures.first
    await staff.use('read_sale', { propertyId })
    await staff.use('find_sales')
    await staff.use('read_sale', { propertyId: fixtures.other.propertyId })
    const lines = (await auditEntries(fixtures.database, 'assistant-call')).slice(before)
    expect(lines.map(({ data }) => data)).toMatchObject([
      { tool: 'read_sale', propertyId, rows: 1 },
      { tool: 'find_sales', rows: 1 },
      { tool: 'read_sale', rows: 0, code: 'NOT_FOUND' },
    ])
  })

  test('a person who is deactivated while the body arrives: refused', async () => {
    const address = await fixtures.app.listen({ port: 0, host: '127.0.0.1' })
    const body = JSON.stringify(call('list_branches'))
    const socket = await openRawSocket(address)
    const head = [
      'POST /api/mcp HTTP/1.1',
      'Host: gya.example',
      `Authorization: Bearer ${staff.token}`,
      'Content-Type: application/json',
    ]
    socket.write(
      `${[...head, 'Accept: application/json, text/event-stream', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`,
    )
    socket.write(body.slice(0, 10))
    const { pool } = fixtures.database
    await expect.poll(async () => (await pool.query('select from rate_limit')).rowCount).toBeGreaterThan(0)
    await pool.query('update app_user set deactivated_on = $1 where id = $2', [fixtures.clock.now(), fixtures.idOf.staff])
    socket.write(body.slice(10))
    expect(await socket.waitFor(/\r\n\r\n/)).toMatch(/^HTTP\/1.1 401 /)
    socket.close()
    await pool.query('update app_user set deactivated_on = null where id = $1', [fixtures.idOf.staff])
  })

  test('200 at once are not mixed up', async () => {
    const people = [
      staff,
      await connectAssistant(fixtures, fixtures.as('company')),
      await connectAssistant(fixtures, fixtures.as('branch')),
    ]
    const alone = await Promise.all(people.map(async (one) => (await one.use('find_sales')).text))
    expect(new Set(alone).size).toBe(2)
    fixtures.clock.advance({ minutes: 2 })
    let calls = 0
    for (let round = 0; round < 10; round += 1) {
      // Below the rates of a grant.
      fixtures.clock.advance({ seconds: 10 })
      const asked = Array.from({ length: 20 }, (_, n) => n % people.length)
      const answers = await Promise.all(asked.map(async (n) => (await people[n]?.use('find_sales'))?.text))
      expect(answers).toEqual(asked.map((n) => alone[n]))
      calls += answers.length
    }
    expect(calls).toBe(200)
  })
})

describe('Tools', () => {
  /** Arguments with which a tool answers. */
  const argumentsOf = (name: string): Record<string, unknown> => {
    const { propertyId, branchId } = fixtures.first
    const sale = { propertyId }
    return (
      {
        read_sale: sale,
        read_sale_history: sale,
        sale_in_five_sentences: sale,
        read_sale_forecast: sale,
        read_party: { ref: `vendor:${fixtures.idOf.vendor}` },
        list_forecast: { branchId },
        read_figures: { branchId, metrics: 'exchanged,salesAgreed' },
        explain_figure: { branchId, figure: 'exchanged', key: '2026-03-09' },
      }[name] ?? {}
    )
  }
  const reading = [...tools.values()].filter((tool) => tool.call.method === 'GET')
  const roles = ['company', 'branch', 'staff', 'reader', 'progressor'] as const

  async function personOf(role: (typeof roles)[number]) {
    if (role !== 'reader' && role !== 'progressor') return fixtures.as(role)
    const email = `${role}@people.example`
    const { companyId, branchId } = fixtures.first
    const type = role.toUpperCase() as UserType
    const password = 'Person-Password-2026'
    await fixtures.addUser({ type, email, companyId, branchId, password })
    return (await signIn(fixtures, email, password)).client
  }

  test.each(roles)('as %s answer with the status and rows of the direct call', async (role) => {
    const person = await personOf(role)
    const assistant = await connectAssistant(fixtures, person)
    const offered = await listed(assistant)
    expect(JSON.stringify(offered).length).toBeLessThanOrEqual(maxToolList)
    for (const { tool: name, call: contract, answer } of reading) {
      const given = argumentsOf(name)
      const params = { ...given, companyId: fixtures.a.companyId, branchId: fixtures.first.branchId }
      const query = Object.fromEntries(Object.entries(given).filter(([key]) => key in (contract.query?.shape ?? {})))
      const rows = contract.query?.shape.itemsPerPage ? { itemsPerPage: 20 } : {}
      const direct = await person.inject({ method: 'GET', url: addressOf(contract.path, params, { ...query, ...rows }) })
      const { text, isError } = await assistant.use(name, given)
      fixtures.clock.advance({ seconds: 2 })
      expect([name, isError]).toEqual([name, direct.statusCode !== 200])
      expect([name, offered.some((one) => one.name === name)]).toEqual([name, direct.statusCode !== 403])
      if (isError) expect(text).toMatch(new RegExp(`^${direct.json<{ code: string }>().code}: `))
      // With all scopes of tools, what a person may read of a sale is theirs.
      else expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(answer.parse(direct.json()))))
    }
  })

  test('names, scopes and inputs', async () => {
    expect([...tools.values()].filter(({ scope }) => !scopesOfResource.mcp.includes(scope))).toEqual([])
    const inputs = Object.fromEntries(
      (await listed(staff)).map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties)]),
    )
    expect(Object.values(inputs).flat()).not.toContain('companyId')
    expect(inputs.read_sale_history).not.toContain('branchId')
    expect(inputs.read_figures).toContain('branchId')
  })
})
