import { randomBytes } from 'node:crypto'
import type { Wire } from '@gya/domain/endpoint.ts'
import {
  createMailAccount,
  deleteMailAccount,
  listMailAccounts,
  testMailAccount,
  updateMailAccount,
} from '@gya/domain/features/mail-in/mail-accounts.contract.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../../test/support/audit-entries.ts'
import type { PropertyPath } from '../../../../test/support/fixtures.ts'
import { secretBox } from '../../../infra/encrypted-secrets.ts'
import { openMailFixtures } from '../testing/mail-fixtures.ts'
import { accountMessage, fortyMessages, MailboxDouble } from '../testing/mailbox-double.ts'
import { decryptAccountSecret, rotateAccountSecrets } from './account-secrets.ts'
import { findMailAccount } from './mail-accounts.repository.ts'
import { mailboxOpener } from './open-mailbox.ts'
import { readMailAccount } from './read-mail-account.ts'

let mailbox = new MailboxDouble()
const mails = await openMailFixtures({ openMailbox: (account) => mailbox.open(account) })
const { fixtures } = mails
afterAll(() => mails.close())
beforeEach(async () => {
  mailbox = new MailboxDouble()
  await fixtures.database.pool.query('delete from mail_account')
})

const params = { companyId: fixtures.first.companyId, branchId: fixtures.first.branchId }
const branch = () => fixtures.as('branch')
const account = {
  name: 'Sales',
  kind: 'password' as const,
  host: 'imap.alder.example',
  userName: 'sales@alder.example',
  secret: 'a secret of the account',
  fromDay: '2026-03-01',
}
type Account = Wire<typeof createMailAccount, 'response'>
const add = (body: Partial<Wire<typeof createMailAccount, 'body'>> = {}) =>
  branch().ok(createMailAccount, { params, body: { ...account, ...body } })
const at = ({ _id }: Account) => ({ ...params, accountId: _id })
const list = async () => (await branch().ok(listMailAccounts, { params })).data
const change = ({ version, ...one }: Account, body: object) =>
  branch().ok(updateMailAccount, { params: at({ version, ...one }), body: { ...body, version } })
const minute = async (minutes = 1) => {
  fixtures.clock.advance({ minutes })
  await fixtures.database.pool.query(`select graphile_worker.add_job('read-mail-accounts')`)
  await fixtures.runJobs()
}

describe('the calls', () => {
  test('answer no secret, store it encrypted, and are in the record and the audit', async () => {
    const before = (await auditEntries(fixtures.database, 'mail-account-saved')).length
    const made = await add()
    await change(made, { name: 'Sales team' })
    const answers = JSON.stringify([made, await list()])
    expect(answers).not.toContain(account.secret)
    const { rows } = await fixtures.database.pool.query('select secret_encrypted from mail_account')
    expect(rows[0].secret_encrypted.toString('latin1')).not.toContain(account.secret)
    expect(await list()).toMatchObject([
      { name: 'Sales team', state: 'on', port: 993, folders: [], seen: 0, copied: 0, words: '' },
    ])
    await branch().ok(deleteMailAccount, { params: at(made) })
    expect(await list()).toEqual([])
    expect((await auditEntries(fixtures.database, 'mail-account-saved')).slice(before)).toHaveLength(3)
  })

  test.each([
    [{ host: '127.0.0.1' }, 'host'],
    [{ host: 'imap' }, 'host'],
    [{ host: 'imap.alder.example:143' }, 'host'],
    [{ host: 'gya.example' }, 'host'],
    [{ port: 143 }, 'port'],
    [{ kind: 'microsoft' as const, tenant: '', clientId: 'one' }, 'tenant'],
    [{ kind: 'microsoft' as const, tenant: 'one/../two', clientId: 'one' }, 'tenant'],
    [{ kind: 'microsoft' as const, tenant: 'one', clientId: '' }, 'clientId'],
    [{ fromDay: '2026-03-11' }, 'fromDay'],
  ])('POST mail-account refuses %j', async (body, path) => {
    const refusal = await branch().refusal(createMailAccount, { params, body: { ...account, ...body } })
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path }] })
  })

  test('POST mail-account refuses a sixth account of a branch', async () => {
    for (const name of ['1', '2', '3', '4', '5']) await add({ name })
    const sixth = await branch().refusal(createMailAccount, { params, body: account })
    expect(sixth.code).toBe('TOO_MANY_MAIL_ACCOUNTS')
  })

  test('PATCH mail-account asks for the secret again before it goes to another server', async () => {
    const made = await add()
    const body = { host: 'imap.elsewhere.example', version: made.version }
    expect(await branch().refusal(updateMailAccount, { params: at(made), body })).toMatchObject({ issues: [{ path: 'secret' }] })
    expect(await change(made, { host: body.host, secret: 'another' })).toMatchObject({ host: body.host, version: 2 })
  })

  test('rotateAccountSecrets: secrets decrypt with the new key only', async () => {
    const { _id: accountId } = await add()
    const ids = { companyId: params.companyId, accountId }
    const after = secretBox(randomBytes(32))
    const { db } = fixtures.database
    expect(await db.transaction().execute((one) => rotateAccountSecrets(one, fixtures.app.gya.secrets, after))).toBe(1)
    const stored = (await findMailAccount(db, ids))?.secret_encrypted ?? Buffer.alloc(0)
    expect(decryptAccountSecret(after, ids, stored)).toBe(account.secret)
    expect(() => decryptAccountSecret(fixtures.app.gya.secrets, ids, stored)).toThrow('authenticate data')
  })

  test('a server whose name leads to a private address is not connected to', async () => {
    const noHttp = () => Promise.reject(new Error('A password needs no token.'))
    const open = mailboxOpener(fixtures.config, noHttp, (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]))
    const settings = { ...account, port: 993, tenant: '', clientId: '' }
    await expect(open(settings)).rejects.toThrow('This host cannot be reached from outside.')
  })

  test('of another branch, an account does not exist', async () => {
    const made = await add()
    const elsewhere = { ...at(made), branchId: fixtures.second.branchId }
    expect((await fixtures.as('secondBranch').refusal(deleteMailAccount, { params: elsewhere })).status).toBe(404)
  })
})

describe('reading', () => {
  let place: PropertyPath
  let line1 = ''
  let sales = 0
  beforeEach(async () => {
    line1 = `${(sales += 1)}1 Orchard Close`
    place = await mails.makeSale(line1)
    const { email } = await fixtures.database.db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', fixtures.idOf.vendor)
      .executeTakeFirstOrThrow()
    const people = { vendor: email, solicitor: 'calliope@nettlefold.example', own: account.userName }
    mailbox.messages = fortyMessages({ line1, ...people }).map((one) => ({
      ...one,
      raw: one.raw.replace('@accounts.example', `-${sales}@accounts.example`),
    }))
  })
  const arrived = async () =>
    (await fixtures.database.db.selectFrom('mail_in').select(['subject', 'outgoing', 'state', 'sender_check']).execute()).filter(
      ({ subject }) => mailbox.messages.some(({ head }) => head.subject === subject),
    )

  test('copies what is about sales, counts the rest, and takes sent messages for our own', async () => {
    const made = await add()
    await minute()
    expect(await list()).toMatchObject([{ state: 'on', seen: 40, copied: 3, folders: ['INBOX', 'Sent'], words: '' }])
    expect(mailbox.fetched.toSorted()).toEqual([`How it goes at ${line1}`, 'Nothing in particular', `The boundary of ${line1}`])
    await minute()
    expect(await list()).toMatchObject([{ seen: 40, copied: 3 }])
    expect(mailbox.fetched).toHaveLength(3)
    const sent = (await arrived()).filter(({ subject }) => subject === `How it goes at ${line1}`)
    expect(sent.at(-1)).toMatchObject({ outgoing: true, sender_check: 'verified' })
    expect(await branch().ok(testMailAccount, { params: at(made) })).toEqual({
      success: true,
      words: '',
      folders: ['INBOX', 'Sent'],
      seen: 40,
      wouldCopy: 3,
    })
  })

  test('files what a colleague sent to the vendor as told, at the time of the message', async () => {
    await add()
    await minute()
    const talks = await mails.conversations(place)
    expect(talks).toMatchObject([{ channel: 'email', inbound: false, at: '2026-03-09T09:52:00Z' }])
  })

  test('answers to ours are copied, and the same message again is not stored twice', async () => {
    // Acts of before are told by e-mail too.
    mails.outgoing.received.length = 0
    const { replyTo } = await mails.write(place)
    const private_ = { at: '2026-03-09T12:00:00.000Z', from: 'new@private.example', subject: `Thank you ${sales}` }
    mailbox.messages = [
      accountMessage({ ...private_, to: replyTo }),
      accountMessage({ ...private_, to: 'other@private.example' }),
    ]
    await add()
    await minute()
    expect(await list()).toMatchObject([{ seen: 2, copied: 1 }])
    mailbox.uidValidity = '2'
    await minute()
    expect(await list()).toMatchObject([{ seen: 4, copied: 2 }])
    expect((await arrived()).filter(({ subject }) => subject === private_.subject)).toHaveLength(1)
  })

  test('says so while it fails, tells managers twice, and reads on once mended', async () => {
    const told = () => mails.outgoing.received.filter(({ subject }) => subject === 'The mail account Sales cannot be read')
    mailbox.problem = 'The sign-in was refused.'
    const made = await add()
    await minute()
    expect(await list()).toMatchObject([{ state: 'failing', words: 'The sign-in was refused.', seen: 0 }])
    expect(await branch().ok(testMailAccount, { params: at(made) })).toMatchObject({ success: false, words: mailbox.problem })
    await minute(29)
    expect(told()).toEqual([])
    await minute()
    await minute()
    const first = told()
    expect(first.map(({ to }) => to?.[0]?.address)).toContain('branch@people.example')
    expect(first[0]?.text).toMatch(/since 10\/03\/2026 \d\d:\d\d[ap]m: the sign-in was refused\.\nE-mails stay where they are/)
    await minute(3 * 24 * 60)
    await minute()
    expect(told()).toHaveLength(2 * first.length)
    mailbox.problem = null
    await minute()
    expect(await list()).toMatchObject([{ state: 'on', words: '', failingSince: null, seen: 40, copied: 3 }])
  })

  test('names a folder that is gone, and goes on with the other', async () => {
    await add()
    await minute()
    mailbox.folders = mailbox.folders.slice(0, 1)
    await minute()
    expect(await list()).toMatchObject([{ state: 'on', words: 'The folder Sent is gone.', seen: 40 }])
  })

  test('ends where somebody changes the account meanwhile, and is not read while it is off', async () => {
    const made = await add()
    mailbox.onFetch = async () => {
      mailbox.onFetch = () => Promise.resolve()
      await change(made, { on: false })
    }
    await minute()
    await minute()
    expect(await list()).toMatchObject([{ state: 'off', seen: 0, copied: 0, lastReadOn: null }])
    await readMailAccount(
      { ...fixtures, secrets: fixtures.app.gya.secrets, openMailbox: mailbox.open },
      { companyId: params.companyId, accountId: made._id },
    )
    expect(await list()).toMatchObject([{ state: 'off', seen: 0 }])
  })
})
