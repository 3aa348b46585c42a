import { type KeyScope, keyScopes } from '@gya/domain/access/api-scopes.ts'
import {
  addCheckFile,
  decideCustomer,
  listCustomers,
  listRegister,
} from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import { linkParties } from '@gya/domain/features/party-links/party-links.model.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecret } from '../../server/features/api-keys/api-keys.routes.ts'
import { enterCustomer, switchChecks } from '../../server/features/customer-checks/testing/enter-customer.ts'
import { openLink, sell } from '../../server/features/party-links/testing/party-client.ts'
import { hashToken, newToken } from '../../server/infra/secrets.ts'
import { appClient } from '../support/app-client.ts'
import { type Fixtures, openFixtures, type PropertyPath } from '../support/fixtures.ts'
import { keyClient } from '../support/key-client.ts'
import { createPng, multipartForm } from '../support/multipart-form.ts'
import { readAddress, reads } from '../support/read-addresses.ts'
import { addressOf, type TestClient } from '../support/test-client.ts'

/** By value: nobody but those who may see it reads a name, paper, result or reason of the register, whatever they call. */

const secrets = [
  'Zephyrine Quillback',
  'Larkproof-Zeta',
  'ZX-4711',
  'Passport-Zeta',
  'Photograph-Zeta',
  'zeta-papers',
  'Reason-Zeta',
]

let fixtures: Fixtures
let sale: PropertyPath
let reader: TestClient
beforeAll(async () => {
  fixtures = await openFixtures()
  const { a, first } = fixtures
  const company = fixtures.as('company')
  await switchChecks(company, a)
  sale = await sell(fixtures, '4 Quiet Row')
  const check = { provider: 'Larkproof-Zeta', reference: 'ZX-4711', documents: 'Passport-Zeta', words: 'Photograph-Zeta' }
  for (const side of ['vendor', 'buyer'] as const) {
    const name = `Zephyrine Quillback ${side}`
    const customerId = await enterCustomer(company, sale, {
      side,
      name,
      kinds: ['identity', 'screening', 'funds'],
      reasons: ['cash'],
      check,
    })
    const body = { decision: 'approved' as const, reason: 'Reason-Zeta, in so many words.' }
    await company.ok(decideCustomer, { params: { ...sale, customerId }, body })
  }
  const { data } = await company.ok(listCustomers, { params: sale })
  const url = addressOf(addCheckFile.path, { ...sale, checkId: data[0]?.checks?.[0]?._id ?? '' })
  await company.inject({ method: 'POST', url, ...(await multipartForm([['file', await createPng(3, 3), 'zeta-papers.png']])) })
  const id = await fixtures.addUser({
    type: 'READER',
    email: 'quiet@people.example',
    companyId: a.companyId,
    branchId: first.branchId,
  })
  reader = await fixtures.signedIn(id)
})
afterAll(() => fixtures.close())

async function answersOf(inject: (url: string) => Promise<{ statusCode: number; body: string }>) {
  const found: string[] = []
  let answered = 0
  for (const { feature, name, call } of reads) {
    const { statusCode, body } = await inject(readAddress(call, sale, 'Zephyrine Quillback'))
    if (statusCode === 200) answered += 1
    for (const secret of secrets) if (body.includes(secret)) found.push(`${feature}.${name}: ${secret}`)
  }
  return { found, answered }
}
const asClient = (client: TestClient) => answersOf((url) => client.inject({ method: 'GET', url }))

test('whoever may see the register finds all of it, so that the search below would', async () => {
  const company = fixtures.as('company')
  const text = JSON.stringify([
    await company.ok(listRegister, { params: fixtures.a }),
    await company.ok(listCustomers, { params: sale }),
  ])
  for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, true])
})

test.each(['vendor', 'otherVendor', 'otherCompany', 'otherStaff', 'secondBranch'] as const)(
  'no read answers %s a word of it',
  async (name) => {
    const { found, answered } = await asClient(fixtures.as(name))
    expect(found).toEqual([])
    expect(answered).toBeGreaterThan(5)
  },
)

test('no read answers a reader of the property a word of it', async () => {
  const { found, answered } = await asClient(reader)
  expect(found).toEqual([])
  expect(answered).toBeGreaterThan(40)
})

test.each(linkParties)('no read answers the link of the %s a word of it', async (party) => {
  const { token } = await openLink(fixtures, sale, party)
  const { found, answered } = await answersOf((url) =>
    fixtures.app.inject({ method: 'GET', url, headers: { authorization: `Link ${token}` } }),
  )
  expect(found).toEqual([])
  expect(answered).toBeGreaterThan(0)
})

/** A key and a grant of an application, of a company admin, with all scopes. */
const outsiders: Record<'key' | 'application', (scopes: readonly KeyScope[]) => Promise<TestClient>> = {
  key: async (scopes) => {
    const { secret, prefix } = newSecret()
    const { clock, database, idOf, a } = fixtures
    await database.pool.query(
      `insert into api_key (company_id, id, name, prefix, secret_hash, scopes, lasts_days, expires_on, created_by, createdon)
       values ($1, $2, 'k', $3, $4, $5, 90, $6::timestamptz + interval '90 days', $7, $6)`,
      [a.companyId, clock.newId(), prefix, hashToken(secret), scopes, clock.now(), idOf.company],
    )
    return keyClient(fixtures, secret)
  },
  application: async (scopes) => {
    const { clock, database, idOf, a } = fixtures
    const [appId, token] = [clock.newId(), `gyat_${newToken()}`]
    await database.pool.query(
      `insert into connected_app (company_id, id, client_id, name, host, redirect_uris, scopes, state, decided_by, decided_on, createdon)
       values ($1, $2::uuid, 'app_' || $2::uuid, 'Assistant', 'a.example', '{https://a.example/}', $3, 'allowed', $4, $5, $5)`,
      [a.companyId, appId, scopes, idOf.company, clock.now()],
    )
    await database.pool.query(
      `insert into app_grant (company_id, id, app_id, user_id, scopes, resource, way, redirect_uri, challenge, code_hash, code_until,
         access_hash, access_until, refresh_hash, refresh_until, createdon)
       values ($1, $2, $3, $4, $5, 'api', 'password', 'https://a.example/', $6, $7, $8, $9, $8::timestamptz + interval '1 hour', $10,
         $8::timestamptz + interval '1 day', $8)`,
      [
        a.companyId,
        clock.newId(),
        appId,
        idOf.company,
        scopes,
        newToken(),
        hashToken(newToken()),
        clock.now(),
        hashToken(token),
        hashToken(newToken()),
      ],
    )
    return appClient(fixtures, token)
  },
}

test.each(['key', 'application'] as const)(
  'no read answers a word of it to a %s with all scopes of a company admin',
  async (kind) => {
    // A client of its own for each call, so that none reaches its rates.
    const { found, answered } = await answersOf(async (url) => (await outsiders[kind](keyScopes)).inject({ method: 'GET', url }))
    expect(found).toEqual([])
    expect(answered).toBeGreaterThan(3)
  },
)

test('no table but its own three has a word of it: no e-mail, entry, audit line, message of a webhook or search text', async () => {
  await fixtures.runJobs()
  const { pool } = fixtures.database
  const { rows } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  )
  const having = []
  for (const { name } of rows) {
    const { rows: found } = await pool.query(`select 1 from ${name} t where t::text ~ $1 limit 1`, [secrets.join('|')])
    if (found.length > 0) having.push(name)
  }
  expect(having.toSorted((a, b) => a.localeCompare(b))).toEqual(['customer', 'customer_check', 'customer_check_file'])
})
