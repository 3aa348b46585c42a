import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { resetPasswordByLink } from '@gya/domain/features/session/session.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../testing/sign-in.ts'
import { type Fixtures, openFixtures } from '../../testing/world.ts'
import { makeOperatorLinks } from './operator-links.ts'

let world: Fixtures
beforeAll(async () => {
  world = await openFixtures()
})
afterAll(() => world.close())

const linksFor = (email: string) =>
  makeOperatorLinks(world.database.db, {
    email,
    now: world.clock.now(),
    newId: () => world.clock.newId(),
    publicUrl: 'https://gya.example',
  })

test('A link of the operator activates an account that nobody has signed in to, and is a security event', async () => {
  const email = 'invited@people.example'
  const id = await world.addUser({ type: 'BRANCH_STAFF', email, companyId: world.a.companyId, activated: false })
  const [made, ...more] = await linksFor(' Invited@People.Example ')
  expect(more).toEqual([])
  const [, token = ''] = /^https:\/\/gya\.example\/login\/reset#token=([\w-]{43})$/.exec(made?.link ?? '') ?? []
  await world.anonymous.ok(resetPasswordByLink, { body: { token, password: 'A-New-Password-2026' } })
  expect(await signIn(world, email, 'A-New-Password-2026')).toMatchObject({ status: 200, body: { activated: true } })
  const { rows } = await world.database.pool.query(
    `select company_id, user_id, about_user_id from audit where kind = 'operator-link'`,
  )
  expect(rows).toEqual([{ company_id: world.a.companyId, user_id: null, about_user_id: id }])
})

test('An address without account has none', async () => {
  expect(await linksFor('nobody@people.example')).toEqual([])
})

test('npm run make-link prints the link; without an account it says so and ends with 1', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../make-link.ts'), ...args], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: world.database.pool.options.connectionString,
        PUBLIC_URL: 'https://gya.example',
      },
    })
  const { stdout } = await run(world.emailOf('company'))
  expect(stdout).toMatch(
    /^company \(COMPANY_ADMIN\), for 24 hours, once:\nhttps:\/\/gya\.example\/login\/reset#token=[\w-]{43}\n$/,
  )
  await expect(run('nobody@people.example')).rejects.toMatchObject({
    code: 1,
    stderr: 'There is no account with this e-mail address.\n',
  })
})
