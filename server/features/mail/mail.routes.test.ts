import { listMail, readMail } from '@gya/domain/features/mail/mail.contract.ts'
import { addBranchMember } from '@gya/domain/features/members/members.contract.ts'
import { forgotPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'

const subjects = ['100% sold', '100 sold', 'under_score', 'underXscore', 'Plain']

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  for (const subject of subjects) {
    fixtures.clock.advance({ minutes: 1 })
    const mail = {
      id: fixtures.clock.newId(),
      recipients: ['buyer@people.example'],
      subject,
      body: 'Text',
      createdon: fixtures.clock.now(),
    }
    await fixtures.database.db.insertInto('mail').values(mail).execute()
  }
})
afterAll(() => fixtures.close())

const listed = async (query: { textSearch?: string; itemsPerPage?: string; currentPage?: string }) => {
  const { data, paging } = await fixtures.as('platform').ok(listMail, { query })
  return { subjects: data.map(({ subject }) => subject), count: paging.count }
}

test('GET mailbox/list sorts newest first', async () => {
  expect(await listed({})).toEqual({ subjects: subjects.toReversed(), count: 5 })
})

test.each([
  ['100%', ['100% sold']],
  ['under_', ['under_score']],
  ['PLAIN', ['Plain']],
  ['Buyer@people', subjects.toReversed()],
  ['nothing like it', []],
])(
  'GET mailbox/list?textSearch=%j matches literally and case-insensitively in subjects and addresses',
  async (textSearch, found) => {
    expect(await listed({ textSearch })).toEqual({ subjects: found, count: found.length })
  },
)

test('GET mailbox/list pages; a page past the end is empty with the same paging', async () => {
  expect(await listed({ itemsPerPage: '2', currentPage: '1' })).toEqual({ subjects: ['under_score', '100 sold'], count: 5 })
  expect(await listed({ itemsPerPage: '2', currentPage: '9' })).toEqual({ subjects: [], count: 5 })
})

test('GET mailbox/:mailId returns 404 for an unknown message', async () => {
  expect(await fixtures.as('platform').refusal(readMail, { params: { mailId: fixtures.clock.newId() } })).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  })
})

describe('GET mailbox/:mailId text', () => {
  /** A stored message with secrets: a password reset, and an invitation. */
  const texts = async (as: Fixtures) => {
    await as.anonymous.ok(forgotPassword, { body: { email: as.emailOf('staff') } })
    await as.runJobs()
    await as.as('branch').ok(addBranchMember, {
      params: { branchId: as.first.branchId },
      body: { firstName: 'Nia', lastName: 'Vale', email: 'nia@people.example', tel: '' },
    })
    const { data } = await as.as('platform').ok(listMail, { query: { textSearch: 'people.example' } })
    const kept = data.filter(({ subject }) => subject.includes('GYA'))
    const read = await Promise.all(kept.map(({ _id }) => as.as('platform').ok(readMail, { params: { mailId: _id } })))
    return read.map(({ text }) => text).join('\n')
  }
  const secretsIn = async ({ database }: Fixtures) => {
    const { rows } = await database.pool.query<{ body: string }>('select body from mail')
    const all = rows.map(({ body }) => body).join('\n')
    return [...all.matchAll(/#token=(\S+)/g), ...all.matchAll(/temporary password:\s+(\S+)/g)].map(([, secret = '']) => secret)
  }

  test('masks links and passwords outside demo mode and writes a security event', async () => {
    const text = await texts(fixtures)
    const secrets = await secretsIn(fixtures)
    expect(secrets).toHaveLength(2)
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).toContain('http://gya.example/login/reset#token=▮▮▮▮▮▮▮▮')
    const { rows } = await fixtures.database.pool.query(`select user_id from audit where kind = 'mail-read'`)
    expect(rows).toEqual([{ user_id: fixtures.idOf.platform }, { user_id: fixtures.idOf.platform }])
  })

  test('is unmasked in demo mode, where links activate accounts', async () => {
    const demo = await openFixtures({ config: { demo: true } })
    const text = await texts(demo)
    for (const secret of await secretsIn(demo)) expect(text).toContain(secret)
    await demo.close()
  })
})
