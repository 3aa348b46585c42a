import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { resetPasswordByLink } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { makeOperatorLinks } from './operator-links.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const linksFor = (email: string) =>
  makeOperatorLinks(fixtures.database.db, {
    email,
    now: fixtures.clock.now(),
    newId: () => fixtures.clock.newId(),
    publicUrl: 'https://gya.example',
  })

test('createOperatorLinks activates an account and writes a security event', async () => {
  const email = 'invited@people.example'
  const id = await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: fixtures.a.companyId, activated: false })
  const [made, ...more] = await linksFor(' Invited@People.Example ')
  expect(more).toEqual([])
  const [, token = ''] = /^https:\/\/gya\.example\/login\/reset#token=([\w-]{43})$/.exec(made?.link ?? '') ?? []
  await fixtures.anonymous.ok(resetPasswordByLink, { body: { token, password: 'A-New-Password-2026' } })
  expect(await signIn(fixtures, email, 'A-New-Password-2026')).toMatchObject({ status: 200, body: { activated: true } })
  const { rows } = await fixtures.database.pool.query(
    `select company_id, user_id, about_user_id from audit where kind = 'operator-link'`,
  )
  expect(rows).toEqual([{ company_id: fixtures.a.companyId, user_id: null, about_user_id: id }])
})

test('createOperatorLinks creates no link for an unknown address', async () => {
  expect(await linksFor('nobody@people.example')).toEqual([])
})

test('npm run make-link prints the link; for an unknown address it exits with 1', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../make-link.ts'), ...args], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: fixtures.database.pool.options.connectionString,
        PUBLIC_URL: 'https://gya.example',
      },
    })
  const { stdout } = await run(fixtures.emailOf('company'))
  expect(stdout).toMatch(
    /^company \(COMPANY_ADMIN\), for 24 hours, once:\nhttps:\/\/gya\.example\/login\/reset#token=[\w-]{43}\n$/,
  )
  await expect(run('nobody@people.example')).rejects.toMatchObject({
    code: 1,
    stderr: 'There is no account with this e-mail address.\n',
  })
})
