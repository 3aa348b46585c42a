import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import {
  addBranchMember,
  createCompanyAdministrator,
  createPlatformAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { activateAccount, resetOwnPassword, resetPasswordByLink } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, testAddress, testPassword } from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { temporaryPassword } from '../../infra/secrets.ts'
import { createFirstAdmin } from '../members/create-first-admin.ts'
import { insertLink } from './account-links.repository.ts'
import { breachedFileError } from './common-passwords.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

let fixtures: Fixtures
let folder: string
const breached = 'Correct-Horse-Battery-7'
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gya-breached-'))
  const path = join(folder, 'sha1.bin')
  const hashes = [breached, ...Array.from({ length: 999 }, (_, n) => `Other-${n}`)].map((text) =>
    createHash('sha1').update(text).digest(),
  )
  await writeFile(path, Buffer.concat(hashes.toSorted((a, b) => a.compare(b))))
  fixtures = await openFixtures({ config: { breachedPasswords: path } })
})
beforeEach(() => fixtures.database.pool.query('delete from rate_limit'))
afterAll(async () => {
  await fixtures.close()
  await rm(folder, { recursive: true })
})

const person = (password: string) => ({ firstName: 'Nia', lastName: 'Vale', email: 'nia.vale@people.example', tel: '', password })

/** Every call that sets a password, with the path of its field. */
const choices: Record<string, [path: string, choose: (password: string) => Promise<{ status: number; body: unknown }>]> = {
  'one’s own, new': ['password', (password) => fixtures.as('staff').call(resetOwnPassword, { body: { password } })],
  'one’s own, first': ['password', (password) => fixtures.as('staff').call(activateAccount, { body: { password } })],
  'by a link': [
    'password',
    async (password) => {
      const link = { userId: fixtures.idOf.staff, purpose: 'reset' as const, now: fixtures.clock.now(), hours: 2 }
      const token = await insertLink(fixtures.database.db, link)
      const answer = await fixtures.anonymous.call(resetPasswordByLink, { body: { token, password } })
      await fixtures.database.db.deleteFrom('account_link').execute()
      return answer
    },
  ],
  'of a new vendor': [
    'owner.password',
    (password) =>
      fixtures.as('staff').call(createProperty, {
        params: fixtures.first,
        body: {
          address: testAddress('9 First Street'),
          owner: { ...person(password), contactPrefs: { email: true, push: false } },
        },
      }),
  ],
  'of a branch member': [
    'password',
    (password) =>
      fixtures.as('branch').call(addBranchMember, { params: { branchId: fixtures.first.branchId }, body: person(password) }),
  ],
  'of a branch administrator': [
    'administrator.password',
    (password) =>
      fixtures.as('company').call(createBranch, {
        params: fixtures.a,
        body: { name: 'Third Street', address: testAddress('Third Street'), administrator: person(password) },
      }),
  ],
  'of a company administrator': [
    'password',
    (password) =>
      fixtures
        .as('company')
        .call(createCompanyAdministrator, { params: fixtures.a, body: { ...person(password), type: 'COMPANY_ADMIN' } }),
  ],
  'of the administrator of a new company': [
    'administrator.password',
    (password) =>
      fixtures.as('platform').call(createCompany, {
        body: { name: 'Cedar', availableLicenses: 1, address: testAddress('1 Cedar Road'), administrator: person(password) },
      }),
  ],
  'of a platform admin': [
    'password',
    (password) => fixtures.as('platform').call(createPlatformAdministrator, { body: person(password) }),
  ],
}

describe.each(Object.entries(choices))('refuseWeakPassword, %s', (_what, [path, choose]) => {
  test.each([
    ['Password1234!', 'PASSWORD_KNOWN'],
    ['P@ssw0rd-2026', 'PASSWORD_KNOWN'],
    [breached, 'PASSWORD_KNOWN'],
    ['Qwertyuiop12?Q', 'PASSWORD_WEAK'],
    ['Aaaaaaaaaaa1!', 'PASSWORD_WEAK'],
    ['Estate-Agent-26', 'PASSWORD_WEAK'],
    ['short', 'PASSWORD_WEAK'],
  ])('%s is refused as %s at its field, nothing is saved', async (password, code) => {
    const before = await databaseChecksum(fixtures.database)
    const { status, body } = await choose(password)
    expect([status, body]).toMatchObject([
      400,
      { code, issues: expect.arrayContaining([{ path, message: expect.stringMatching(/\w/) }]) },
    ])
    const rest = ({ 'public.account_link': _link, ...tables }: Record<string, unknown>) => tables
    expect(rest(await databaseChecksum(fixtures.database))).toEqual(rest(before))
  })
})

describe('refuseWeakPassword refuses words of the account', () => {
  test.each(['Staff-People-26!', 'Alder-&-Ash-2026', 'First-Street-26!'])('own: %s', async (password) => {
    expect(await fixtures.as('staff').call(resetOwnPassword, { body: { password } })).toMatchObject({ status: 400 })
  })

  test.each(['Nia-Vale-2026!!', 'Alder-Ash-2026!', 'First-Street-26!'])('of a new vendor: %s', async (password) => {
    expect(await choices['of a new vendor']?.[1](password)).toMatchObject({ status: 400, body: { code: 'PASSWORD_WEAK' } })
  })
})

test('POST auth/login accepts a weak password that is already in use', async () => {
  await fixtures.addUser({
    type: 'BRANCH_STAFF',
    email: 'old@people.example',
    companyId: fixtures.a.companyId,
    password: 'Password1234!',
  })
  expect(await signIn(fixtures, 'old@people.example', 'Password1234!')).toMatchObject({ status: 200 })
})

test('generated temporary passwords and those in this repository pass', async () => {
  const fine = [testPassword, 'Demo-Password-2026', ...Array.from({ length: 50 }, temporaryPassword)]
  for (const password of fine)
    await refuseWeakPassword(fixtures.config, { password, path: 'password', guessableWords: ['Ada', 'Quill'] })
})

test('a known GYA_ADMIN_PASSWORD stops the start with a one-line error', async () => {
  const start = (password: string) =>
    createFirstAdmin(fixtures.database, fixtures.clock, { email: 'first@people.example', password }, fixtures.config)
  await expect(start('Password1234!')).rejects.toThrow(
    /^Configuration: GYA_ADMIN_PASSWORD is too weak\. This password is on lists/,
  )
  await expect(start('Platform-Admin1')).rejects.toThrow(/^Configuration: GYA_ADMIN_PASSWORD is too weak\. This is easy to guess/)
})

test('BREACHED_PASSWORDS is a sorted file of SHA-1 hashes', async () => {
  const file = async (name: string, content: Buffer) => {
    await writeFile(join(folder, name), content)
    return breachedFileError(join(folder, name))
  }
  const [low, high] = [Buffer.alloc(20, 1), Buffer.alloc(20, 2)]
  expect(await file('good', Buffer.concat([low, high]))).toBeNull()
  expect(await file('unsorted', Buffer.concat([high, low]))).toBe('is not sorted')
  expect(await file('text', Buffer.from('5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:10437277\n'))).toMatch(/^is not a sorted file/)
  expect(await breachedFileError(join(folder, 'none'))).toBe('cannot be read')
})
