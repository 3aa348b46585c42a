import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { hashToken } from '../../infra/secrets.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const signInAs = (email: string, password = testPassword) => signIn(fixtures, email, password)

describe('POST auth/login sets the session cookie', () => {
  test('gya_session is HttpOnly, SameSite=Lax, Path=/ and lasts 14 days', async () => {
    const { cookies } = await signInAs(fixtures.emailOf('staff'))
    expect(cookies.gya_session).toEqual({
      name: 'gya_session',
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 14 * 86_400,
    })
  })

  test('gya_session_present is readable by scripts and contains no secret', async () => {
    const { cookies } = await signInAs(fixtures.emailOf('staff'))
    expect(cookies.gya_session_present).toEqual({
      name: 'gya_session_present',
      value: '1',
      path: '/',
      sameSite: 'Lax',
      maxAge: 14 * 86_400,
    })
  })

  test('with an https public URL every cookie is Secure and begins with __Host-', async () => {
    const secure = await openFixtures({ config: { publicUrl: 'https://gya.example' } })
    const { cookies, client } = await signIn(secure, secure.emailOf('staff'), testPassword)
    expect(cookies['__Host-gya_session']).toMatchObject({ path: '/', httpOnly: true, secure: true, sameSite: 'Lax' })
    expect(cookies['__Host-gya_session']).not.toHaveProperty('domain')
    expect(Object.keys(cookies).toSorted()).toEqual(['__Host-gya_browser', '__Host-gya_session', '__Host-gya_session_present'])
    for (const cookie of Object.values(cookies)) {
      expect(cookie).toMatchObject({ path: '/', secure: true, sameSite: 'Lax' })
      expect(cookie).not.toHaveProperty('domain')
    }
    expect(await client.ok(readMe)).toMatchObject({ email: secure.emailOf('staff') })
    await secure.close()
  })

  test('stores only the SHA-256 of the token', async () => {
    const { token } = await signInAs(fixtures.emailOf('staff'))
    const rows = (
      await fixtures.database.pool.query<{ row: string; token_hash: Buffer }>('select s::text as row, token_hash from session s')
    ).rows
    expect(rows.some(({ token_hash }) => token_hash.equals(hashToken(token)))).toBe(true)
    const hex = Buffer.from(token).toString('hex')
    expect(rows.filter(({ row }) => row.includes(token) || row.includes(hex))).toEqual([])
  })

  test('signing in again ends the session of the same browser', async () => {
    const older = await signInAs(fixtures.emailOf('staff'))
    await older.client.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: fixtures.emailOf('staff'), password: testPassword },
    })
    expect(await older.client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
  })
})

describe('POST auth/login and GET user/me', () => {
  test('return the same user', async () => {
    const { body, client } = await signInAs(fixtures.emailOf('branch'))
    expect(body).toEqual({
      _id: fixtures.idOf.branch,
      firstName: 'branch',
      lastName: 'people',
      fullName: 'branch people',
      email: 'branch@people.example',
      tel: '',
      type: 'BRANCH_ADMIN',
      company: { _id: fixtures.a.companyId, name: 'Alder & Ash', brandColour: null, logo: null, mailIn: false },
      branches: [{ _id: fixtures.first.branchId, name: 'First Street' }],
      lastLogin: null,
      activated: true,
      passwordReset: false,
      pendingEmail: null,
      accountActivationToken: fixtures.idOf.branch,
      avatar: null,
      weeklySummary: true,
      digestTime: null,
      startsWith: null,
      secondFactorFrom: null,
      singleKeys: true,
      version: 1,
    })
    expect(await client.ok(readMe)).toEqual({ ...body, lastLogin: expect.any(String) })
  })

  test('return company null for a platform admin', async () => {
    expect((await signInAs(fixtures.emailOf('platform'))).body).toMatchObject({ type: 'GYA_ADMIN', company: null, branches: [] })
  })

  test('set lastLogin', async () => {
    const { client } = await signInAs(fixtures.emailOf('company'))
    expect((await client.ok(readMe)).lastLogin).toBe(fixtures.clock.now())
  })

  test('trim the address and ignore case', async () => {
    expect(await signInAs('  Staff@PEOPLE.example ')).toMatchObject({ status: 200 })
  })
})

describe('POST auth/login refusals', () => {
  test('a wrong password and an unknown address get the same response', async () => {
    const wrong = await signInAs(fixtures.emailOf('staff'), 'Wrong-Password-2026')
    const unknown = await signInAs('nobody@people.example')
    for (const { status, body, cookies } of [wrong, unknown]) {
      expect(status).toBe(401)
      expect(body).toEqual({
        code: 'SIGN_IN_FAILED',
        message: 'E-mail and password do not match.',
        requestId: expect.any(String),
      })
      expect(cookies).toEqual({})
    }
  })

  test('a deleted account gets the same response as an unknown one', async () => {
    const id = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'gone@people.example', companyId: fixtures.a.companyId })
    await fixtures.database.db.updateTable('app_user').set({ deleted_on: fixtures.clock.now() }).where('id', '=', id).execute()
    expect(await signInAs('gone@people.example')).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
  })

  test('an account without password cannot sign in', async () => {
    const id = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'bare@people.example', companyId: fixtures.a.companyId })
    await fixtures.database.db.updateTable('app_user').set({ password_hash: null }).where('id', '=', id).execute()
    expect(await signInAs('bare@people.example')).toMatchObject({ status: 401 })
  })
})

describe('POST auth/login of a vendor of two companies', () => {
  const email = 'two-homes@people.example'
  beforeAll(async () => {
    await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.a.companyId, password: 'At-Alder-And-Ash-1' })
    await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.b.companyId, password: 'At-Birch-Homes-2' })
  })

  test.each([
    ['At-Alder-And-Ash-1', 'Alder & Ash'],
    ['At-Birch-Homes-2', 'Birch Homes'],
  ])('signs in to the company whose password is sent (%s)', async (password, name) => {
    expect((await signInAs(email, password)).body).toMatchObject({ type: 'VENDOR', company: { name } })
  })

  test('cannot sign in to a deleted company, only to the other', async () => {
    const setDeleted = (on: string | null) =>
      fixtures.database.db.updateTable('company').set({ deleted_on: on }).where('id', '=', fixtures.b.companyId).execute()
    await setDeleted(fixtures.clock.now())
    expect(await signInAs(email, 'At-Birch-Homes-2')).toMatchObject({ status: 401 })
    expect(await signInAs(email, 'At-Alder-And-Ash-1')).toMatchObject({ status: 200 })
    await setDeleted(null)
  })

  test('who is also staff elsewhere signs in to either by its password', async () => {
    await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: fixtures.b.companyId, password: 'As-Member-Of-Staff-3' })
    expect((await signInAs(email, 'As-Member-Of-Staff-3')).body).toMatchObject({ type: 'BRANCH_STAFF' })
    expect((await signInAs(email, 'At-Birch-Homes-2')).body).toMatchObject({ type: 'VENDOR' })
  })
})
