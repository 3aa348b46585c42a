import { inviteVendors, readImport } from '@gya/domain/features/imports/imports.contract.ts'
import { resetPasswordByLink } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { findLinkToken } from '../../../test/support/sent-mails.ts'
import { ImportClient } from './testing/import-client.ts'

let fixtures: Fixtures
beforeEach(async () => {
  fixtures = await openFixtures()
  return () => fixtures.close()
})

const homes = (...lines: string[]) => ['Our ref,Address 1,Postcode,Vendor name,Vendor email', ...lines].join('\n')
const invite = (client: ImportClient) => fixtures.as('company').ok(inviteVendors, { params: client.params })

const mails = async () => {
  const { rows } = await fixtures.database.pool.query<{ to: string }>(
    `select recipients[1] as "to" from mail where subject = 'Your GYA account' order by recipients`,
  )
  return rows
}

describe('POST company/{c}/import/{i}/invite', () => {
  test('invites vendors of files of properties and of vendors, once, and counts those without an e-mail', async () => {
    const client = await ImportClient.checked(
      fixtures,
      {
        name: 'homes.csv',
        content: homes(
          'V1,1 Invited Row,RG30 6AA,Ann Alder,ann@sample.example',
          'V2,2 Invited Row,RG30 6AA,,',
          'V3,3 Invited Row,RG30 6AA,Cy Cedar,',
          'V4,4 Invited Row,RG30 6AA,Ann Alder,ann@sample.example',
        ),
      },
      {
        name: 'vendors.csv',
        content: 'Property ref,First name,Last name,Email\nV2,Bea,Beech,bea@sample.example',
        kind: 'vendor',
      },
    )
    const waiting = { isSending: false, failedOn: null }
    expect((await client.run()).vendors).toEqual({ toInvite: 2, invited: 0, withoutEmail: 1, ...waiting })
    expect((await invite(client)).vendors).toMatchObject({ toInvite: 2, isSending: true })
    expect((await invite(client)).vendors).toMatchObject({ toInvite: 2, isSending: true })
    await fixtures.runJobs()
    expect((await client.read()).vendors).toEqual({ toInvite: 0, invited: 2, withoutEmail: 1, ...waiting })
    expect((await mails()).map(({ to }) => to)).toEqual(['ann@sample.example', 'bea@sample.example'])
    await invite(client)
    await fixtures.runJobs()
    expect(await mails()).toHaveLength(2)
    const { rows } = await fixtures.database.pool.query(
      `select user_id, network is not null as "hasNetwork" from audit where kind = 'invitation-sent'`,
    )
    expect(rows).toEqual([1, 2].map(() => ({ user_id: fixtures.idOf.company, hasNetwork: true })))
  })

  test('a vendor whom a later file of vendors names is invited from the report of that import', async () => {
    await (await ImportClient.checked(fixtures, { content: homes('N1,1 Named Row,RG30 6AA,,') })).run()
    const vendors = 'Property ref,First name,Last name,Email\nN1,Bea,Beech,bea@sample.example'
    const later = await ImportClient.checked(fixtures, { name: 'vendors.csv', content: vendors, kind: 'vendor' })
    expect((await later.run()).vendors).toMatchObject({ toInvite: 1, withoutEmail: 0 })
    await invite(later)
    await fixtures.runJobs()
    expect((await mails()).map(({ to }) => to)).toEqual(['bea@sample.example'])
  })

  test('the link of the invitation sets the password; more than one transaction of invitations is sent', async () => {
    const lines = Array.from({ length: 53 }, (_, n) => `M${n},${n + 1} Many Row,RG30 6AA,Vendor ${n},vendor${n}@sample.example`)
    const client = await ImportClient.checked(fixtures, { content: homes(...lines) })
    await client.run()
    await invite(client)
    await fixtures.runJobs()
    expect((await client.read()).vendors).toMatchObject({ toInvite: 0, invited: 53, isSending: false })
    const token = await findLinkToken(fixtures, 'vendor0@sample.example', 'reset')
    await fixtures.anonymous.ok(resetPasswordByLink, { body: { token, password: 'Larch-Hedge-29-Kite' } })
  })

  test('counts towards the e-mail limits of the caller: it sends as many as they allow, then answers TOO_MANY_EMAILS', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, n) => `L${n},${n + 1} Limited Row,RG30 6AA,Vendor ${n},limited${n}@sample.example`,
    )
    const client = await ImportClient.checked(fixtures, { content: homes(...lines) })
    await client.run()
    const { pool } = fixtures.database
    const key = `e-mails-person-60:${fixtures.idOf.company}`
    await pool.query('insert into rate_limit values ($1, $2, 245)', [key, fixtures.clock.now()])
    await invite(client)
    await fixtures.runJobs()
    expect((await client.read()).vendors).toMatchObject({ toInvite: 5, invited: 55, isSending: false, failedOn: null })
    expect(await mails()).toHaveLength(55)
    expect(await fixtures.as('company').refusal(inviteVendors, { params: client.params })).toMatchObject({
      status: 429,
      code: 'TOO_MANY_EMAILS',
    })
    // The hour is over, its count is still stored.
    await pool.query("update rate_limit set window_started = window_started - interval '61 minutes' where key = $1", [key])
    await invite(client)
    await fixtures.runJobs()
    expect((await client.read()).vendors).toMatchObject({ toInvite: 0, invited: 60, isSending: false })
  })

  test('a failure is shown; the next call starts the job again and invites nobody twice', async () => {
    const client = await ImportClient.checked(fixtures, { content: homes('F1,1 Failed Row,RG30 6AA,Ann,ann@sample.example') })
    await client.run()
    const { pool } = fixtures.database
    await pool.query(`
      create function fail_mail() returns trigger language plpgsql as $$ begin raise exception 'injected'; end $$;
      create trigger fail_mail before insert on mail for each row execute function fail_mail()`)
    await invite(client)
    await fixtures.runJobs()
    const { vendors } = await client.read()
    expect(vendors).toMatchObject({ toInvite: 1, isSending: true, failedOn: fixtures.clock.now() })
    await pool.query('drop function fail_mail cascade')
    expect((await invite(client)).vendors).toMatchObject({ isSending: true, failedOn: null })
    await fixtures.runJobs()
    expect((await client.read()).vendors).toMatchObject({ toInvite: 0, invited: 1, isSending: false, failedOn: null })
    expect(await mails()).toHaveLength(1)
  })

  test('is refused before the run and after an undo (IMPORT_STATE), and an undo ends it', async () => {
    const client = await ImportClient.checked(fixtures, { content: homes('U1,1 Undone Row,RG30 6AA,Ann,ann@sample.example') })
    const refusal = () => fixtures.as('company').refusal(inviteVendors, { params: client.params })
    expect(await refusal()).toMatchObject({ code: 'IMPORT_STATE' })
    expect((await client.read()).vendors).toBeNull()
    await client.run()
    await client.undo()
    expect(await refusal()).toMatchObject({ code: 'IMPORT_STATE' })
    expect((await fixtures.as('company').ok(readImport, { params: client.params })).vendors).toBeNull()
    expect(await mails()).toEqual([])
  })
})
