import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany, listCompanies, readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { activateAccount, readMe, resetOwnPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { productTemplate } from '@gya/domain/features/timeline/templates.ts'
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

describe('POST company', () => {
  test('makes a company with what was given, and the product’s timeline template', async () => {
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
      security: { sessionIdleHours: 8, recipientDomains: ['law.example'], auditMonths: 60 },
      confirmColleagues: true,
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
      version: 1,
      feeUpdate: null,
      createdon: testStart,
    })
    expect(await platform().ok(readCompany, { params: { companyId: company._id } })).toEqual(company)
  })

  test('what was left out has the usual values', async () => {
    expect(await newCompany()).toMatchObject({
      tel: '',
      feeDeduction: null,
      noticePeriodInDays: null,
      branding: { brandColour: null },
      mdConfig: { day: 4, time: '17:30' },
    })
  })

  test('it stands in the record, with who made it', async () => {
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
    ['a deduction in smaller steps than 0.01', { feeDeduction: 1.005 }, 'feeDeduction'],
    ['a notice period above 1000', { noticePeriodInDays: 1001 }, 'noticePeriodInDays'],
    ['no first line', { address: { line1: '', postcode: 'RG30 6ZZ' } }, 'address.line1'],
    ['no postcode', { address: { line1: '1 Road' } }, 'address.postcode'],
    ['a colour that is none', { branding: { brandColour: 'red' } }, 'branding.brandColour'],
    ['a day after Sunday', { mdConfig: { day: 7, time: '09:00' } }, 'mdConfig.day'],
    ['a time after midnight', { mdConfig: { day: 1, time: '24:00' } }, 'mdConfig.time'],
  ])('%s is refused, with the field it is about', async (_what, wrong, path) => {
    const before = await databaseChecksum(fixtures.database)
    const body = { name: 'Company', availableLicenses: 1, address: testAddress('1 New Road'), ...wrong }
    const refusal = await platform().refusal(createCompany, {
      body: body as typeof body & { address: ReturnType<typeof testAddress> },
    })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', issues: [{ path }] })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})

describe('On create it also carries administrator', () => {
  const administrator = { firstName: 'Ada', lastName: 'Quill', tel: '0118 496 0199' }
  const mailTo = async (email: string) => {
    const [mail] = await findMailsTo(fixtures, email)
    if (!mail) throw new Error(`No mail went to ${email}.`)
    return mail
  }

  test('without a password they are e-mailed a temporary one and must change it at sign-in', async () => {
    const email = 'ada@people.example'
    const { _id } = await newCompany({ administrator: { ...administrator, email } })
    const { text } = await mailTo(email)
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

  test('with a password, which somebody else knows, they sign in with it and activate the account first', async () => {
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

  test('their account stands in the record', async () => {
    const { _id } = await newCompany({ administrator: { ...administrator, email: 'cat@people.example' } })
    expect((await companyEvents(fixtures, _id)).map(({ kind, data }) => [kind, data])).toEqual([
      ['company-created', expect.anything()],
      ['member-added', { userId: expect.any(String), type: 'COMPANY_ADMIN' }],
    ])
  })

  test.each([
    ['the address of a member of staff of any company', { email: 'OtherStaff@people.example' }, 409, 'EMAIL_TAKEN'],
    ['a password against the rule', { email: 'dan@people.example', password: 'weak' }, 400, 'PASSWORD_WEAK'],
    ['no address', { email: '' }, 400, 'VALIDATION_FAILED'],
  ])('with %s no company is made, and nobody is told', async (_what, more, status, code) => {
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

  test('two companies at once with the same administrator: one is made', async () => {
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

  test('the address of a vendor may become an administrator’s: they are different accounts', async () => {
    const company = await newCompany({ administrator: { ...administrator, email: fixtures.emailOf('vendor') } })
    expect(company).toMatchObject({ version: 1 })
  })
})

describe('PUT company', () => {
  test('changes what is given and leaves the rest', async () => {
    const before = await newCompany({ tel: '0118 496 0100', noticePeriodInDays: 14 })
    const after = await platform().ok(updateCompany, {
      body: { _id: before._id, name: 'Renamed', address: testAddress('2 New Road') },
    })
    expect(after).toEqual({ ...before, name: 'Renamed', address: testAddress('2 New Road'), version: 2 })
  })

  test('a change stands in the record with what it was before; a save that changes nothing does not', async () => {
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

  test('a save that comes from an older version is refused with who saved it and when', async () => {
    const { _id } = await newCompany()
    const { client } = await adminOf(_id)
    await client.ok(updateCompany, { body: { _id, name: 'First', version: 1 } })
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

  test('of two saves of one version at the same moment one is refused', async () => {
    const { _id } = await newCompany()
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => platform().call(updateCompany, { body: { _id, name, version: 1 } })),
    )
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 1 })
  })

  test('who waited for the save of somebody else is told that person’s name', async () => {
    const { _id } = await newCompany()
    const { client } = await adminOf(_id)
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

  describe('for a company admin availableLicenses and feeDeduction are the platform admin’s', () => {
    test.each([
      ['more licences', { availableLicenses: 3 }, ['availableLicenses']],
      ['another deduction', { feeDeduction: 0 }, ['feeDeduction']],
      ['no deduction', { feeDeduction: null }, ['feeDeduction']],
      ['both', { availableLicenses: 9, feeDeduction: 9 }, ['availableLicenses', 'feeDeduction']],
    ])('%s is refused, naming the field, and nothing of the save is kept', async (_what, change, paths) => {
      const company = await newCompany({ feeDeduction: 10 })
      const { client } = await adminOf(company._id)
      const refusal = await client.refusal(updateCompany, { body: { _id: company._id, name: 'Sneaky', ...change } })
      expect(refusal).toMatchObject({ status: 403, code: 'FORBIDDEN' })
      expect(refusal.issues?.map(({ path }) => path)).toEqual(paths)
      expect(await client.ok(readCompany, { params: { companyId: company._id } })).toEqual(company)
    })

    test('the values it has may be sent along', async () => {
      const { _id } = await newCompany({ feeDeduction: 10 })
      const { client } = await adminOf(_id)
      const body = { _id, name: 'Renamed', availableLicenses: 2, feeDeduction: 10 }
      expect(await client.ok(updateCompany, { body })).toMatchObject({ name: 'Renamed' })
    })

    test('who has an old form open is told that it is old, not that they may not', async () => {
      const { _id } = await newCompany()
      const { client } = await adminOf(_id)
      await platform().ok(updateCompany, { body: { _id, availableLicenses: 5 } })
      expect(await client.refusal(updateCompany, { body: { _id, availableLicenses: 2, version: 1 } })).toMatchObject({
        code: 'STALE_VERSION',
      })
    })
  })

  test('licences are not set below the number of branches', async () => {
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

describe('GET company', () => {
  test('shows all branches to company and platform admins, and to branch roles their own', async () => {
    const branchesFor = async (name: 'platform' | 'company' | 'branch' | 'staff' | 'secondBranch') =>
      (await fixtures.as(name).ok(readCompany, { params: fixtures.a })).branches.map((branch) => branch.name)
    expect(await branchesFor('platform')).toEqual(['First Street', 'Second Street'])
    expect(await branchesFor('company')).toEqual(['First Street', 'Second Street'])
    expect(await branchesFor('branch')).toEqual(['First Street'])
    expect(await branchesFor('staff')).toEqual(['First Street'])
    expect(await branchesFor('secondBranch')).toEqual(['Second Street'])
  })
})

describe('GET company/list', () => {
  test('lists all companies by name whatever its case, with their number of branches, page by page', async () => {
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
