import { endpoints } from '@gya/domain/endpoints.ts'
import { shareSales } from '@gya/domain/features/assignment/assignment.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { sampleValue } from '../../../test/support/schema-samples.ts'
import { addressOf } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

// Proposals need a party's link: party-links.routes.test.ts.
const limited = endpoints.flatMap(({ call }) => (call.byPartyLink ? [] : (call.limits ?? []).map((limit) => ({ call, limit }))))

test.each(limited)(
  '$call.method $call.path counts `$limit.name` and responds TOO_MANY_REQUESTS above it',
  async ({ call, limit }) => {
    const { pool } = fixtures.database
    const email = 'nia@people.example'
    const person = fixtures.idOf.branch
    const more = limit.per === 'email' ? { email } : call.path === shareSales.path ? { from: 'nobody' } : {}
    const body = call.body && { ...(sampleValue(call.body, person) as object), ...more }
    const query = call.query ? (sampleValue(call.query, person) as object) : {}
    const ids: Record<string, string> = { ...fixtures.first }
    const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, ids[name] ?? person]))
    const make = () =>
      fixtures
        .as('branch')
        .inject({ method: call.method, url: addressOf(call.path, params, query), ...(body ? { payload: body } : {}) })
    await pool.query('delete from rate_limit')
    await make()
    const { rows } = await pool.query<{ key: string; tries: number }>('select key, tries from rate_limit where key like $1', [
      `${limit.name}:%`,
    ])
    const subject = { person, email, address: '127.0.0.1', link: '' }[limit.per]
    expect(rows).toEqual([{ key: `${limit.name}:${subject}`, tries: 1 }])
    await pool.query('update rate_limit set tries = $1 where key = $2', [limit.most, `${limit.name}:${subject}`])
    const before = await databaseChecksum(fixtures.database)
    const answer = await make()
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect({ ...(await databaseChecksum(fixtures.database)), 'public.rate_limit': '' }).toEqual({
      ...before,
      'public.rate_limit': '',
    })
  },
)
