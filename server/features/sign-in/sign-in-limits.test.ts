import type { UserType } from '@gya/domain/access/permissions.ts'
import { forgotPassword, resetOwnPassword, resetPasswordByLink } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countByStatus } from '../../../test/support/count-by-status.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { insertLink } from '../users/account-links.repository.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  await fixtures.database.pool.query('delete from rate_limit')
})
afterAll(() => fixtures.close())

const wrong = (email: string, from: string) => signIn(fixtures, email, 'Wrong-Password-2026', from)
const right = (email: string, from: string) => signIn(fixtures, email, testPassword, from)
const times = <T>(count: number, work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => work(n)))

/** Sets the number of attempts under a key. */
const usedUp = (key: string, tries: number) =>
  fixtures.database.pool.query(
    'insert into rate_limit values ($1, $2, $3) on conflict (key) do update set tries = $3, window_started = $2',
    [key, fixtures.clock.now(), tries],
  )
/** Sets the number of attempts at an account from any network in these 15 minutes. */
const guessedAt = (accountId: string, tries: number) => usedUp(`sign-in:${accountId}|15`, tries)

/** A sign-in with a unique wrong password. */
let guesses = 0
const guess = (email: string, from: string) => {
  guesses += 1
  return signIn(fixtures, email, `Guess-Number-${guesses}`, from)
}
/** A sign-in from a trusted browser. */
const withNote = async (
  note: string,
  { email = fixtures.emailOf('staff'), password = testPassword, from = '198.51.100.9' } = {},
) => {
  const answer = await fixtures.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: from,
    headers: { cookie: `gya_browser=${note}` },
    payload: { email, password },
  })
  return { status: answer.statusCode, note: answer.cookies.find(({ name }) => name === 'gya_browser')?.value ?? '' }
}

describe('countAttempt limits sign-ins', () => {
  test('account from one network: 10 in 15 minutes, then 429 with Retry-After even for the right password', async () => {
    const staff = fixtures.emailOf('staff')
    expect(countByStatus(await times(10, () => wrong(staff, '198.51.100.1')))).toEqual({ 401: 10 })
    fixtures.clock.advance({ minutes: 5 })
    const refused = await right(staff, '198.51.100.1')
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(refused.headers['retry-after']).toBe('600')
    expect(refused.cookies).toEqual({})
  })

  test('other networks, and other accounts from this network, are not affected', async () => {
    await times(12, () => wrong(fixtures.emailOf('staff'), '198.51.100.1'))
    expect(await right(fixtures.emailOf('staff'), '198.51.100.2')).toMatchObject({ status: 200 })
    expect(await right(fixtures.emailOf('company'), '198.51.100.1')).toMatchObject({ status: 200 })
  })

  test('a successful sign-in clears the count', async () => {
    const staff = fixtures.emailOf('staff')
    for (let day = 0; day < 3; day += 1) {
      expect(countByStatus(await times(9, () => wrong(staff, '198.51.100.1')))).toEqual({ 401: 9 })
      expect(await right(staff, '198.51.100.1')).toMatchObject({ status: 200 })
    }
  })

  test('account from any network: 50 in 15 minutes, then unlocked again', async () => {
    const staff = fixtures.emailOf('staff')
    expect(countByStatus(await times(50, (n) => wrong(staff, `203.0.113.${n}`)))).toEqual({ 401: 50 })
    expect(await right(staff, '203.0.113.200')).toMatchObject({ status: 429 })
    fixtures.clock.advance({ minutes: 14 })
    expect(await right(staff, '203.0.113.200')).toMatchObject({ status: 429 })
    fixtures.clock.advance({ minutes: 1 })
    expect(await right(staff, '203.0.113.200')).toMatchObject({ status: 200 })
  })

  test('network for any accounts: 200 in 15 minutes, then unlocked again', async () => {
    // Each real attempt costs a hash, so most are counted without one.
    const counted = [{ key: 'sign-in-from:198.51.100.7', max: 200, minutes: 15 }]
    await times(190, () => enforceRateLimit(fixtures.database.pool, counted, fixtures.clock.now()))
    expect(countByStatus(await times(10, (n) => wrong(`guess-${n}@people.example`, '198.51.100.7')))).toEqual({ 401: 10 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.7')).toMatchObject({ status: 429 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.8')).toMatchObject({ status: 200 })
    fixtures.clock.advance({ minutes: 15 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.7')).toMatchObject({ status: 200 })
  })

  test('unknown addresses are limited like known ones', async () => {
    const answers = await times(11, () => wrong('nobody@people.example', '198.51.100.1'))
    expect(countByStatus(answers)).toEqual({ 401: 10, 429: 1 })
  })
})

/** Staff can create a vendor account with any e-mail address and choose its password. */
describe('An attacker’s own account on the victim’s e-mail address', () => {
  const own = { password: 'Own-Password-2026', from: '198.51.100.66' }
  const addVictim = async (type: UserType, companyId?: string) => {
    const email = `victim-${type.toLowerCase().replace('_', '-')}@people.example`
    const id = await fixtures.addUser({ type, email, companyId })
    await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.a.companyId, password: own.password })
    return { id, email }
  }

  test.each<[UserType, 'b' | null, number]>([
    ['GYA_ADMIN', null, 10],
    ['COMPANY_ADMIN', 'b', 10],
    // Their vendor account is older: the attacker's own sign-in does not try its password.
    ['VENDOR', 'b', 11],
  ])('alternating nine guesses and one own sign-in at a %s (company %s): 429 from guess %i', async (type, company, nth) => {
    const { email } = await addVictim(type, company ? fixtures[company].companyId : undefined)
    let { note } = await withNote('', { email, ...own })
    const answers: number[] = []
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 9; n += 1)
        answers.push((await withNote(note, { email, ...own, password: `Guess-${type}-${round}-${n}` })).status)
      ;({ note } = await withNote(note, { email, ...own }))
    }
    expect(answers.slice(0, 8)).toEqual(answers.slice(0, 8).map(() => 401))
    expect(answers.slice(nth - 1)).toEqual(answers.slice(nth - 1).map(() => 429))
    expect(await withNote('', { email, from: '198.51.100.67' })).toMatchObject({ status: 200 })
  })

  test('without trusted browser and from changing networks: 300 guesses a week', async () => {
    const { id, email } = await addVictim('BRANCH_ADMIN', fixtures.b.companyId)
    await usedUp(`sign-in:${id}|10080`, 298)
    expect(await guess(email, '203.0.113.1')).toMatchObject({ status: 401 })
    expect(await signIn(fixtures, email, own.password, '203.0.113.2')).toMatchObject({ status: 200 })
    expect(await guess(email, '203.0.113.3')).toMatchObject({ status: 429 })
    fixtures.clock.advance({ minutes: 6 * 1_440 })
    expect(await right(email, '203.0.113.4')).toMatchObject({ status: 429 })
    fixtures.clock.advance({ minutes: 1_440 })
    expect(await right(email, '203.0.113.4')).toMatchObject({ status: 200 })
  })

  test('signing in to one account does not unlock the other', async () => {
    const { id, email } = await addVictim('BRANCH_STAFF', fixtures.a.companyId)
    await guessedAt(id, 50)
    expect(await signIn(fixtures, email, own.password, own.from)).toMatchObject({ status: 200, body: { type: 'VENDOR' } })
    expect(await right(email, own.from)).toMatchObject({ status: 429 })
  })
})

test('a user who is staff and vendor on one address can sign in to either repeatedly', async () => {
  const email = 'both@people.example'
  await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: fixtures.a.companyId })
  await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.a.companyId, password: 'As-A-Vendor-2026' })
  for (let n = 0; n < 12; n += 1)
    expect(await right(email, '198.51.100.1')).toMatchObject({ status: 200, body: { type: 'BRANCH_STAFF' } })
  expect(await signIn(fixtures, email, 'As-A-Vendor-2026', '198.51.100.1')).toMatchObject({
    status: 200,
    body: { type: 'VENDOR' },
  })
})

describe('countAttempt limits slow guessing', () => {
  test('account from one network: 30 a day; trusted browser and other networks are not affected', async () => {
    const staff = fixtures.emailOf('staff')
    const { note } = await withNote('', { from: '198.51.100.1' })
    const answers: number[] = []
    for (let hour = 0; hour < 5; hour += 1) {
      for (const { status } of await times(8, () => guess(staff, '198.51.100.1'))) answers.push(status)
      fixtures.clock.advance({ minutes: 60 })
    }
    // The guesses of one hour run concurrently: only their number is deterministic.
    expect(answers.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 30 }, () => 401),
      ...Array.from({ length: 10 }, () => 429),
    ])
    expect(await withNote(note, { from: '198.51.100.1' })).toMatchObject({ status: 200 })
    expect(await right(staff, '198.51.100.2')).toMatchObject({ status: 200 })
  })

  test('trusted browser: 50 failures a week', async () => {
    const { note } = await withNote('')
    const answers: number[] = []
    for (let n = 0; n < 6; n += 1) {
      for (let m = 0; m < 9; m += 1) answers.push((await withNote(note, { password: `Guess-${n}-${m}-Browser` })).status)
      fixtures.clock.advance({ minutes: 1_000 })
    }
    expect(answers).toEqual([...Array.from({ length: 50 }, () => 401), ...Array.from({ length: 4 }, () => 429)])
  })
})

describe('countAttempt limits password spraying', () => {
  const stranger = (n: number) => `sprayed-${n}@people.example`
  const spray = (count: number, from: (n: number) => string, password: (n: number) => string) =>
    times(count, (n) => signIn(fixtures, stranger(n), password(n), from(n)))

  test('one password, many accounts, one network: 30 a day', async () => {
    const answers = await spray(
      40,
      () => '198.51.100.3',
      () => testPassword,
    )
    expect(countByStatus(answers)).toEqual({ 401: 30, 429: 10 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.3')).toMatchObject({ status: 429 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.4')).toMatchObject({ status: 200 })
  })

  test('one password from many networks: 100 a day', async () => {
    const answers = await spray(
      110,
      (n) => `203.0.113.${n}`,
      () => 'Sprayed-Password-1',
    )
    expect(countByStatus(answers)).toEqual({ 401: 100, 429: 10 })
    fixtures.clock.advance({ minutes: 1_440 })
    expect(await signIn(fixtures, stranger(0), 'Sprayed-Password-1', '203.0.113.0')).toMatchObject({ status: 401 })
  })

  test('many accounts, one network, different passwords: 100 a day; a trusted browser is not affected', async () => {
    const { note } = await withNote('', { from: '198.51.100.5' })
    const answers = await spray(
      110,
      () => '198.51.100.5',
      (n) => `Listed-Password-${n}`,
    )
    expect(countByStatus(answers)).toEqual({ 401: 100, 429: 10 })
    fixtures.clock.advance({ minutes: 60 })
    expect(await right(fixtures.emailOf('company'), '198.51.100.5')).toMatchObject({ status: 429 })
    expect(await withNote(note, { from: '198.51.100.5' })).toMatchObject({ status: 200 })
  })

  test('successful sign-ins are not counted', async () => {
    for (let round = 0; round < 4; round += 1)
      for (const name of Object.keys(fixtures.idOf) as (keyof typeof fixtures.idOf)[])
        expect(await right(fixtures.emailOf(name), '198.51.100.6')).toMatchObject({ status: 200 })
    const { rows } = await fixtures.database.pool.query(`select key from rate_limit where key not like 'sign-in-from:%'`)
    expect(rows).toEqual([])
  })
})

test('POST auth/forgot: five an hour, with the same answer for any address', async () => {
  for (const email of [fixtures.emailOf('staff'), 'nobody@people.example']) {
    const answers = await times(6, () => fixtures.anonymous.call(forgotPassword, { body: { email } }))
    expect(countByStatus(answers)).toEqual({ 200: 5, 429: 1 })
  }
  fixtures.clock.advance({ minutes: 60 })
  expect(await fixtures.anonymous.call(forgotPassword, { body: { email: fixtures.emailOf('staff') } })).toMatchObject({
    status: 200,
  })
})

describe('Trusted browser while the account is locked for all networks', () => {
  const closed = () => guessedAt(fixtures.idOf.staff, 50)
  const noteOf = async (email = fixtures.emailOf('staff')) =>
    (await right(email, '198.51.100.9')).cookies.gya_browser?.value ?? ''

  test('signs in', async () => {
    const note = await noteOf()
    await closed()
    expect(await right(fixtures.emailOf('staff'), '198.51.100.10')).toMatchObject({ status: 429 })
    expect(await withNote(note)).toMatchObject({ status: 200 })
  })

  test('signs in from a network that is over its limit', async () => {
    const note = await noteOf()
    await usedUp('sign-in-from:198.51.100.9', 200)
    expect(await right(fixtures.emailOf('company'), '198.51.100.9')).toMatchObject({ status: 429 })
    expect(await withNote(note)).toMatchObject({ status: 200 })
  })

  test('a token of another account or server, truncated or forged, is ignored', async () => {
    const [note, other] = [await noteOf(), await noteOf(fixtures.emailOf('company'))]
    await closed()
    const [name = '', seal = ''] = note.split('.')
    for (const forged of [
      other,
      `${other.split('.')[0]}.${seal}`,
      name,
      `${name}.${'x'.repeat(43)}`,
      `${name}.`,
      '.',
      'x'.repeat(5_000),
    ])
      expect([forged, (await withNote(forged)).status]).toEqual([forged, 429])
  })

  test('needs the password: ten attempts, then refused even with the right one', async () => {
    const note = await noteOf()
    const answers = []
    for (let n = 0; n < 10; n += 1) answers.push((await withNote(note, { password: 'Wrong-Password-2026' })).status)
    expect(answers).toEqual(answers.map(() => 401))
    expect(await withNote(note)).toMatchObject({ status: 429 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.10')).toMatchObject({ status: 200 })
  })

  test('the token ends with the password; changing the password in this browser renews it', async () => {
    const email = 'changing@people.example'
    const id = await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: fixtures.a.companyId })
    const older = await noteOf(email)
    const { client } = await signIn(fixtures, email, testPassword)
    const changed = await client.inject({
      method: 'PATCH',
      url: `/api${resetOwnPassword.path}`,
      payload: { password: 'A-New-Password-2026' },
    })
    const newer = changed.cookies.find(({ name }) => name === 'gya_browser')?.value ?? ''
    await guessedAt(id, 50)
    expect(await withNote(older, { email, password: 'A-New-Password-2026' })).toMatchObject({ status: 429 })
    expect(await withNote(newer, { email, password: 'A-New-Password-2026' })).toMatchObject({ status: 200 })
  })

  test('the cookie is HttpOnly, SameSite=Lax, Path=/, and survives logout', async () => {
    const { cookies, client } = await right(fixtures.emailOf('staff'), '198.51.100.9')
    expect(cookies.gya_browser).toEqual({
      name: 'gya_browser',
      value: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/),
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 180 * 86_400,
    })
    const out = await client.inject({ method: 'POST', url: '/api/user/logout' })
    expect(out.cookies.map(({ name }) => name)).not.toContain('gya_browser')
  })

  test('POST auth/reset by link unlocks the account', async () => {
    const email = 'locked-out@people.example'
    const userId = await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: fixtures.a.companyId })
    await guessedAt(userId, 50)
    await times(10, () => guess(email, '198.51.100.9'))
    expect(await right(email, '198.51.100.9')).toMatchObject({ status: 429 })
    const token = await insertLink(fixtures.database.db, { userId, purpose: 'reset', now: fixtures.clock.now(), hours: 2 })
    await fixtures.anonymous.ok(resetPasswordByLink, { body: { token, password: 'A-New-Password-2026' } })
    expect(await signIn(fixtures, email, 'A-New-Password-2026', '198.51.100.9')).toMatchObject({ status: 200 })
  })
})

test('forty users of one office with two failures each can all sign in', async () => {
  // Eleven real users; the others are counted without hashing.
  await usedUp('sign-in-from:198.51.100.40', 29 * 3)
  const people = Object.keys(fixtures.idOf) as (keyof typeof fixtures.idOf)[]
  for (const name of people) {
    expect(countByStatus(await times(2, () => wrong(fixtures.emailOf(name), '198.51.100.40')))).toEqual({ 401: 2 })
    expect(await right(fixtures.emailOf(name), '198.51.100.40')).toMatchObject({ status: 200 })
  }
})

test('an IPv6 /64 counts as one address', async () => {
  const staff = fixtures.emailOf('staff')
  const answers = await times(12, (n) => wrong(staff, `2001:db8:0:7::${n + 1}`))
  expect(countByStatus(answers)).toEqual({ 401: 10, 429: 2 })
  expect(await right(staff, '2001:db8:0:8::1')).toMatchObject({ status: 200 })
})

test('PATCH user/resetpassword: 20 attempts an hour', async () => {
  const id = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'restless@people.example', companyId: fixtures.a.companyId })
  const client = await fixtures.signedIn(id)
  await usedUp(`password-of:${id}`, 19)
  const change = () => client.call(resetOwnPassword, { body: { password: testPassword } })
  expect(await change()).toMatchObject({ status: 409, body: { code: 'PASSWORD_UNCHANGED' } })
  expect(await change()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
})
