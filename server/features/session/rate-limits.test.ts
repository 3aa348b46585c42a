import { forgotPassword } from '@gya/domain/features/session/session.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countTry } from '../../http/rate-limit.ts'
import { signIn } from '../../testing/sign-in.ts'
import { tally } from '../../testing/tally.ts'
import { testStart } from '../../testing/test-app.ts'
import { openWorld, testPassword, type World } from '../../testing/world.ts'

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
