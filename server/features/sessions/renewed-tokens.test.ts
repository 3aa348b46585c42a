import { replacedTokenSeconds } from '@gya/domain/features/sessions/sessions.rules.ts'
import { confirmIdentity, logout, readMe, resetOwnPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

let people = 0
async function somebody() {
  people += 1
  const email = `renewed-${people}@people.example`
  await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: fixtures.a.companyId })
  return signIn(fixtures, email, testPassword)
}
const get = (token: string) => fixtures.app.inject({ url: '/api/user/me', headers: { cookie: `gya_session=${token}` } })
const send = (token: string, { method, path }: { method: string; path: string }, payload: object) =>
  fixtures.app.inject({
    method: method as 'POST',
    url: `/api${path}`,
    headers: { cookie: `gya_session=${token}`, 'x-client': 'Web' },
    payload,
  })
const confirm = (token: string) => send(token, confirmIdentity, { password: testPassword })
type Answer = Awaited<ReturnType<typeof get>>
const tokenOf = (answer: Answer) => answer.cookies.find(({ name }) => name === 'gya_session')?.value
const graceOver = () => fixtures.clock.advance({ seconds: replacedTokenSeconds })

test('confirming the identity renews the token; the old one is refused', async () => {
  const { token } = await somebody()
  const answer = await confirm(token)
  const renewed = tokenOf(answer) ?? ''
  expect(renewed).toHaveLength(43)
  expect(renewed).not.toBe(token)
  graceOver()
  const refused = await get(token)
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([401, 'INVALID_SESSION'])
  expect((await get(renewed)).statusCode).toBe(200)
})

test('changing one’s own password renews the token; the old one is refused', async () => {
  const { token } = await somebody()
  const renewed = tokenOf(await send(token, resetOwnPassword, { password: 'Meadow!Lantern42' })) ?? ''
  expect(renewed).toHaveLength(43)
  graceOver()
  expect((await get(token)).statusCode).toBe(401)
  expect((await get(renewed)).statusCode).toBe(200)
})

test('a refused confirmation renews nothing', async () => {
  const { token } = await somebody()
  const answer = await send(token, confirmIdentity, { password: 'Wrong-Password-2026' })
  expect([answer.statusCode, answer.cookies]).toEqual([403, []])
  graceOver()
  expect((await get(token)).statusCode).toBe(200)
})

test('requests in transit with the old token are answered, and do not restore its cookie', async () => {
  const { token } = await somebody()
  const renewed = tokenOf(await confirm(token)) ?? ''
  const late = await get(token)
  expect([late.statusCode, late.cookies]).toEqual([200, []])
  expect(tokenOf(await get(renewed))).toBe(renewed)
})

test('one of two concurrent confirmations renews the token, and both leave it valid', async () => {
  const { token } = await somebody()
  const answers = await Promise.all([confirm(token), confirm(token)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const renewed = answers.flatMap((answer) => tokenOf(answer) ?? [])
  expect(renewed).toHaveLength(1)
  graceOver()
  expect((await get(renewed[0] ?? '')).statusCode).toBe(200)
})

test('the old token cannot be renewed again, and signing out ends both at once', async () => {
  const { token } = await somebody()
  const renewed = tokenOf(await confirm(token)) ?? ''
  expect(tokenOf(await confirm(token))).toBeUndefined()
  expect((await send(token, logout, {})).statusCode).toBe(200)
  for (const ended of [token, renewed]) expect((await get(ended)).statusCode).toBe(401)
})

test('a client that uses the Authorization header gets the new token in the cookie, as at sign-in', async () => {
  const { token } = await somebody()
  const answer = await fixtures.app.inject({
    method: 'POST',
    url: `/api${confirmIdentity.path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { password: testPassword },
  })
  const renewed = tokenOf(answer) ?? ''
  graceOver()
  const use = (bearer: string) =>
    fixtures.app.inject({ url: `/api${readMe.path}`, headers: { authorization: `Bearer ${bearer}` } })
  expect([(await use(token)).statusCode, (await use(renewed)).statusCode]).toEqual([401, 200])
})
