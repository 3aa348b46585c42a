import { toFormFields } from '@gya/domain/common/form-fields.ts'
import { deleteOwnAccount, resendVerification, updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe, verifyEmail } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, type FixtureUser, openFixtures, takeOn, testPassword } from '../../../test/support/fixtures.ts'
import { findLinkToken, findMailsTo } from '../../../test/support/sent-mails.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { testStart } from '../../../test/support/test-app.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

let people = 0
async function createSignedInUser(type: 'COMPANY_ADMIN' | 'BRANCH_STAFF' | 'VENDOR' = 'BRANCH_STAFF') {
  people += 1
  const email = `person-${people}@people.example`
  const userId = await fixtures.addUser({ type, email, companyId: fixtures.a.companyId })
  return { userId, email, client: await fixtures.signedIn(userId) }
}

describe('PUT /user/me', () => {
  test('updates the caller’s account, responds like GET /user/me and writes a company event', async () => {
    const { client, userId } = await createSignedInUser()
    const me = await client.ok(updateOwnAccount, {
      body: { firstName: 'Ivy', lastName: 'Dale', tel: '0118 496 0122', version: 1 },
    })
    expect(me).toMatchObject({ fullName: 'Ivy Dale', tel: '0118 496 0122', version: 2 })
    expect(await client.ok(readMe)).toEqual(me)
    expect((await companyEvents(fixtures, fixtures.a.companyId)).at(-1)).toMatchObject({ kind: 'member-edited', user_id: userId })
  })

  test('a new name is told to the company’s administrators, by e-mail and in the audit', async () => {
    const { client, userId } = await createSignedInUser()
    const admin = await createSignedInUser('COMPANY_ADMIN')
    await client.ok(updateOwnAccount, { body: { firstName: 'Tamsin', lastName: 'Larkspur' } })
    await client.ok(updateOwnAccount, { body: { tel: '0118 496 0123' } })
    const [mail, ...others] = await findMailsTo(fixtures, admin.email)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^person-\d+ people is now called Tamsin Larkspur in GYA$/)
    const { rows } = await fixtures.database.pool.query(
      `select user_id, about_user_id from audit where company_id = $1 and kind = 'name-changed' and about_user_id = $2`,
      [fixtures.a.companyId, userId],
    )
    expect(rows).toEqual([{ user_id: userId, about_user_id: userId }])
    for (let turn = 1; turn <= 8; turn += 1) await client.ok(updateOwnAccount, { body: { firstName: `Tamsin ${turn}` } })
    expect(await findMailsTo(fixtures, admin.email)).toHaveLength(5)
  })

  test('accepts multipart/form-data, as the profile page sends it', async () => {
    const { client } = await createSignedInUser()
    const fields = toFormFields({ firstName: 'Form', lastName: '12', tel: '' })
    const boundary = 'form-of-mine'
    const parts = fields.map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const answer = await client.inject({
      method: 'PUT',
      url: '/api/user/me',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `${parts.join('')}--${boundary}--\r\n`,
    })
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ fullName: 'Form 12' })])
  })

  test('saves the first screen and single keys; both are in GET /user/me', async () => {
    const { client } = await createSignedInUser()
    expect(await client.ok(readMe)).toMatchObject({ startsWith: null, singleKeys: true })
    await client.ok(updateOwnAccount, { body: { startsWith: 'today', singleKeys: false } })
    expect(await client.ok(readMe)).toMatchObject({ startsWith: 'today', singleKeys: false })
  })

  test.each([
    ['vendor', { startsWith: 'today' }, 'startsWith'],
    ['vendor', { singleKeys: false }, 'singleKeys'],
    ['platform', { startsWith: 'today' }, 'startsWith'],
  ] as const)('refuses a %s %o', async (role, body, path) => {
    expect(await fixtures.as(role).refusal(updateOwnAccount, { body })).toMatchObject({ status: 400, issues: [{ path }] })
  })

  test.each([
    ['no first name', { firstName: '' }, 'firstName'],
    ['no last name', { lastName: ' ' }, 'lastName'],
    ['an invalid e-mail address', { email: 'me' }, 'email'],
    ['another type', { type: 'GYA_ADMIN' }, 'type'],
    ['another company', { company: 'any' }, 'company'],
    ['an unknown first screen', { startsWith: 'report' }, 'startsWith'],
  ])('refuses %s and changes nothing', async (_what, wrong, path) => {
    const before = await databaseChecksum(fixtures.database)
    const refusal = await fixtures.as('staff').refusal(updateOwnAccount, { body: wrong as object })
    expect(refusal).toMatchObject({ status: 400, issues: [{ path }] })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('refuses a stale version', async () => {
    const { client } = await createSignedInUser()
    await client.ok(updateOwnAccount, { body: { firstName: 'One', version: 1 } })
    expect(await client.refusal(updateOwnAccount, { body: { firstName: 'Two', version: 1 } })).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
    })
  })

  test('a new e-mail address is pending until its link is opened; after that it is used to sign in', async () => {
    const { client, userId, email } = await createSignedInUser()
    await fixtures.database.db.updateTable('app_user').set({ email_verified: true }).where('id', '=', userId).execute()
    expect(await client.ok(updateOwnAccount, { body: { email: `New-${email}` } })).toMatchObject({
      email,
      pendingEmail: `new-${email}`,
      accountActivationToken: userId,
    })
    await fixtures.anonymous.ok(verifyEmail, { body: { token: await findLinkToken(fixtures, `new-${email}`, 'verify') } })
    expect((await signIn(fixtures, `new-${email}`, testPassword)).body).toMatchObject({
      pendingEmail: null,
      accountActivationToken: null,
    })
  })

  test('refuses the e-mail address of another account', async () => {
    const refusal = await fixtures.as('staff').refusal(updateOwnAccount, { body: { email: fixtures.emailOf('otherCompany') } })
    expect(refusal).toMatchObject({ status: 409, code: 'EMAIL_TAKEN', issues: [{ path: 'email' }] })
  })

  test('works for a platform admin', async () => {
    expect(await fixtures.as('platform').ok(updateOwnAccount, { body: { tel: '0118 496 0100' } })).toMatchObject({
      company: null,
    })
  })

  test('renaming a vendor renames the owner of their property and updates its search text', async () => {
    const { client, userId } = await createSignedInUser('VENDOR')
    const ids = await takeOn(fixtures.as('staff'), fixtures.first, userId, '14 Vendor Street')
    expect(await client.ok(updateOwnAccount, { body: { lastName: 'Quillfeather' } })).toMatchObject({ lastName: 'Quillfeather' })
    expect((await fixtures.as('staff').ok(readProperty, { params: ids })).owner).toMatchObject({ lastName: 'Quillfeather' })
    await fixtures.runJobs()
    const query = { textSearch: 'quillfeather' }
    expect((await fixtures.as('staff').ok(listCompanyProperties, { params: fixtures.a, query })).data).toMatchObject([
      { _id: ids.propertyId },
    ])
    expect((await companyEvents(fixtures, fixtures.a.companyId)).at(-1)).toMatchObject({
      kind: 'vendor-edited',
      property_id: ids.propertyId,
      user_id: userId,
    })
  })
})

describe('DELETE /user', () => {
  test('deletes the caller’s account, ends all its sessions and clears the cookies of this browser', async () => {
    const { email, userId } = await createSignedInUser()
    const { client, token } = await signIn(fixtures, email, testPassword)
    const elsewhere = await fixtures.signedIn(userId)
    const answer = await client.inject({ method: 'DELETE', url: '/api/user' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['gya_session', ''],
      ['gya_session_present', ''],
    ])
    expect(token).not.toBe('')
    for (const session of [client, elsewhere]) expect(await session.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    expect(await signIn(fixtures, email, testPassword)).toMatchObject({ status: 401 })
    expect((await companyEvents(fixtures, fixtures.a.companyId)).at(-1)).toMatchObject({
      kind: 'user-deleted',
      user_id: userId,
      data: { userId },
    })
  })

  test('refuses a request that names a user, and deletes nothing', async () => {
    const { client } = await createSignedInUser('COMPANY_ADMIN')
    const before = await databaseChecksum(fixtures.database)
    const payload = { userId: fixtures.idOf.staff }
    for (const request of [{ url: `/api/user?userId=${fixtures.idOf.staff}` }, { url: '/api/user', payload }]) {
      const answer = await client.inject({ method: 'DELETE', ...request })
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        expect.objectContaining({ issues: [expect.objectContaining({ path: 'userId' })] }),
      ])
    }
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('a vendor can delete their account; the property keeps its owner’s name', async () => {
    const { client, userId } = await createSignedInUser('VENDOR')
    const ids = await takeOn(fixtures.as('staff'), fixtures.first, userId, '15 Vendor Street')
    await client.ok(deleteOwnAccount, { body: {} })
    expect((await fixtures.as('staff').ok(readProperty, { params: ids })).owner).toMatchObject({ _id: userId })
  })
})

describe('POST /auth/verifyemail/resend', () => {
  const resend = (name: FixtureUser, token: string) => fixtures.as(name).call(resendVerification, { body: { token } })

  test('sends the vendor of a property a new link and revokes the older one', async () => {
    const { owner } = await fixtures.as('staff').ok(readProperty, { params: fixtures.first })
    const token = owner.accountActivationToken ?? ''
    expect(await resend('staff', token)).toMatchObject({ status: 200, body: { success: true } })
    const older = await findLinkToken(fixtures, owner.email, 'verify')
    fixtures.clock.advance({ minutes: 1 })
    await resend('branch', token)
    const newer = await findLinkToken(fixtures, owner.email, 'verify')
    expect(newer).not.toBe(older)
    expect(await fixtures.anonymous.refusal(verifyEmail, { body: { token: older } })).toMatchObject({ code: 'LINK_EXPIRED' })
    await fixtures.anonymous.ok(verifyEmail, { body: { token: newer } })
    expect((await fixtures.as('staff').ok(readProperty, { params: fixtures.first })).owner).toMatchObject({
      emailVerified: true,
      accountActivationToken: null,
    })
    expect(await resend('staff', token)).toMatchObject({ status: 409, body: { code: 'EMAIL_ALREADY_VERIFIED' } })
  })

  test('the token in the response of a property is not the token of the link', async () => {
    const { accountActivationToken } = await fixtures.as('staff').ok(readMe)
    const body = { token: accountActivationToken ?? '' }
    expect(await fixtures.anonymous.refusal(verifyEmail, { body })).toMatchObject({ code: 'LINK_EXPIRED' })
  })

  test('works for oneself and for colleagues; 404 for users out of scope', async () => {
    expect(await resend('staff', fixtures.idOf.staff)).toMatchObject({ status: 200 })
    expect(await resend('staff', fixtures.idOf.company)).toMatchObject({ status: 200 })
    for (const name of ['secondVendor', 'secondBranch', 'otherStaff', 'otherVendor', 'platform'] as const)
      expect(await resend('staff', fixtures.idOf[name])).toMatchObject({ status: 404 })
    expect(await resend('company', fixtures.idOf.secondVendor)).toMatchObject({ status: 200 })
    expect(await resend('company', fixtures.idOf.otherVendor)).toMatchObject({ status: 404 })
    expect(await resend('platform', fixtures.idOf.otherVendor)).toMatchObject({ status: 200 })
  })

  test('allows five e-mails an hour to one user, whoever requests them; then 429 with Retry-After and no e-mail', async () => {
    const { userId, email } = await createSignedInUser('VENDOR')
    await takeOn(fixtures.as('staff'), fixtures.first, userId, '16 Vendor Street')
    const responses = []
    for (const name of ['staff', 'branch', 'company', 'platform', 'staff', 'company'] as const)
      responses.push(await resend(name, userId))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(responses.at(-1)?.headers['retry-after']).toBe('3600')
    expect(await findMailsTo(fixtures, email)).toHaveLength(5)
    fixtures.clock.advance({ minutes: 60 })
    expect(await resend('staff', userId)).toMatchObject({ status: 200 })
  })
})
