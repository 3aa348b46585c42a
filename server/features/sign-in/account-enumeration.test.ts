import { addBranchMember } from '@gya/domain/features/members/members.contract.ts'
import { forgotPassword, login } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import type * as Argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'

/** Neither the response nor its cost reveals whether an account exists. */
const hashed = vi.hoisted(() => ({ verified: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof Argon2>()
  return {
    ...argon2,
    verify: (...given: Parameters<typeof argon2.verify>) => {
      hashed.verified += 1
      return argon2.verify(...given)
    },
  }
})

let fixtures: Fixtures
/** Addresses with an account in every state, and without. */
const addresses = {
  known: 'staff@people.example',
  unknown: 'nobody@people.example',
  deleted: 'gone@people.example',
  bare: 'bare@people.example',
  ofDeletedCompany: 'closed@people.example',
}
beforeAll(async () => {
  fixtures = await openFixtures()
  const { db } = fixtures.database
  const add = (email: string, companyId = fixtures.a.companyId) => fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId })
  const gone = await add(addresses.deleted)
  const bare = await add(addresses.bare)
  await add(addresses.ofDeletedCompany, fixtures.b.companyId)
  await db.updateTable('app_user').set({ deleted_on: fixtures.clock.now() }).where('id', '=', gone).execute()
  await db.updateTable('app_user').set({ password_hash: null }).where('id', '=', bare).execute()
  await db.updateTable('company').set({ deleted_on: fixtures.clock.now() }).where('id', '=', fixtures.b.companyId).execute()
})
beforeEach(() => fixtures.database.pool.query('delete from rate_limit'))
afterAll(() => fixtures.close())

const without = (body: object) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'requestId'))
/** The observable behaviour of a call: statements, hashes, response. */
async function doneFor(email: string, ask: (email: string) => ReturnType<Fixtures['anonymous']['inject']>) {
  const { pool } = fixtures.database
  const statements: string[] = []
  const query = pool.query.bind(pool)
  const spy = vi.spyOn(pool, 'query').mockImplementation((first: string | { text: string }, ...rest: unknown[]) => {
    statements.push(typeof first === 'string' ? first : first.text)
    return (query as (...all: unknown[]) => unknown)(first, ...rest)
  })
  const before = hashed.verified
  const answer = await ask(email)
  spy.mockRestore()
  const names = Object.keys(answer.headers).filter((name) => name !== 'x-request-id')
  return {
    status: answer.statusCode,
    body: without(answer.json<Record<string, unknown>>()),
    headers: names.toSorted(),
    statements,
    hashes: hashed.verified - before,
  }
}

describe('POST auth/login failures have the same cost and response', () => {
  const ask = (email: string) =>
    fixtures.anonymous.inject({ method: 'POST', url: `/api${login.path}`, payload: { email, password: 'Wrong-Password-2026' } })

  test.each(Object.keys(addresses) as (keyof typeof addresses)[])('%s', async (who) => {
    await doneFor(addresses.known, ask)
    const [usual, found] = [await doneFor(addresses.known, ask), await doneFor(addresses[who], ask)]
    expect(found).toEqual(usual)
    expect(found.hashes).toBe(1)
  })
})

test('Story 13: if single sign-on is required, the correct password has the same cost and response as a wrong one', async () => {
  const { db, pool } = fixtures.database
  const { companyId } = fixtures.a
  const now = fixtures.clock.now()
  const email = 'member@required.example'
  await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId })
  const confirmed = { domain: 'required.example', company_id: companyId, confirmed_by: fixtures.idOf.platform, confirmed_on: now }
  await db.insertInto('company_domain').values(confirmed).execute()
  await pool.query(
    `insert into company_provider (company_id, kind, issuer, client_id, secret_encrypted, role, required, createdon)
     values ($1, 'google', 'https://accounts.google.com', 'client', '\\x00', 'READER', true, $2)`,
    [companyId, now],
  )
  const ask = (password: string) => (of: string) =>
    fixtures.anonymous.inject({ method: 'POST', url: `/api${login.path}`, payload: { email: of, password } })
  await doneFor(email, ask('Wrong-Password-2026'))
  const [wrong, right] = [await doneFor(email, ask('Wrong-Password-2026')), await doneFor(email, ask(testPassword))]
  expect(right).toEqual(wrong)
  expect([right.status, right.hashes]).toEqual([401, 1])
  await pool.query('delete from company_provider')
  // Proves that the check can fail: the same password opens a session where passwords are allowed.
  expect((await ask(testPassword)(email)).statusCode).toBe(200)
})

test.each(Object.keys(addresses) as (keyof typeof addresses)[])(
  'A new password that is asked for is the same work and the same words: %s',
  async (who) => {
    const ask = (email: string) =>
      fixtures.anonymous.inject({ method: 'POST', url: `/api${forgotPassword.path}`, payload: { email } })
    const [usual, found] = [await doneFor(addresses.known, ask), await doneFor(addresses[who], ask)]
    expect(found).toEqual(usual)
    expect([found.status, found.hashes]).toEqual([200, 0])
  },
)

test('EMAIL_TAKEN does not reveal whose address it is', async () => {
  const add = (email: string) =>
    fixtures.as('company').refusal(addBranchMember, {
      params: { branchId: fixtures.first.branchId },
      body: { firstName: 'Nia', lastName: 'Vale', email },
    })
  const answers = [
    await add(fixtures.emailOf('staff')),
    await add(fixtures.emailOf('otherStaff')),
    await add(fixtures.emailOf('platform')),
  ]
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
  const [here, ...elsewhere] = answers.map((answer) => without(answer))
  for (const answer of elsewhere) expect(answer).toEqual(here)
  expect(JSON.stringify(here)).not.toMatch(/Birch|Alder|people\.example/)
})
