import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createMailAccount, listMailAccounts, testMailAccount } from '@gya/domain/features/mail-in/mail-accounts.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailboxOpener } from '../../server/features/mail-in/accounts/open-mailbox.ts'
import { type MailFixtures, openMailFixtures } from '../../server/features/mail-in/testing/mail-fixtures.ts'
import { accountMessage, fortyMessages } from '../../server/features/mail-in/testing/mailbox-double.ts'
import type { SafeHttp } from '../../server/infra/safe-http.ts'
import { canRunDovecot, type Dovecot, startDovecot } from '../support/dovecot.ts'

describe.skipIf(!canRunDovecot)('Dovecot', () => {
  let mails: MailFixtures
  let dovecot: Dovecot
  let tokens: Server
  /** Microsoft, which answers a token for the right secret. */
  const asked: string[] = []
  const microsoft: SafeHttp = async (url, { body }) => {
    asked.push(`${url} ${body}`)
    const isRight = body?.includes('client_secret=right') === true
    return { status: isRight ? 200 : 401, headers: {}, body: Buffer.from(isRight ? '{"access_token":"token-1"}' : '{}') }
  }
  beforeAll(async () => {
    const email = JSON.stringify({ email: 'sales@alder.example' })
    tokens = createServer(({ url }, response) => void response.writeHead(url?.endsWith('=token-1') ? 200 : 401).end(email))
    await new Promise<void>((resolve) => tokens.listen(0, '127.0.0.1', resolve))
    dovecot = await startDovecot({ tokenInfo: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/tokeninfo` })
    setDefaultCACertificates([...getCACertificates('default'), dovecot.certificate])
    // A server at a loopback address, at a port of its own.
    const opener = mailboxOpener({ webhookPrivate: true, publicUrl: 'http://gya.example' }, microsoft)
    mails = await openMailFixtures({ config: { webhookPrivate: true }, openMailbox: opener })
  })
  afterAll(async () => {
    await mails?.close()
    await dovecot?.stop()
    tokens?.close()
  })

  const params = () => ({ companyId: mails.fixtures.first.companyId, branchId: mails.fixtures.first.branchId })
  const list = async () => (await mails.fixtures.as('branch').ok(listMailAccounts, { params: params() })).data
  const minute = async (minutes = 1) => {
    mails.fixtures.clock.advance({ minutes })
    await mails.fixtures.database.pool.query(`select graphile_worker.add_job('read-mail-accounts')`)
    await mails.fixtures.runJobs()
  }
  const failingMails = async () =>
    (
      await mails.fixtures.database.db
        .selectFrom('mail')
        .select('recipients')
        .where('subject', '=', 'The mail account Sales cannot be read')
        .execute()
    ).map(({ recipients }) => recipients)

  test('story 16: with a wrong password it fails, tells once after 30 minutes, and reads on by itself once mended', async () => {
    const { fixtures } = mails
    const place = await mails.makeSale('27 Rodway Road')
    const { email: vendor } = await fixtures.database.db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', fixtures.idOf.vendor)
      .executeTakeFirstOrThrow()
    const own = dovecot.userName
    const messages = fortyMessages({ line1: '27 Rodway Road', vendor, solicitor: 'calliope@nettlefold.example', own })
    for (const [index, { folder, raw, head }] of messages.entries())
      await dovecot.put(folder, `${1_000 + index}.M1P1.alder`, raw, head.arrivedOn)
    const before = await dovecot.messages()
    expect(before).toHaveLength(40)

    const { host, port, userName } = dovecot
    const body = { name: 'Sales', kind: 'password' as const, host, port, userName, secret: 'right', fromDay: '2026-03-01' }
    const { _id: accountId } = await fixtures.as('branch').ok(createMailAccount, { params: params(), body })
    await minute()
    expect(await list()).toMatchObject([{ state: 'failing', words: 'The sign-in was refused.', seen: 0, copied: 0 }])
    expect(await failingMails()).toEqual([])
    await minute(30)
    await minute(30)
    expect((await failingMails()).filter(([to]) => to === 'branch@people.example')).toHaveLength(1)

    await dovecot.setPassword('right')
    await minute()
    expect(await list()).toMatchObject([{ state: 'on', words: '', seen: 40, copied: 3, folders: ['INBOX', 'Sent'] }])
    await minute()
    expect(await list()).toMatchObject([{ seen: 40, copied: 3 }])
    const tested = await fixtures.as('branch').ok(testMailAccount, { params: { ...params(), accountId } })
    expect(tested).toMatchObject({ success: true, seen: 40, wouldCopy: 3 })
    // No flag was set, and no file renamed, moved or touched.
    expect(await dovecot.messages()).toEqual(before)

    const arrived = await fixtures.database.db.selectFrom('mail_in').select(['subject', 'outgoing', 'raw_sha256']).execute()
    expect(arrived.map(({ subject }) => subject).toSorted()).toEqual(
      ['How it goes at 27 Rodway Road', 'Nothing in particular', 'The boundary of 27 Rodway Road'].toSorted(),
    )
    // What was sent to the vendor ends her silence.
    const talks = await mails.conversations(place)
    expect(talks.filter(({ inbound }) => !inbound)).toMatchObject([{ channel: 'email', at: '2026-03-09T09:52:00Z' }])
  })

  test('Microsoft 365: signs in by a token of the agency’s own application', async () => {
    const { fixtures } = mails
    const { host, port, userName } = dovecot
    const application = { kind: 'microsoft' as const, tenant: 'alder.example', clientId: 'client-1' }
    const test = async (secret: string) => {
      const body = { name: 'Microsoft', host, port, userName, secret, fromDay: '2026-03-01', ...application }
      const { _id: accountId } = await fixtures.as('branch').ok(createMailAccount, { params: params(), body })
      const answer = await fixtures.as('branch').ok(testMailAccount, { params: { ...params(), accountId } })
      await fixtures.database.db.deleteFrom('mail_account').where('id', '=', accountId).execute()
      return answer
    }
    expect(await test('right')).toMatchObject({ success: true, words: '', seen: 40 })
    expect(asked.at(-1)).toBe(
      'https://login.microsoftonline.com/alder.example/oauth2/v2.0/token grant_type=client_credentials&client_id=client-1&client_secret=right&scope=https%3A%2F%2Foutlook.office365.com%2F.default',
    )
    expect(await test('wrong')).toMatchObject({ success: false, words: 'Microsoft refused the application.' })
  })

  test('a server that is not there, and one with another certificate, are said in words', async () => {
    const { fixtures } = mails
    const { port, userName } = dovecot
    const body = { name: 'Other', kind: 'password' as const, userName, secret: 'right', fromDay: '2026-03-01' }
    const add = async (host: string, at: number) => {
      const made = await fixtures.as('branch').ok(createMailAccount, { params: params(), body: { ...body, host, port: at } })
      const answer = await fixtures.as('branch').ok(testMailAccount, { params: { ...params(), accountId: made._id } })
      await fixtures.database.db.deleteFrom('mail_account').where('id', '=', made._id).execute()
      return answer.words
    }
    expect(await add('localhost', 1)).toBe('The host does not respond.')
    expect(await add('127.0.0.1', port)).toBe('The certificate of the host is not valid.')
  })

  test('10,000 messages: those about sales are copied, in a few runs', async () => {
    const { fixtures } = mails
    const at = (index: number) => new Date(Date.parse('2026-03-02T00:00:00Z') + index * 60_000).toISOString()
    const before = await list()
    for (let index = 0; index < 10_000; index += 1) {
      const from = index % 100 === 0 ? 'calliope@nettlefold.example' : `somebody${index % 777}@private.example`
      const { raw } = accountMessage({ at: at(index), from, to: dovecot.userName, subject: `Message ${index}` })
      await dovecot.put('INBOX', `${20_000 + index}.M1P1.alder`, raw, at(index))
    }
    let runs = 0
    while ((await list())[0]?.seen !== (before[0]?.seen ?? 0) + 10_000 && runs < 60) {
      runs += 1
      await minute()
    }
    expect(await list()).toMatchObject([{ copied: (before[0]?.copied ?? 0) + 100 }])
    const { rows } = await fixtures.database.pool.query(`select from mail_in where subject like 'Message %'`)
    expect(rows).toHaveLength(100)
  })
})
