import { endpoints } from '@gya/domain/endpoints.ts'
import { createApiKey } from '@gya/domain/features/api-keys/api-keys.contract.ts'
import { createBranch, listBranches, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany, listCompanies, readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { runImport } from '@gya/domain/features/imports/imports.contract.ts'
import { deactivateMember } from '@gya/domain/features/members/member-lifecycle.contract.ts'
import {
  createCompanyAdministrator,
  deleteCompanyMember,
  updateBranchMember,
  updateCompanyAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { deleteCompanyPhoto } from '@gya/domain/features/pictures/pictures.contract.ts'
import { createProperty, listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { assignRole } from '@gya/domain/features/roles/roles.contract.ts'
import {
  decideSupportAccess,
  endSupportAccess,
  listOwnSupportAccesses,
  listSupportAccesses,
  openSupportAccess,
  saveSupportApproval,
} from '@gya/domain/features/support-access/support-access.contract.ts'
import { hoursAfter } from '@gya/domain/features/support-access/support-access.rules.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, openFixtures, testAddress } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'
import type { TestClient } from '../../../test/support/test-client.ts'
import { ImportClient } from '../imports/testing/import-client.ts'
import { reportSupportAccesses } from './report-support-accesses.ts'

let fixtures: Fixtures
/** A platform admin without access to any company. */
let platform: TestClient
let company: TestClient
beforeEach(async () => {
  fixtures = await openFixtures()
  const id = await fixtures.addUser({ type: 'GYA_ADMIN', email: 'lettice@gya.example' })
  platform = await fixtures.signedIn(id)
  company = fixtures.as('company')
})
afterEach(() => fixtures.close())

const body = { reason: 'Ticket 4711: a report that does not add up', hours: 2 }
const enter = () => platform.ok(openSupportAccess, { params: fixtures.a, body })
const listed = async () => (await company.ok(listSupportAccesses, { params: fixtures.a })).data.filter(({ hours }) => hours < 8)

describe('Support access', () => {
  test('a platform admin enters a company with a reason, and only that company', async () => {
    const refused = await platform.refusal(listCompanyProperties, { params: fixtures.a })
    expect(refused).toMatchObject({ status: 403, code: 'SUPPORT_ACCESS_REQUIRED', details: fixtures.a })
    expect(await enter()).toMatchObject({ state: 'open', ...body, own: true, endsOn: hoursAfter(fixtures.clock.now(), 2) })
    await platform.ok(listCompanyProperties, { params: fixtures.a })
    expect((await platform.refusal(listCompanyProperties, { params: fixtures.b })).code).toBe('SUPPORT_ACCESS_REQUIRED')
    expect((await platform.ok(listOwnSupportAccesses)).data).toMatchObject([{ ...fixtures.a, company: 'Alder & Ash' }])
    expect((await platform.refusal(openSupportAccess, { params: fixtures.a, body })).code).toBe('SUPPORT_ACCESS_EXISTS')
  })

  test.each([{ hours: 9 }, { hours: 0 }, { hours: 1.5 }, { reason: 'too short' }, { reason: '   ' }])(
    '%o answers 400',
    async (wrong) => {
      const refused = await platform.refusal(openSupportAccess, { params: fixtures.a, body: { ...body, ...wrong } })
      expect([refused.status, refused.issues?.[0]?.path]).toEqual([400, Object.keys(wrong)[0]])
    },
  )

  test('it ends after its hours, or immediately when the platform admin leaves', async () => {
    await enter()
    fixtures.clock.moveTo(hoursAfter(fixtures.clock.now(), 2))
    expect((await platform.refusal(listCompanyProperties, { params: fixtures.a })).code).toBe('SUPPORT_ACCESS_REQUIRED')
    const { _id: accessId } = await enter()
    await platform.ok(endSupportAccess, { params: { ...fixtures.a, accessId } })
    expect((await platform.refusal(listCompanyProperties, { params: fixtures.a })).code).toBe('SUPPORT_ACCESS_REQUIRED')
    expect((await platform.refusal(endSupportAccess, { params: { ...fixtures.a, accessId } })).code).toBe('SUPPORT_ACCESS_OVER')
  })

  test('administrators see it, get an e-mail, and can end it', async () => {
    const { _id: accessId } = await enter()
    expect(await listed()).toMatchObject([{ _id: accessId, state: 'open', reason: body.reason, name: 'lettice gya', own: false }])
    expect(await findMailsTo(fixtures, fixtures.emailOf('company'))).toMatchObject([
      { subject: 'GYA has entered Alder & Ash', text: expect.stringContaining(body.reason) },
    ])
    await company.ok(endSupportAccess, { params: { ...fixtures.a, accessId } })
    expect((await platform.refusal(listCompanyProperties, { params: fixtures.a })).code).toBe('SUPPORT_ACCESS_REQUIRED')
    expect(await listed()).toMatchObject([{ state: 'past', endedOn: fixtures.clock.now() }])
    const kinds = ['support-opened', 'support-ended'] as const
    expect((await auditEntries(fixtures.database, ...kinds)).map(({ kind, company_id }) => [kind, company_id])).toEqual(
      kinds.map((kind) => [kind, fixtures.a.companyId]),
    )
    const events = await companyEvents(fixtures, fixtures.a.companyId)
    expect(events.filter(({ kind }) => kind.startsWith('support-'))).toMatchObject([
      { kind: 'support-opened', data: { reason: body.reason } },
      { kind: 'support-ended' },
    ])
  })

  test('if the company requires approval, the access waits, and its hours start with the approval', async () => {
    await company.ok(saveSupportApproval, { params: fixtures.a, body: { requiresApproval: true } })
    const { _id: accessId, state } = await enter()
    expect(state).toBe('waiting')
    expect((await platform.refusal(listCompanyProperties, { params: fixtures.a })).code).toBe('SUPPORT_ACCESS_REQUIRED')
    fixtures.clock.moveTo(hoursAfter(fixtures.clock.now(), 5))
    const params = { ...fixtures.a, accessId }
    const approved = await company.ok(decideSupportAccess, { params, body: { decision: 'approve' } })
    expect(approved).toMatchObject({ state: 'open', endsOn: hoursAfter(fixtures.clock.now(), 2), decidedBy: 'company people' })
    await platform.ok(listCompanyProperties, { params: fixtures.a })
    const again = await company.refusal(decideSupportAccess, { params, body: { decision: 'refuse' } })
    expect(again.code).toBe('SUPPORT_ACCESS_NOT_WAITING')
    expect((await findMailsTo(fixtures, fixtures.emailOf('company'))).map(({ subject }) => subject)).toEqual([
      'Alder & Ash: company people decided on an access of GYA',
      'GYA asks to enter Alder & Ash',
      'Alder & Ash: company people changed whether GYA needs approval to enter',
    ])
    expect(await findMailsTo(fixtures, 'lettice@gya.example')).toMatchObject([{ subject: 'Alder & Ash lets you in' }])
  })

  test('a request that is refused, withdrawn or undecided for three days gives no access', async () => {
    await company.ok(saveSupportApproval, { params: fixtures.a, body: { requiresApproval: true } })
    const first = await enter()
    const refusing = { params: { ...fixtures.a, accessId: first._id }, body: { decision: 'refuse' } } as const
    await company.ok(decideSupportAccess, refusing)
    const second = await enter()
    await platform.ok(endSupportAccess, { params: { ...fixtures.a, accessId: second._id } })
    const third = await enter()
    fixtures.clock.moveTo(hoursAfter(fixtures.clock.now(), 73))
    const late = { params: { ...fixtures.a, accessId: third._id }, body: { decision: 'approve' } } as const
    expect((await company.refusal(decideSupportAccess, late)).code).toBe('SUPPORT_ACCESS_NOT_WAITING')
    expect((await listed()).map(({ state }) => state).toSorted()).toEqual(['lapsed', 'lapsed', 'refused'])
    expect((await platform.refusal(listCompanyProperties, { params: fixtures.a })).code).toBe('SUPPORT_ACCESS_REQUIRED')
  })

  test('a platform admin can neither approve a request nor switch the approval off', async () => {
    await company.ok(saveSupportApproval, { params: fixtures.a, body: { requiresApproval: true } })
    const { _id: accessId } = await enter()
    const approving = { params: { ...fixtures.a, accessId }, body: { decision: 'approve' } } as const
    expect((await fixtures.as('platform').refusal(decideSupportAccess, approving)).code).toBe('FORBIDDEN')
    const switching = { params: fixtures.a, body: { requiresApproval: false } }
    expect((await fixtures.as('platform').refusal(saveSupportApproval, switching)).code).toBe('FORBIDDEN')
    expect((await fixtures.as('otherCompany').refusal(decideSupportAccess, approving)).status).toBe(404)
  })

  test('a platform admin can neither use nor end the access of another', async () => {
    const { _id: accessId } = await enter()
    const other = await fixtures.signedIn(await fixtures.addUser({ type: 'GYA_ADMIN', email: 'other@gya.example' }))
    expect((await other.refusal(listCompanyProperties, { params: fixtures.a })).code).toBe('SUPPORT_ACCESS_REQUIRED')
    expect((await other.refusal(endSupportAccess, { params: { ...fixtures.a, accessId } })).status).toBe(404)
  })

  test('without access, only the list of companies can be read; details, settings and licences need access', async () => {
    await platform.ok(listCompanies)
    const licences = { body: { _id: fixtures.a.companyId, availableLicenses: 7 } }
    for (const refusal of [
      await platform.refusal(readCompany, { params: fixtures.a }),
      await platform.refusal(updateCompany, licences),
      await platform.refusal(deleteCompanyPhoto, { params: fixtures.a }),
    ])
      expect(refusal).toMatchObject({ status: 403, code: 'SUPPORT_ACCESS_REQUIRED' })
    await enter()
    await platform.ok(readCompany, { params: fixtures.a })
    await platform.ok(updateCompany, licences)
  })

  test('a company can be set up without access until somebody has signed in to it', async () => {
    const administrator = { firstName: 'Ada', lastName: 'Ash', email: 'ada@new.example', tel: '' }
    const fields = { name: 'New & Co', availableLicenses: 2, address: testAddress('1 New Road') }
    const { _id: companyId } = await platform.ok(createCompany, { body: { ...fields, administrator } })
    await platform.ok(createBranch, { params: { companyId }, body: { name: 'North', address: testAddress('2 New Road') } })
    await platform.ok(listBranches, { params: { companyId } })
    await fixtures.database.pool.query('update app_user set password_reset = false where company_id = $1', [companyId])
    expect((await platform.refusal(listBranches, { params: { companyId } })).code).toBe('SUPPORT_ACCESS_REQUIRED')
  })

  test('what would outlast it is refused, before the body is read', async () => {
    await enter()
    const outlasting = endpoints.flatMap(({ call }) => (call.refusedInSupportAccess ? [call] : []))
    const idOf: Record<string, string> = { ...fixtures.first, userId: fixtures.idOf.staff }
    for (const { method, path } of outlasting) {
      const url = `/api${path.replaceAll(/:(\w+)/g, (_all, name: string) => idOf[name] ?? fixtures.clock.newId())}`
      const answer = await platform.inject({ method, url, payload: {} })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'NOT_IN_SUPPORT_ACCESS'])
    }
    expect(outlasting.length).toBeGreaterThan(20)
  })

  test('accounts, addresses, roles, branches and security settings of the company cannot be changed in it', async () => {
    await enter()
    const { branchId } = fixtures.first
    const person = { firstName: 'Lettice', lastName: 'Again', email: 'again@gya.example', tel: '' }
    const staff = { ...fixtures.a, userId: fixtures.idOf.staff }
    const address = testAddress('4 New Road')
    const security = { recipientDomains: ['gya.example'] }
    const owner = { ...person, tel: '0118 496 0144' }
    const users = await fixtures.database.pool.query('select id, email, pending_email, type from app_user order by id')
    const refused = [
      await platform.refusal(createBranch, { params: fixtures.a, body: { name: 'New', address, administrator: person } }),
      await platform.refusal(updateBranch, { params: fixtures.a, body: { _id: branchId, administrator: person } }),
      await platform.refusal(updateCompanyAdministrator, { params: staff, body: { email: person.email } }),
      await platform.refusal(updateCompanyAdministrator, { params: staff, body: { type: 'COMPANY_ADMIN' } }),
      await platform.refusal(updateCompanyAdministrator, { params: staff, body: { branchIds: [fixtures.second.branchId] } }),
      await platform.refusal(updateBranchMember, { params: { ...staff, branchId }, body: { type: 'BRANCH_ADMIN' } }),
      await platform.refusal(updateCompany, { body: { _id: fixtures.a.companyId, security } }),
      await platform.refusal(createProperty, { params: fixtures.first, body: { address, owner } }),
    ]
    const imported = await ImportClient.checked(fixtures, {
      content: 'Ref,Address 1,Postcode,Vendor email,Vendor last name\nS1,5 New Road,RG30 6ZZ,again@gya.example,Again',
    })
    const { position } = await imported.read()
    refused.push(await platform.refusal(runImport, { params: imported.params, body: { position } }))
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'NOT_IN_SUPPORT_ACCESS'))
    const after = await fixtures.database.pool.query('select id, email, pending_email, type from app_user order by id')
    expect(after.rows).toEqual(users.rows)
    await platform.ok(updateCompanyAdministrator, { params: staff, body: { firstName: 'Corrected' } })
  })

  test('a company whose administrators cannot sign in gets another one from the platform', async () => {
    await enter()
    await fixtures.database.pool.query('update app_user set deactivated_on = now() where id = $1', [fixtures.idOf.company])
    const person = { firstName: 'Ada', lastName: 'Ash', email: 'ada@new.example', tel: '' }
    await platform.ok(createCompanyAdministrator, { params: fixtures.a, body: person })
    // A key would be a way to the data that stays.
    const key = { name: 'Kept', scopes: ['property:read' as const], branchIds: null, expiresInDays: 365 }
    expect((await platform.refusal(createApiKey, { params: fixtures.a, body: key })).code).toBe('NOT_IN_SUPPORT_ACCESS')
  })

  test('the only administrator who has signed in cannot be taken away in it, also if others are invited', async () => {
    await enter()
    const person = { firstName: 'Ada', lastName: 'Ash', email: 'ada@new.example', tel: '' }
    await company.ok(createCompanyAdministrator, { params: fixtures.a, body: person })
    const params = { ...fixtures.a, userId: fixtures.idOf.company }
    for (const refused of [
      await platform.refusal(deactivateMember, { params }),
      await platform.refusal(deleteCompanyMember, { params }),
      await platform.refusal(updateCompanyAdministrator, { params, body: { type: 'BRANCH_STAFF' } }),
      await platform.refusal(assignRole, { params, body: { type: 'READER', branchIds: [fixtures.first.branchId] } }),
    ])
      expect(refused).toMatchObject({ status: 403, code: 'NOT_IN_SUPPORT_ACCESS' })
  })

  test('administrators are e-mailed what was done in it, once it has ended', async () => {
    const { _id: accessId } = await enter()
    const report = () =>
      reportSupportAccesses({ database: fixtures.database, clock: fixtures.clock, publicUrl: 'http://gya.example' })
    await platform.ok(updateCompany, { body: { _id: fixtures.a.companyId, tel: '0118 496 0155' } })
    await platform.ok(addNote, { params: fixtures.first, body: { message: 'Corrected the address.' } })
    await platform.ok(addNote, { params: fixtures.first, body: { message: 'And the postcode.' } })
    await report()
    const reports = async () =>
      (await findMailsTo(fixtures, fixtures.emailOf('company'))).filter(
        ({ subject }) => subject === 'What GYA did in Alder & Ash',
      )
    expect(await reports()).toEqual([])
    fixtures.clock.advance({ minutes: 5 })
    await platform.ok(endSupportAccess, { params: { ...fixtures.a, accessId } })
    await report()
    await report()
    expect(await reports()).toMatchObject([
      { text: expect.stringMatching(/lettice gya of GYA .*4711.*- Company changed\n- Note added \(2 times\)\n/s) },
    ])
  })

  test('without an administrator who can approve, it opens immediately', async () => {
    await company.ok(saveSupportApproval, { params: fixtures.a, body: { requiresApproval: true } })
    await fixtures.database.pool.query('update app_user set deactivated_on = now() where id = $1', [fixtures.idOf.company])
    expect((await enter()).state).toBe('open')
  })
})
