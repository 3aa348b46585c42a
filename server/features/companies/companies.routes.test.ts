import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany, listCompanies, readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { activateAccount, readMe, resetOwnPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { openSupportAccess } from '@gya/domain/features/support-access/support-access.contract.ts'
import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { countByStatus } from '../../../test/support/count-by-status.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, testAddress } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { testStart } from '../../../test/support/test-app.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

const platform = () => fixtures.as('platform')
let made = 0
const newCompany = async (more: object = {}) => {
  made += 1
  return platform().ok(createCompany, {
    body: { name: `Company ${made}`, availableLicenses: 2, address: testAddress('1 New Road'), ...more },
  })
}
const adminOf = async (companyId: string) => {
  const email = `admin-${companyId}@people.example`
  const userId = await fixtures.addUser({ type: 'COMPANY_ADMIN', email, companyId })
  return { userId, email, client: await fixtures.signedIn(userId) }
}

/** The platform admin enters a company for which somebody works. */
const enter = (companyId: string) =>
  platform().ok(openSupportAccess, { params: { companyId }, body: { reason: 'Ticket 4711: licences', hours: 1 } })

describe('POST /company', () => {
  test('creates a company with the default timeline template', async () => {
    const body = {
      name: 'Cedar Lettings & Sales',
      tel: '0118 496 0123',
      availableLicenses: 3,
      address: {
        line1: '5 Broad Street',
        line2: 'Floor 2',
        town: 'Reading',
        county: 'Berkshire',
        country: 'England',
        postcode: 'rg306zz',
      },
      feeDeduction: 10.25,
      noticePeriodInDays: 14,
      branding: { brandColour: '#1B2B4B' },
      mdConfig: { day: 0, time: '09:00' },
      security: { sessionIdleHours: 8, recipientDomains: ['law.example'], readersMailOutside: true, auditMonths: 60 },
      confirmColleagues: true,
      yearStarts: 1,
    }
    const company = await platform().ok(createCompany, { body })
    expect(company).toEqual({
      ...body,
      address: { ...body.address, postcode: 'RG30 6ZZ' },
      branding: { brandColour: '#1b2b4b' },
      _id: expect.any(String),
      logo: null,
      branches: [],
      timeline: productTemplate,
      members: [],
      version: 1,
      feeUpdate: null,
      createdon: testStart,
    })
    expect(await platform().ok(readCompany, { params: { companyId: company._id } })).toEqual(company)
  })

  test('fills omitted fields with defaults', async () => {
    expect(await newCompany()).toMatchObject({
      tel: '',
      feeDeduction: null,
      noticePeriodInDays: null,
      branding: { brandColour: null },
      mdConfig: { day: 4, time: '17:30' },
      yearStarts: 4,
    })
  })

  test('writes an event with the author', async () => {
    const { _id, name } = await newCompany()
    expect(await companyEvents(fixtures, _id)).toEqual([
      { kind: 'company-created', property_id: null, user_id: fixtures.idOf.platform, at: testStart, data: { name } },
    ])
  })

  test.each([
    ['no name', { name: '  ' }, 'name'],
    ['no licence', { availableLicenses: 0 }, 'availableLicenses'],
    ['half a licence', { availableLicenses: 1.5 }, 'availableLicenses'],
    ['a deduction above 100', { feeDeduction: 100.01 }, 'feeDeduction'],
    ['a deduction with more than two decimals', { feeDeduction: 1.005 }, 'feeDeduction'],
    ['a notice period above 1000', { noticePeriodInDays: 1001 }, 'noticePeriodInDays'],
    ['no first line', { address: { line1: '', postcode: 'RG30 6ZZ' } }, 'address.line1'],
    ['no postcode', { address: { line1: '1 Road' } }, 'address.postcode'],
    ['an invalid colour', { branding: { brandColour: 'red' } }, 'branding.brandColour'],
    ['a day after Sunday', { mdConfig: { day: 7, time: '09:00' } }, 'mdConfig.day'],
    ['a time after midnight', { mdConfig: { day: 1, time: '24:00' } }, 'mdConfig.time'],
  ])('refuses %s with the field', async (_what, wrong, path) => {
    const before = await databaseChecksum(fixtures.database)
    const body = { name: 'Company', availableLicenses: 1, address: testAddress('1 New Road'), ...wrong }
    const refusal = await platform().refusal(createCompany, {
      body: body as typeof body & { address: ReturnType<typeof testAddress> },
    })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', issues: [{ path }] })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})

describe('POST /company with an administrator', () => {
  const administrator = { firstName: 'Ada', lastName: 'Quill', tel: '0118 496 0199' }
  const mailTo = async (email: string) => {
    const [mail] = await findMailsTo(fixtures, email)
    if (!mail) throw new Error(`No mail went to ${email}.`)
    return mail
  }

  test('without a password: the administrator is e-mailed a temporary one and must change it at sign-in', async () => {
    const email = 'ada@people.example'
    const { _id } = await newCompany({ administrator: { ...administrator, email } })
    const { subject, text } = await mailTo(email)
    expect(subject).toMatch(/^Your GYA account for /)
    const temporary = /this temporary password:\s+(\S+)/.exec(text)?.[1] ?? ''
    expect(text).toContain('http://gya.example/login')
    const { body, client } = await signIn(fixtures, email, temporary)
    expect(body).toMatchObject({
      type: 'COMPANY_ADMIN',
      company: { _id },
      activated: true,
      passwordReset: true,
      fullName: 'Ada Quill',
    })
    expect(await client.refusal(readCompany, { params: { companyId: _id } })).toMatchObject({ code: 'PASSWORD_RESET_REQUIRED' })
    await client.ok(resetOwnPassword, { body: { password: 'A-New-Password-2026' } })
    expect(await client.ok(readCompany, { params: { companyId: _id } })).toMatchObject({ _id })
  })

  test('with a password: the administrator signs in with it and must activate the account first', async () => {
    const email = 'bea@people.example'
    const password = 'Given-By-Platform-2026'
    const { _id } = await newCompany({ administrator: { ...administrator, email, password } })
    expect((await mailTo(email)).text).not.toContain(password)
    const { client } = await signIn(fixtures, email, password)
    expect(await client.ok(readMe)).toMatchObject({ activated: false, passwordReset: false })
    expect(await client.refusal(readCompany, { params: { companyId: _id } })).toMatchObject({ code: 'ACCOUNT_NOT_ACTIVATED' })
    await client.ok(activateAccount, { body: { password: 'A-New-Password-2026' } })
    expect(await client.ok(readCompany, { params: { companyId: _id } })).toMatchObject({ _id })
  })

  test('writes an event for the account', async () => {
    const { _id } = await newCompany({ administrator: { ...administrator, email: 'cat@people.example' } })
    expect((await companyEvents(fixtures, _id)).map(({ kind, data }) => [kind, data])).toEqual([
      ['company-created', expect.anything()],
      ['member-added', { userId: expect.any(String), type: 'COMPANY_ADMIN' }],
    ])
  })

  test.each([
    ['the e-mail address of staff of any company', { email: 'OtherStaff@people.example' }, 409, 'EMAIL_TAKEN'],
    ['a weak password', { email: 'dan@people.example', password: 'weak' }, 400, 'PASSWORD_WEAK'],
    ['no e-mail address', { email: '' }, 400, 'VALIDATION_FAILED'],
  ])('%s creates no company and sends no e-mail', async (_what, more, status, code) => {
    const before = await databaseChecksum(fixtures.database)
    const body = {
      name: 'Never',
      availableLicenses: 1,
      address: testAddress('1 New Road'),
      administrator: { ...administrator, ...more },
    }
    expect(await platform().refusal(createCompany, { body })).toMatchObject({ status, code })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('of two concurrent calls with the same administrator one succeeds', async () => {
    const both = ['One', 'Two'].map((name) => ({
      body: {
        name,
        availableLicenses: 1,
        address: testAddress('1 Road'),
        administrator: { ...administrator, email: 'both@people.example' },
      },
    }))
    const answers = await Promise.all(both.map((input) => platform().call(createCompany, input)))
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 1 })
  })

  test('accepts the e-mail address of a vendor: staff and vendor accounts are separate', async () => {
    const company = await newCompany({ administrator: { ...administrator, email: fixtures.emailOf('vendor') } })
    expect(company).toMatchObject({ version: 1 })
  })
})

describe('PUT /company', () => {
  test('updates the given fields only', async () => {
    const before = await newCompany({ tel: '0118 496 0100', noticePeriodInDays: 14 })
    const after = await platform().ok(updateCompany, {
      body: { _id: before._id, name: 'Renamed', address: testAddress('2 New Road') },
    })
    expect(after).toEqual({ ...before, name: 'Renamed', address: testAddress('2 New Road'), version: 2 })
  })

  test('writes an event with the previous values, and none for a save that changes nothing', async () => {
    const { _id, name } = await newCompany()
    const { client, userId } = await adminOf(_id)
    await client.ok(updateCompany, { body: { _id, name: 'Renamed' } })
    await client.ok(updateCompany, { body: { _id, name: 'Renamed' } })
    expect((await companyEvents(fixtures, _id)).slice(1)).toEqual([
      {
        kind: 'company-edited',
        property_id: null,
        user_id: userId,
        at: testStart,
        data: { changes: [{ field: 'name', from: name, to: 'Renamed' }] },
      },
    ])
    expect(await client.ok(readCompany, { params: { companyId: _id } })).toMatchObject({ version: 2 })
  })

  test('refuses a stale version and says who saved last and when', async () => {
    const { _id } = await newCompany()
    const { client } = await adminOf(_id)
    await client.ok(updateCompany, { body: { _id, name: 'First', version: 1 } })
    await enter(_id)
    fixtures.clock.advance({ minutes: 3 })
    const refusal = await platform().refusal(updateCompany, { body: { _id, name: 'Second', version: 1 } })
    expect(refusal).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { savedBy: `admin-${_id} people`, savedOn: testStart },
    })
    expect(await platform().ok(updateCompany, { body: { _id, name: 'Second', version: 2 } })).toMatchObject({
      name: 'Second',
      version: 3,
    })
    expect(await platform().ok(updateCompany, { body: { _id, name: 'Third' } })).toMatchObject({ name: 'Third', version: 4 })
  })

  test('refuses one of two concurrent saves of the same version', async () => {
    const { _id } = await newCompany()
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => platform().call(updateCompany, { body: { _id, name, version: 1 } })),
    )
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 1 })
  })

  test('a refused concurrent save says who saved', async () => {
    const { _id } = await newCompany()
    const { client } = await adminOf(_id)
    await enter(_id)
    const savers = [
      { name: `admin-${_id} people`, by: client },
      { name: 'platform people', by: platform() },
    ]
    const answers = await Promise.all(
      savers.map(({ name, by }) => by.call(updateCompany, { body: { _id, name: name.slice(0, 30), version: 1 } })),
    )
    const winner = savers[answers.findIndex(({ status }) => status === 200)]
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ details: { savedBy: winner?.name } })
  })

  describe('availableLicenses and feeDeduction are read-only for a company admin', () => {
    test.each([
      ['more licences', { availableLicenses: 3 }, ['availableLicenses']],
      ['another deduction', { feeDeduction: 0 }, ['feeDeduction']],
      ['no deduction', { feeDeduction: null }, ['feeDeduction']],
      ['both', { availableLicenses: 9, feeDeduction: 9 }, ['availableLicenses', 'feeDeduction']],
    ])('refuses %s with the field, and saves nothing', async (_what, change, paths) => {
      const company = await newCompany({ feeDeduction: 10 })
      const { client } = await adminOf(company._id)
      const refusal = await client.refusal(updateCompany, { body: { _id: company._id, name: 'Sneaky', ...change } })
      expect(refusal).toMatchObject({ status: 403, code: 'FORBIDDEN' })
      expect(refusal.issues?.map(({ path }) => path)).toEqual(paths)
      expect(await client.ok(readCompany, { params: { companyId: company._id } })).toEqual({
        ...company,
        members: [expect.objectContaining({ type: 'COMPANY_ADMIN' })],
      })
    })

    test('accepts unchanged values', async () => {
      const { _id } = await newCompany({ feeDeduction: 10 })
      const { client } = await adminOf(_id)
      const body = { _id, name: 'Renamed', availableLicenses: 2, feeDeduction: 10 }
      expect(await client.ok(updateCompany, { body })).toMatchObject({ name: 'Renamed' })
    })

    test('returns STALE_VERSION rather than FORBIDDEN for an old form', async () => {
      const { _id } = await newCompany()
      const { client } = await adminOf(_id)
      await enter(_id)
      await platform().ok(updateCompany, { body: { _id, availableLicenses: 5 } })
      expect(await client.refusal(updateCompany, { body: { _id, availableLicenses: 2, version: 1 } })).toMatchObject({
        code: 'STALE_VERSION',
      })
    })
  })

  test('refuses fewer licences than branches', async () => {
    const { _id: companyId } = await newCompany({ availableLicenses: 3 })
    for (const name of ['One', 'Two'])
      await platform().ok(createBranch, { params: { companyId }, body: { name, address: testAddress('1 Road') } })
    expect(await platform().refusal(updateCompany, { body: { _id: companyId, availableLicenses: 1 } })).toMatchObject({
      status: 409,
      code: 'LICENCES_BELOW_BRANCHES',
    })
    expect(await platform().ok(updateCompany, { body: { _id: companyId, availableLicenses: 2 } })).toMatchObject({
      availableLicenses: 2,
    })
  })
})

describe('GET /company/:companyId', () => {
  test('returns all branches to company and platform admins and their own to branch roles', async () => {
    const branchesFor = async (name: 'platform' | 'company' | 'branch' | 'staff' | 'secondBranch') =>
      (await fixtures.as(name).ok(readCompany, { params: fixtures.a })).branches.map((branch) => branch.name)
    expect(await branchesFor('platform')).toEqual(['First Street', 'Second Street'])
    expect(await branchesFor('company')).toEqual(['First Street', 'Second Street'])
    expect(await branchesFor('branch')).toEqual(['First Street'])
    expect(await branchesFor('staff')).toEqual(['First Street'])
    expect(await branchesFor('secondBranch')).toEqual(['Second Street'])
  })
})

describe('GET /company/list', () => {
  test('lists companies by name, case-insensitively, with their number of branches, in pages', async () => {
    const lists = await openFixtures()
    for (const name of ['aardvark homes', 'Zebra 100%', 'Zebra 1000'])
      await lists.as('platform').ok(createCompany, { body: { name, availableLicenses: 1, address: testAddress('1 Road') } })
    const list = (query: object) => lists.as('platform').ok(listCompanies, { query })
    const all = await list({})
    expect(all.data.map(({ name, branchCount, availableLicenses }) => [name, branchCount, availableLicenses])).toEqual([
      ['aardvark homes', 0, 1],
      ['Alder & Ash', 2, 5],
      ['Birch Homes', 1, 1],
      ['Zebra 100%', 0, 1],
      ['Zebra 1000', 0, 1],
    ])
    expect(all.paging).toEqual({ itemsPerPage: 10, count: 5, currentPage: 0, totalPages: 1, nextPage: null, prevPage: null })
    const page = await list({ itemsPerPage: '2', currentPage: '1' })
    expect(page.data.map(({ name }) => name)).toEqual(['Birch Homes', 'Zebra 100%'])
    expect(page.paging).toMatchObject({ count: 5, totalPages: 3, nextPage: 2, prevPage: 0 })
    expect((await list({ itemsPerPage: '2', currentPage: '7' })).data).toEqual([])
    expect((await list({ textSearch: '100%' })).data.map(({ name }) => name)).toEqual(['Zebra 100%'])
    expect((await list({ textSearch: 'ZEBRA' })).paging.count).toBe(2)
    await lists.close()
  })
})
