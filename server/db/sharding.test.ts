import { hasPermission } from '@gya/domain/access/permissions.ts'
import { type Endpoint, type ScopeKey, scopeKeys } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Fixtures, openFixtures } from '../../test/support/fixtures.ts'
import { captureStatements, unscopedScans } from '../../test/support/query-plans.ts'
import { sampleBodies, sampleValue } from '../../test/support/schema-samples.ts'
import { addressOf } from '../../test/support/test-client.ts'
import { tablesByName } from './tables.ts'

/**
 * "Distribution by company on an existing engine, with a test that proves the schema fit for it: every table carries
 * company_id, keys and foreign keys include it or need not, and every hot query is filtered by it." The rules are those
 * of Citus (docs/scaling.md): a key of a distributed table includes the column it is distributed by, and a foreign key
 * either includes it on both sides or points at a table that every node holds.
 */

let fixtures: Fixtures
let tables: string[]
beforeAll(async () => {
  fixtures = await openFixtures()
  // The calls of the register of customer checks answer where it is on.
  await fixtures.database.pool.query(
    'insert into sale_file_settings (company_id, checks, createdon) select id, true, createdon from company',
  )
  const { rows } = await fixtures.database.pool.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(() => fixtures.close())

const isReference = (name: string) => tablesByName[name]?.everywhere !== undefined
const isScopeKey = (name: string): name is ScopeKey => (scopeKeys as readonly string[]).includes(name)
const distributed = () => tables.filter((name) => !isReference(name))
const query = async <Row extends object>(text: string) => (await fixtures.database.pool.query<Row>(text)).rows

describe('Every table', () => {
  test('is a reference table or has a company_id', () => {
    expect(Object.keys(tablesByName).filter((name) => !tables.includes(name))).toEqual([])
    expect(distributed().length).toBeGreaterThan(20)
  })

  test('of a company has company_id not null', async () => {
    const carrying = await query<{ name: string }>(
      `select table_name::text as name from information_schema.columns
       where table_schema = 'public' and column_name = 'company_id' and is_nullable = 'NO' and data_type = 'uuid'`,
    )
    expect(distributed().filter((name) => !carrying.some((table) => table.name === name))).toEqual([])
  })

  test('of a company has company_id in every key', async () => {
    const keys = await query<{ table: string; definition: string; columns: string[] }>(
      `select t.relname::text as table, pg_get_indexdef(i.indexrelid) as definition,
         array(select attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as columns
       from pg_index i join pg_class t on t.oid = i.indrelid
       where i.indisunique and t.relnamespace = 'public'::regnamespace`,
    )
    const wrong = keys.filter(({ table, columns }) => distributed().includes(table) && !columns.includes('company_id'))
    expect(wrong.map(({ definition }) => definition)).toEqual([])
  })

  test('references rows of the same company, or a reference table', async () => {
    const keys = await query<{ from: string; to: string; definition: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    )
    const isFit = ({ from, to, definition }: (typeof keys)[number]) => {
      if (isReference(to)) return true
      return !isReference(from) && /^FOREIGN KEY \(company_id,.*REFERENCES \w+\(company_id,/.test(definition)
    }
    expect(keys.filter((key) => !isFit(key)).map(({ from, definition }) => `${from}: ${definition}`)).toEqual([])
  })
})

describe('Every statement of a call', () => {
  /** Ids of some rows of every table, so that calls that take an id find one. */
  async function partsOf(companyId: string): Promise<string[]> {
    const withIds = await query<{ name: string }>(
      `select table_name::text as name from information_schema.columns where table_schema = 'public' and column_name in ('id', 'company_id')
       group by 1 having count(*) = 2`,
    )
    const newest = withIds.map(
      ({ name }) => `(select id from ${name} where company_id = '${companyId}' order by id desc limit 1)`,
    )
    const found = await query<{ id: string }>(newest.join(' union all '))
    // Calls about a member need a colleague: the newest account may be a vendor.
    return [...new Set([...found.map(({ id }) => id), fixtures.idOf.secondBranch])]
  }

  const people = { platform: 'GYA_ADMIN', company: 'COMPANY_ADMIN', staff: 'BRANCH_STAFF', vendor: 'VENDOR' } as const

  /** Makes a call as each permitted role, with all its parameters and each suitable id. */
  async function make(call: Endpoint): Promise<number> {
    const { first } = fixtures
    const own = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const tried = own.some((name) => !isScopeKey(name))
      ? await partsOf(fixtures.a.companyId)
      : [first.propertyId, ...(call.body ? [fixtures.idOf.vendor] : [])]
    let answered = 0
    for (const person of ['platform', 'company', 'staff', 'vendor'] as const) {
      if (call.permission !== 'public' && !hasPermission(people[person], call.permission)) continue
      // Calls that a platform admin in a support access is refused.
      if (person === 'company' && answered > 0) continue
      // The previous call may have ended the session.
      const client = await fixtures.signedIn(fixtures.idOf[person])
      for (const part of person === 'platform' || person === 'company' ? tried : [first.propertyId])
        for (const sent of waysToSend(call, own, part)) if ((await client.inject(sent)).statusCode < 400) answered += 1
    }
    return answered
  }

  function waysToSend(call: Endpoint, own: string[], part: string) {
    const { first } = fixtures
    const params = Object.fromEntries(
      own.map((name) => [name, isScopeKey(name) ? first[name] : sampleValue(call.params?.shape[name] as z.ZodType, part)]),
    )
    const inQuery = Object.fromEntries(scopeKeys.filter((key) => call.query?.shape[key]).map((key) => [key, first[key]]))
    const inBody = Object.fromEntries(
      scopeKeys.flatMap((key) => (call.scopeInBody?.[key] ? [[call.scopeInBody[key], first[key]]] : [])),
    )
    const query = call.query ? (sampleValue(call.query, part) as object) : {}
    const bodies = call.body ? sampleBodies(call.body, part) : [undefined]
    return bodies.map((body) => ({
      method: call.method,
      url: addressOf(call.path, params, { ...query, ...inQuery }),
      ...(body === undefined ? {} : { payload: { ...(body as object), ...inBody } }),
    }))
  }

  /** The platform admin's two lists over all companies are not time-critical. */
  const overAll = /^\/(operations\b|company\/deleted)/

  test('filters by company_id, except the operator’s lists', async () => {
    const sent = captureStatements(fixtures.database.pool)
    const calls = endpoints.filter(({ call }) => !call.path.includes('/live') && !overAll.test(call.path))
    const deletes = calls.filter(({ call }) => call.method === 'DELETE').toReversed()
    const leaves = ({ call }: (typeof calls)[number]) => call.path.includes('support-access')
    const inOrder = [
      ...calls.filter(({ call }) => call.method !== 'DELETE'),
      ...deletes.filter((one) => !leaves(one)),
      // The caller is in the company until the end.
      ...deletes.filter(leaves),
    ]
    let answered = 0
    for (const { call } of inOrder) if ((await make(call)) > 0) answered += 1
    // Refused calls execute few statements; calls that take a file or two ids are refused here.
    expect(answered).toBeGreaterThan(calls.length * 0.6)

    const client = await fixtures.database.pool.connect()
    const asked = [...sent].filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
    const wrong: string[] = []
    try {
      await client.query('set plan_cache_mode = force_generic_plan')
      for (const text of asked) {
        const scans = await unscopedScans(client, text, 'company_id', distributed())
        if (scans.length > 0) wrong.push(`${[...new Set(scans)].join(', ')}: ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}`)
      }
    } finally {
      client.release(true)
    }
    expect(asked.length).toBeGreaterThan(150)
    expect(wrong).toEqual([])
  }, 600_000)
})
