import type { UserType } from '@gya/domain/access/permissions.ts'
import { forgotPassword, resetOwnPassword, resetPasswordByLink } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countByStatus } from '../../../test/support/count-by-status.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { insertLink } from './sign-in.repository.ts'

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

/** So many tries were made under a key a moment ago. */
const usedUp = (key: string, tries: number) =>
  fixtures.database.pool.query(
    'insert into rate_limit values ($1, $2, $3) on conflict (key) do update set tries = $3, window_started = $2',
    [key, fixtures.clock.now(), tries],
  )
/** So many tries were made at an account from anywhere in these 15 minutes. */
const guessedAt = (accountId: string, tries: number) => usedUp(`sign-in:${accountId}|15`, tries)

/** A sign-in with a wrong password that nobody else tries. */
let guesses = 0
const guess = (email: string, from: string) => {
  guesses += 1
  return signIn(fixtures, email, `Guess-Number-${guesses}`, from)
}
/** A sign-in from a browser that keeps a note of having signed in before. */
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

describe('Sign-in is rate-limited', () => {
  test('an account from one address: ten tries in 15 minutes, then 429 with Retry-After, also for the right password', async () => {
    const staff = fixtures.emailOf('staff')
    expect(countByStatus(await times(10, () => wrong(staff, '198.51.100.1')))).toEqual({ 401: 10 })
    fixtures.clock.advance({ minutes: 5 })
    const refused = await right(staff, '198.51.100.1')
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(refused.headers['retry-after']).toBe('600')
    expect(refused.cookies).toEqual({})
  })

  test('the person is let in from elsewhere meanwhile, and other people from there', async () => {
    await times(12, () => wrong(fixtures.emailOf('staff'), '198.51.100.1'))
    expect(await right(fixtures.emailOf('staff'), '198.51.100.2')).toMatchObject({ status: 200 })
    expect(await right(fixtures.emailOf('company'), '198.51.100.1')).toMatchObject({ status: 200 })
  })

  test('a person who gets in is no longer counted against', async () => {
    const staff = fixtures.emailOf('staff')
    for (let day = 0; day < 3; day += 1) {
      expect(countByStatus(await times(9, () => wrong(staff, '198.51.100.1')))).toEqual({ 401: 9 })
      expect(await right(staff, '198.51.100.1')).toMatchObject({ status: 200 })
    }
  })

  test('an account, from whatever addresses: fifty tries in 15 minutes; it opens again by itself', async () => {
    const staff = fixtures.emailOf('staff')
    expect(countByStatus(await times(50, (n) => wrong(staff, `203.0.113.${n}`)))).toEqual({ 401: 50 })
    expect(await right(staff, '203.0.113.200')).toMatchObject({ status: 429 })
    fixtures.clock.advance({ minutes: 14 })
    expect(await right(staff, '203.0.113.200')).toMatchObject({ status: 429 })
    fixtures.clock.advance({ minutes: 1 })
    expect(await right(staff, '203.0.113.200')).toMatchObject({ status: 200 })
  })

  test('an address, for whatever accounts: 200 tries in 15 minutes; it opens again by itself', async () => {
    // Each real try costs a hash, so most of them are counted without one.
    const counted = [{ key: 'sign-in-from:198.51.100.7', max: 200, minutes: 15 }]
    await times(190, () => enforceRateLimit(fixtures.database.pool, counted, fixtures.clock.now()))
    expect(countByStatus(await times(10, (n) => wrong(`guess-${n}@people.example`, '198.51.100.7')))).toEqual({ 401: 10 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.7')).toMatchObject({ status: 429 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.8')).toMatchObject({ status: 200 })
    fixtures.clock.advance({ minutes: 15 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.7')).toMatchObject({ status: 200 })
  })

  test('an address that does not exist is limited like one that does', async () => {
    const answers = await times(11, () => wrong('nobody@people.example', '198.51.100.1'))
    expect(countByStatus(answers)).toEqual({ 401: 10, 429: 1 })
  })
})

/** Staff can open a vendor account with any e-mail address and choose its password. */
describe('An account of the guesser’s own with the e-mail address of another', () => {
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
    // Their vendor account is the older one: the guesser's own sign-in does not try its password.
    ['VENDOR', 'b', 11],
  ])(
    'nine guesses and one sign-in of one’s own, in turns, at a %s (company %s): 429 from wrong guess %i',
    async (type, company, nth) => {
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
    },
  )

  test('also without a note and from ever other networks: 300 guesses a week', async () => {
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

  test('can be signed in to while the other one is closed, and does not open it', async () => {
    const { id, email } = await addVictim('BRANCH_STAFF', fixtures.a.companyId)
    await guessedAt(id, 50)
    expect(await signIn(fixtures, email, own.password, own.from)).toMatchObject({ status: 200, body: { type: 'VENDOR' } })
    expect(await right(email, own.from)).toMatchObject({ status: 429 })
  })
})

test('Who is staff and a vendor with one address can sign in as either, time and again', async () => {
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

describe('Slow guessing is limited', () => {
  test('an account from one network: thirty tries a day, also with pauses; the owner’s own browser and other networks get in', async () => {
    const staff = fixtures.emailOf('staff')
    const { note } = await withNote('', { from: '198.51.100.1' })
    const answers: number[] = []
    for (let hour = 0; hour < 5; hour += 1) {
      for (const { status } of await times(8, () => guess(staff, '198.51.100.1'))) answers.push(status)
      fixtures.clock.advance({ minutes: 60 })
    }
    // Guesses of one hour are made at the same time: only their number is certain.
    expect(answers.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 30 }, () => 401),
      ...Array.from({ length: 10 }, () => 429),
    ])
    expect(await withNote(note, { from: '198.51.100.1' })).toMatchObject({ status: 200 })
    expect(await right(staff, '198.51.100.2')).toMatchObject({ status: 200 })
  })

  test('a known browser: fifty wrong tries a week', async () => {
    const { note } = await withNote('')
    const answers: number[] = []
    for (let n = 0; n < 6; n += 1) {
      for (let m = 0; m < 9; m += 1) answers.push((await withNote(note, { password: `Guess-${n}-${m}-Browser` })).status)
      fixtures.clock.advance({ minutes: 1_000 })
    }
    expect(answers).toEqual([...Array.from({ length: 50 }, () => 401), ...Array.from({ length: 4 }, () => 429)])
  })
})

describe('Password spraying is limited', () => {
  const stranger = (n: number) => `sprayed-${n}@people.example`
  const spray = (count: number, from: (n: number) => string, password: (n: number) => string) =>
    times(count, (n) => signIn(fixtures, stranger(n), password(n), from(n)))

  test('one password at many accounts from one network: thirty a day, then also for the right one', async () => {
    const answers = await spray(
      40,
      () => '198.51.100.3',
      () => testPassword,
    )
    expect(countByStatus(answers)).toEqual({ 401: 30, 429: 10 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.3')).toMatchObject({ status: 429 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.4')).toMatchObject({ status: 200 })
  })

  test('one password from many networks: a hundred a day', async () => {
    const answers = await spray(
      110,
      (n) => `203.0.113.${n}`,
      () => 'Sprayed-Password-1',
    )
    expect(countByStatus(answers)).toEqual({ 401: 100, 429: 10 })
    fixtures.clock.advance({ minutes: 1_440 })
    expect(await signIn(fixtures, stranger(0), 'Sprayed-Password-1', '203.0.113.0')).toMatchObject({ status: 401 })
  })

  test('many accounts from one network, a password each: a hundred a day; a known browser there gets in', async () => {
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

  test('people who sign in are not counted, however many and with whatever password', async () => {
    for (let round = 0; round < 4; round += 1)
      for (const name of Object.keys(fixtures.idOf) as (keyof typeof fixtures.idOf)[])
        expect(await right(fixtures.emailOf(name), '198.51.100.6')).toMatchObject({ status: 200 })
    const { rows } = await fixtures.database.pool.query(`select key from rate_limit where key not like 'sign-in-from:%'`)
    expect(rows).toEqual([])
  })
})

test('A new password can be asked for five times an hour, with the same answer for everybody', async () => {
  for (const email of [fixtures.emailOf('staff'), 'nobody@people.example']) {
    const answers = await times(6, () => fixtures.anonymous.call(forgotPassword, { body: { email } }))
    expect(countByStatus(answers)).toEqual({ 200: 5, 429: 1 })
  }
  fixtures.clock.advance({ minutes: 60 })
  expect(await fixtures.anonymous.call(forgotPassword, { body: { email: fixtures.emailOf('staff') } })).toMatchObject({
    status: 200,
  })
})

describe('Somebody guesses at an account from everywhere, until it is closed to everywhere', () => {
  const closed = () => guessedAt(fixtures.idOf.staff, 50)
  const noteOf = async (email = fixtures.emailOf('staff')) =>
    (await right(email, '198.51.100.9')).cookies.gya_browser?.value ?? ''

  test('the owner’s own browser, which has signed in before, is let in all the same', async () => {
    const note = await noteOf()
    await closed()
    expect(await right(fixtures.emailOf('staff'), '198.51.100.10')).toMatchObject({ status: 429 })
    expect(await withNote(note)).toMatchObject({ status: 200 })
  })

  test('also from an office whose address has used up its tries', async () => {
    const note = await noteOf()
    await usedUp('sign-in-from:198.51.100.9', 200)
    expect(await right(fixtures.emailOf('company'), '198.51.100.9')).toMatchObject({ status: 429 })
    expect(await withNote(note)).toMatchObject({ status: 200 })
  })

  test('a note of another account, of another server, cut off or made up is none', async () => {
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

  test('a note lets nobody in: with a wrong password it has ten tries of its own, and then not even the right one', async () => {
    const note = await noteOf()
    const answers = []
    for (let n = 0; n < 10; n += 1) answers.push((await withNote(note, { password: 'Wrong-Password-2026' })).status)
    expect(answers).toEqual(answers.map(() => 401))
    expect(await withNote(note)).toMatchObject({ status: 429 })
    expect(await right(fixtures.emailOf('staff'), '198.51.100.10')).toMatchObject({ status: 200 })
  })

  test('a note ends with the password it was given for; who changes it here is known here', async () => {
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

  test('the note is HttpOnly, SameSite=Lax and for the whole site, and outlives the logout', async () => {
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

  test('who proves that the mailbox is theirs opens the account again', async () => {
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

test('Forty people of one office who each mistype twice are all let in', async () => {
  // Eleven real people; what the others would have added is counted without their hashes.
  await usedUp('sign-in-from:198.51.100.40', 29 * 3)
  const people = Object.keys(fixtures.idOf) as (keyof typeof fixtures.idOf)[]
  for (const name of people) {
    expect(countByStatus(await times(2, () => wrong(fixtures.emailOf(name), '198.51.100.40')))).toEqual({ 401: 2 })
    expect(await right(fixtures.emailOf(name), '198.51.100.40')).toMatchObject({ status: 200 })
  }
})

test('One network of IPv6 is one address, however many it has', async () => {
  const staff = fixtures.emailOf('staff')
  const answers = await times(12, (n) => wrong(staff, `2001:db8:0:7::${n + 1}`))
  expect(countByStatus(answers)).toEqual({ 401: 10, 429: 2 })
  expect(await right(staff, '2001:db8:0:8::1')).toMatchObject({ status: 200 })
})

test('A new password of one’s own can be tried twenty times an hour: each try costs as much as a sign-in', async () => {
  const id = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'restless@people.example', companyId: fixtures.a.companyId })
  const client = await fixtures.signedIn(id)
  await usedUp(`password-of:${id}`, 19)
  const change = () => client.call(resetOwnPassword, { body: { password: testPassword } })
  expect(await change()).toMatchObject({ status: 409, body: { code: 'PASSWORD_UNCHANGED' } })
  expect(await change()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
})
