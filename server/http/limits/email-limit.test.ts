import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scopeKeys } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { sendReportPdf } from '@gya/domain/features/report/report.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, testAddress } from '../../../test/support/fixtures.ts'
import { sampleValue } from '../../../test/support/schema-samples.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  await fixtures.database.pool.query('delete from rate_limit')
})
afterAll(() => fixtures.close())

const used = (key: string, tries: number) =>
  fixtures.database.pool.query(
    'insert into rate_limit values ($1, $2, $3) on conflict (key) do update set tries = $3, window_started = $2',
    [key, fixtures.clock.now(), tries],
  )
const mails = async () => (await fixtures.database.pool.query<{ count: number }>('select count(*)::int from mail')).rows[0]?.count
const takeOn = (n: number, as: 'staff' | 'branch' | 'otherStaff' = 'staff') => {
  const owner = { firstName: 'Nia', lastName: 'Vale', email: `nia-${n}@people.example` }
  const params = as === 'otherStaff' ? fixtures.other : fixtures.first
  return fixtures.as(as).call(createProperty, { params, body: { address: testAddress(`${n} Long Row`), owner } })
}

const writing = endpoints.filter(({ call }) => call.emailRecipients || call.emailsParties)

describe('Calls that e-mail addresses named by the caller respond TOO_MANY_EMAILS above the limit', () => {
  test('every contract with a recipient address is included', () => {
    // Contacts, buyers, offers and viewings store addresses without sending to them; resending and sign-in have their own limits; `to` of a
    // handover is a colleague; a preview sends nothing.
    const kept = /contact|buyer|auth|offer|viewing|vendor\/preferences|support|handover|message\/.*\/preview/i
    const asking = endpoints.filter(({ call }) => {
      const text =
        JSON.stringify(call.body ? Object.keys(call.body.shape) : []) + JSON.stringify(Object.keys(call.query?.shape ?? {}))
      return call.method !== 'GET' && /"(email|to|owner|administrator)"/.test(text) && !kept.test(`${call.method} ${call.path}`)
    })
    expect(
      asking.filter(({ call }) => !call.emailRecipients && !call.emailsParties).map(({ call }) => `${call.method} ${call.path}`),
    ).toEqual([])
    expect(writing.length).toBeGreaterThan(10)
  })

  test.each(writing)('$call.method $call.path', async ({ call }) => {
    const id = fixtures.idOf.vendor
    const params = Object.fromEntries(
      [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
        name,
        scopeKeys.includes(name as never) ? fixtures.first[name as 'companyId'] : id,
      ]),
    )
    const person = { firstName: 'Nia', lastName: 'Vale', email: 'nia@people.example' }
    const fields: Record<string, unknown> = {
      to: ['nia@people.example'],
      email: 'nia@people.example',
      owner: person,
      administrator: person,
    }
    const named = (part: 'body' | 'query') =>
      Object.fromEntries(
        (call.emailRecipients ?? []).flatMap((path) => {
          const [where, field = ''] = path.split('.')
          return where === part && fields[field] !== undefined ? [[field, fields[field]]] : []
        }),
      )
    const placed = Object.entries(call.scopeInBody ?? {}).map(([key, field]) => [field, fixtures.first[key as 'branchId']])
    const least = call.path === '/branch/members/:branchId' ? person : call.body ? (sampleValue(call.body, id) as object) : {}
    const body = { ...least, ...named('body'), ...Object.fromEntries(placed) }
    const query = {
      ...(call.query ? (sampleValue(call.query, id) as object) : {}),
      ...named('query'),
      ...(call.query ? { to: 'nia@people.example' } : {}),
    }
    const caller = call.refusedInSupportAccess ? 'company' : 'platform'
    const send = () =>
      fixtures.as(caller).inject({
        method: call.method,
        url: addressOf(call.path, params, query),
        ...(call.body ? { payload: body } : {}),
      })
    if (call.emailRecipients) {
      await used(`e-mails-to-60:${fixtures.idOf[caller]}:nia@people.example`, 20)
      expect((await send()).json<{ code: string }>().code).toBe('TOO_MANY_EMAILS')
    }
    await used(`e-mails-person-60:${fixtures.idOf[caller]}`, 300)
    const before = await databaseChecksum(fixtures.database)
    const answer = await send()
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([429, 'TOO_MANY_EMAILS'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    const after = await databaseChecksum(fixtures.database)
    expect({ ...after, 'public.rate_limit': '' }).toEqual({ ...before, 'public.rate_limit': '' })
  })
})

describe('E-mail limits', () => {
  test('300 an hour and 1,000 a day per user', async () => {
    await used(`e-mails-person-60:${fixtures.idOf.staff}`, 299)
    expect(await takeOn(1)).toMatchObject({ status: 200 })
    const count = await mails()
    expect(await takeOn(2)).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_EMAILS', message: expect.stringMatching(/e-mails/) },
    })
    expect(await mails()).toBe(count)
    fixtures.clock.advance({ hours: 1 })
    expect(await takeOn(3)).toMatchObject({ status: 200 })
    await used(`e-mails-person-1440:${fixtures.idOf.staff}`, 1_000)
    expect(await takeOn(4)).toMatchObject({ status: 429 })
    fixtures.clock.advance({ hours: 24 })
    expect(await takeOn(5)).toMatchObject({ status: 200 })
  })

  test('5,000 an hour per company; other companies are unaffected', async () => {
    await used(`e-mails-company-60:${fixtures.a.companyId}`, 4_999)
    expect(await takeOn(11)).toMatchObject({ status: 200 })
    expect(await takeOn(12, 'branch')).toMatchObject({ status: 429 })
    expect(await takeOn(13, 'otherStaff')).toMatchObject({ status: 200 })
  })

  test('count addresses, not messages', async () => {
    const params = { companyId: fixtures.a.companyId }
    await used(`e-mails-person-60:${fixtures.idOf.staff}`, 299)
    expect(await fixtures.as('staff').call(sendReportPdf, { params, query: { to: 'one@people.example' } })).toMatchObject({
      status: 200,
    })
    expect(
      (await fixtures.database.pool.query(`select tries from rate_limit where key like 'e-mails-person-60:%'`)).rows,
    ).toEqual([{ tries: 300 }])
  })

  test('count CC and BCC once per message', async () => {
    const params = { ...fixtures.first, documentId: fixtures.idOf.vendor }
    const body = {
      to: ['a@x.example', 'b@x.example', 'c@x.example'],
      cc: ['d@x.example'],
      bcc: ['e@x.example'],
      message: 'Hello',
    }
    await fixtures.as('staff').call(emailDocument, { params, body })
    expect(
      (await fixtures.database.pool.query(`select tries from rate_limit where key like 'e-mails-person-60:%'`)).rows,
    ).toEqual([{ tries: 9 }])
  })

  test('ignore calls without recipients', async () => {
    await used(`e-mails-person-60:${fixtures.idOf.staff}`, 300)
    const body = { address: testAddress('9 Long Row'), owner: { _id: fixtures.idOf.vendor } }
    expect(await fixtures.as('staff').call(createProperty, { params: fixtures.first, body })).toMatchObject({ status: 200 })
  })
})

const counted = 'addresses named by the caller, counted' as const
const ownLimit = 'a limit of its own' as const
const accounts = 'addresses of people who have signed in or confirmed, of administrators, or of one party of a sale' as const

/** The files that queue e-mails, with what limits their recipients. A new one has to be placed here. */
const ways: Record<string, typeof counted | typeof ownLimit | typeof accounts> = {
  'features/api-keys/key-reminders.ts': accounts,
  'features/applications/apps.routes.ts': accounts,
  'features/applications/connect.routes.ts': accounts,
  'features/applications/grant-tokens.ts': accounts,
  'features/archives/archives.routes.ts': accounts,
  'features/archives/export-company.ts': accounts,
  // 1,000 an hour, by platform administrators.
  'features/archives/invite-accounts.ts': ownLimit,
  // At most so many an hour for a contact.
  'features/contacts/contact-notifications.ts': ownLimit,
  'features/dashboard/send-weekly-summaries.ts': accounts,
  'features/documents/documents.routes.ts': counted,
  'features/documents/scan-document.ts': accounts,
  'features/imports/invite-vendors.ts': counted,
  'features/assignment/share-mail.ts': accounts,
  // To the operator, for postmaster@ and abuse@: 20 an hour.
  'features/mail-in/accounts/read-mail-account.ts': accounts,
  'features/mail-in/receive/mail-receiver.ts': ownLimit,
  'features/members/branch-membership.ts': accounts,
  'features/members/create-staff-account.ts': counted,
  'features/members/hand-over.ts': accounts,
  'features/members/join-requests.routes.ts': accounts,
  'features/members/member-lifecycle.routes.ts': ownLimit,
  'features/memo/memo.routes.ts': counted,
  'features/messages/automatic-messages.ts': counted,
  'features/messages/messages.routes.ts': counted,
  'features/party-links/decide-open-proposal.ts': accounts,
  'features/party-links/notify-progressors-of-proposals.ts': accounts,
  'features/party-links/send-link.ts': counted,
  'features/properties/write/assign-owner.ts': counted,
  'features/record/sign-checkpoints.ts': accounts,
  'features/report/report-pdf.ts': counted,
  'features/report/report.routes.ts': counted,
  'features/second-factors/own-factors.routes.ts': accounts,
  'features/second-factors/sign-in-policy.routes.ts': accounts,
  'features/sign-in/notify-new-device.ts': accounts,
  'features/sign-in/send-reset-links.ts': ownLimit,
  'features/single-sign-on/accounts-of-provider.ts': accounts,
  'features/support-access/report-support-accesses.ts': accounts,
  'features/support-access/support-access.routes.ts': accounts,
  'features/support/support.routes.ts': accounts,
  'features/today/send-digests.ts': accounts,
  'features/week/make-week-page.ts': accounts,
  'features/users/account-emails.ts': counted,
  'features/users/update-user-details.ts': counted,
  'features/vendor-portal/send-vendor-news.ts': accounts,
  'features/vendor-updates/vendor-updates.routes.ts': accounts,
  'features/webhooks/send-webhooks.ts': accounts,
  'http/access/sensitive-acts.ts': accounts,
}

test('every file that queues e-mails is placed: its recipients are counted, or were not named by a caller', () => {
  const root = join(import.meta.dirname, '../..')
  const queues = /\b(queueMails?|queueMailToEach|queueMailStatement|draftMail|sendDraft|sendInvitation)\(/
  const files = globSync('{features,emails,http,jobs}/**/*.ts', { cwd: root }).filter(
    (file) =>
      !/\.test\.ts$|\/testing\//.test(file) && file !== 'emails/outbox.ts' && queues.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(files.toSorted()).toEqual(Object.keys(ways).toSorted())
})
