import { forgotPassword, resetOwnPassword, resetPasswordByLink } from '@gya/domain/features/session/session.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countTry } from '../../http/rate-limit.ts'
import { signIn } from '../../testing/sign-in.ts'
import { tally } from '../../testing/tally.ts'
import { testStart } from '../../testing/test-app.ts'
import { openWorld, testPassword, type World } from '../../testing/world.ts'
import { insertLink } from './session.repository.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  world.clock.moveTo(testStart)
  await world.database.pool.query('delete from rate_limit')
})
afterAll(() => world.close())

const wrong = (email: string, from: string) => signIn(world, email, 'Wrong-Password-2026', from)
const right = (email: string, from: string) => signIn(world, email, testPassword, from)
const times = <T>(count: number, work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => work(n)))

/** So many tries were made under a key a moment ago. */
const usedUp = (key: string, tries: number) =>
  world.database.pool.query(
    'insert into rate_limit values ($1, $2, $3) on conflict (key) do update set tries = $3, window_started = $2',
    [key, world.clock.now(), tries],
  )

describe('Sign-in is rate-limited', () => {
  test('an account from one address: ten tries in 15 minutes, then 429 with Retry-After, also for the right password', async () => {
    const staff = world.emailOf('staff')
    expect(tally(await times(10, () => wrong(staff, '198.51.100.1')))).toEqual({ 401: 10 })
    world.clock.pass({ minutes: 5 })
    const refused = await right(staff, '198.51.100.1')
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(refused.headers['retry-after']).toBe('600')
    expect(refused.cookies).toEqual({})
  })

  test('the person is let in from elsewhere meanwhile, and other people from there', async () => {
    await times(12, () => wrong(world.emailOf('staff'), '198.51.100.1'))
    expect(await right(world.emailOf('staff'), '198.51.100.2')).toMatchObject({ status: 200 })
    expect(await right(world.emailOf('company'), '198.51.100.1')).toMatchObject({ status: 200 })
  })

  test('a person who gets in is no longer counted against', async () => {
    const staff = world.emailOf('staff')
    for (let day = 0; day < 3; day += 1) {
      expect(tally(await times(9, () => wrong(staff, '198.51.100.1')))).toEqual({ 401: 9 })
      expect(await right(staff, '198.51.100.1')).toMatchObject({ status: 200 })
    }
  })

  test('an account, from whatever addresses: fifty tries in 15 minutes; it opens again by itself', async () => {
    const staff = world.emailOf('staff')
    expect(tally(await times(50, (n) => wrong(staff, `203.0.113.${n}`)))).toEqual({ 401: 50 })
    expect(await right(staff, '203.0.113.200')).toMatchObject({ status: 429 })
    world.clock.pass({ minutes: 14 })
    expect(await right(staff, '203.0.113.200')).toMatchObject({ status: 429 })
    world.clock.pass({ minutes: 1 })
    expect(await right(staff, '203.0.113.200')).toMatchObject({ status: 200 })
  })

  test('an address, for whatever accounts: 200 tries in 15 minutes; it opens again by itself', async () => {
    // Each real try costs a hash, so most of them are counted without one.
    const counted = [{ key: 'sign-in-from:198.51.100.7', most: 200, minutes: 15 }]
    await times(190, () => countTry(world.database.pool, counted, world.clock.now()))
    expect(tally(await times(10, (n) => wrong(`guess-${n}@people.example`, '198.51.100.7')))).toEqual({ 401: 10 })
    expect(await right(world.emailOf('staff'), '198.51.100.7')).toMatchObject({ status: 429 })
    expect(await right(world.emailOf('staff'), '198.51.100.8')).toMatchObject({ status: 200 })
    world.clock.pass({ minutes: 15 })
    expect(await right(world.emailOf('staff'), '198.51.100.7')).toMatchObject({ status: 200 })
  })

  test('an address that does not exist is limited like one that does', async () => {
    const answers = await times(11, () => wrong('nobody@people.example', '198.51.100.1'))
    expect(tally(answers)).toEqual({ 401: 10, 429: 1 })
  })
})

test('A new password can be asked for five times an hour, with the same answer for everybody', async () => {
  for (const email of [world.emailOf('staff'), 'nobody@people.example']) {
    const answers = await times(6, () => world.nobody.call(forgotPassword, { body: { email } }))
    expect(tally(answers)).toEqual({ 200: 5, 429: 1 })
  }
  world.clock.pass({ minutes: 60 })
  expect(await world.nobody.call(forgotPassword, { body: { email: world.emailOf('staff') } })).toMatchObject({ status: 200 })
})

describe('Somebody guesses at an account from everywhere, until it is closed to everywhere', () => {
  const closed = () => usedUp(`sign-in:${world.emailOf('staff')}`, 50)
  /** A sign-in from a browser that keeps a note of having signed in before. */
  const withNote = async (note: string, { email = world.emailOf('staff'), password = testPassword } = {}) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '198.51.100.9',
      headers: { cookie: `gya_browser=${note}` },
      payload: { email, password },
    })
    return answer.statusCode
  }
  const noteOf = async (email = world.emailOf('staff')) => (await right(email, '198.51.100.9')).cookies.gya_browser?.value ?? ''

  test('the owner’s own browser, which has signed in before, is let in all the same', async () => {
    const note = await noteOf()
    await closed()
    expect(await right(world.emailOf('staff'), '198.51.100.10')).toMatchObject({ status: 429 })
    expect(await withNote(note)).toBe(200)
  })

  test('also from an office whose address has used up its tries', async () => {
    const note = await noteOf()
    await usedUp('sign-in-from:198.51.100.9', 200)
    expect(await right(world.emailOf('company'), '198.51.100.9')).toMatchObject({ status: 429 })
    expect(await withNote(note)).toBe(200)
  })

  test('a note of another account, of another server, cut off or made up is none', async () => {
    const [note, other] = [await noteOf(), await noteOf(world.emailOf('company'))]
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
      expect([forged, await withNote(forged)]).toEqual([forged, 429])
  })

  test('a note lets nobody in: with a wrong password it has ten tries of its own, and then not even the right one', async () => {
    const note = await noteOf()
    const answers = []
    for (let n = 0; n < 10; n += 1) answers.push(await withNote(note, { password: 'Wrong-Password-2026' }))
    expect(answers).toEqual(answers.map(() => 401))
    expect(await withNote(note)).toBe(429)
    expect(await right(world.emailOf('staff'), '198.51.100.10')).toMatchObject({ status: 200 })
  })

  test('a note ends with the password it was given for; who changes it here is known here', async () => {
    const email = 'changing@people.example'
    const id = await world.addUser({ type: 'BRANCH_STAFF', email, companyId: world.a.companyId })
    const older = await noteOf(email)
    const { client } = await signIn(world, email, testPassword)
    const changed = await client.inject({
      method: 'PATCH',
      url: `/api${resetOwnPassword.path}`,
      payload: { password: 'A-New-Password-2026' },
    })
    const newer = changed.cookies.find(({ name }) => name === 'gya_browser')?.value ?? ''
    await usedUp(`sign-in:${email}`, 50)
    expect(await withNote(older, { email, password: 'A-New-Password-2026' })).toBe(429)
    expect(await withNote(newer, { email, password: 'A-New-Password-2026' })).toBe(200)
    expect(id).not.toBe('')
  })

  test('the note is HttpOnly, SameSite=Lax and for the whole site, and outlives the logout', async () => {
    const { cookies, client } = await right(world.emailOf('staff'), '198.51.100.9')
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
    const userId = await world.addUser({ type: 'BRANCH_STAFF', email, companyId: world.a.companyId })
    await usedUp(`sign-in:${email}`, 51).catch(() => {})
    expect(await right(email, '198.51.100.9')).toMatchObject({ status: 429 })
    const token = await insertLink(world.database.db, { userId, purpose: 'reset', now: world.clock.now(), hours: 2 })
    await world.nobody.ok(resetPasswordByLink, { body: { token, password: 'A-New-Password-2026' } })
    expect(await signIn(world, email, 'A-New-Password-2026', '198.51.100.9')).toMatchObject({ status: 200 })
  })
})

test('Forty people of one office who each mistype twice are all let in', async () => {
  // Eleven real people; what the others would have added is counted without their hashes.
  await usedUp('sign-in-from:198.51.100.40', 29 * 3)
  const people = Object.keys(world.idOf) as (keyof typeof world.idOf)[]
  for (const name of people) {
    expect(tally(await times(2, () => wrong(world.emailOf(name), '198.51.100.40')))).toEqual({ 401: 2 })
    expect(await right(world.emailOf(name), '198.51.100.40')).toMatchObject({ status: 200 })
  }
})

test('One network of IPv6 is one address, however many it has', async () => {
  const staff = world.emailOf('staff')
  const answers = await times(12, (n) => wrong(staff, `2001:db8:0:7::${n + 1}`))
  expect(tally(answers)).toEqual({ 401: 10, 429: 2 })
  expect(await right(staff, '2001:db8:0:8::1')).toMatchObject({ status: 200 })
})

test('A new password of one’s own can be tried twenty times an hour: each try costs as much as a sign-in', async () => {
  const id = await world.addUser({ type: 'BRANCH_STAFF', email: 'restless@people.example', companyId: world.a.companyId })
  const client = await world.signedIn(id)
  await usedUp(`password-of:${id}`, 19)
  const change = () => client.call(resetOwnPassword, { body: { password: testPassword } })
  expect(await change()).toMatchObject({ status: 409, body: { code: 'PASSWORD_UNCHANGED' } })
  expect(await change()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
})
