import { toFormFields } from '@gya/domain/common/form-fields.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { readMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { createProperty, listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { login, resetOwnPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Template } from '@gya/domain/features/timeline/timeline.model.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, testAddress, testPassword } from '../../../test/support/fixtures.ts'
import { signIn as signInAs } from '../../../test/support/sign-in.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { withClockAt } from '../../../test/support/with-clock-at.ts'
import { expectNothingWritten, readEvents } from './testing/recorded-events.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

type Body = Wire<typeof createProperty, 'body'>
type Property = Wire<typeof createProperty, 'response'>

const today = '2026-03-10'
const vendor = (email: string, more = {}) => ({ firstName: 'Olive', lastName: 'Marsh', email, ...more })
const body = (more: Partial<Body> = {}): Body => ({
  address: testAddress('14 Rodway Road'),
  owner: { _id: fixtures.idOf.vendor },
  ...more,
})
const takeOn = (more: Partial<Body> = {}) => fixtures.as('staff').ok(createProperty, { params: fixtures.first, body: body(more) })
const refusal = (more: object) =>
  expectNothingWritten(fixtures, () =>
    fixtures.as('staff').refusal(createProperty, { params: fixtures.first, body: { ...body(), ...more } }),
  )
const step = (property: Property, name: StepName) => property.timeline.data.find((item) => item.key === stepKeys[name])
const mailTo = async (email: string) =>
  (await fixtures.database.db.selectFrom('mail').selectAll().execute()).filter((mail) => mail.recipients.includes(email))
const jobsFor = async (mailId: string) =>
  (
    await fixtures.database.pool.query(
      `select 1 from graphile_worker._private_jobs j where j.payload::jsonb = jsonb_build_object('mailId', $1::text)`,
      [mailId],
    )
  ).rowCount

describe('POST property owner', () => {
  test('an existing vendor of the company: no mail is sent', async () => {
    const property = await takeOn()
    expect(property.owner).toMatchObject({ _id: fixtures.idOf.vendor, email: fixtures.emailOf('vendor') })
    expect(await mailTo(fixtures.emailOf('vendor'))).toEqual([])
  })

  test('a new vendor gets an account and one mail with a temporary password that must be changed', async () => {
    const property = await takeOn({ owner: vendor('Olive.Marsh@Sellers.example', { tel: '0118 496 0123' }) })
    expect(property.owner).toMatchObject({
      fullName: 'Olive Marsh',
      email: 'olive.marsh@sellers.example',
      tel: '0118 496 0123',
      contactPrefs: { email: true, push: false },
      lastLogin: null,
      emailVerified: false,
    })
    const mail = await mailTo('olive.marsh@sellers.example')
    expect(mail).toMatchObject([
      { company_id: fixtures.a.companyId, state: 'queued', subject: expect.stringMatching(/^.+: follow the sale of .+/) },
    ])
    expect(await jobsFor(mail[0]?.id ?? '')).toBe(1)
    const temporary = /temporary password:\s+(\S+)/.exec(mail[0]?.body ?? '')?.[1] ?? ''
    const signIn = { email: 'olive.marsh@sellers.example', password: temporary }
    expect(await fixtures.anonymous.ok(login, { body: signIn })).toMatchObject({
      type: 'VENDOR',
      activated: true,
      passwordReset: true,
    })
    const { client } = await signInAs(fixtures, signIn.email, temporary)
    await client.ok(resetOwnPassword, { body: { password: 'Larch-Hedge-29-Kite' } })
    const params = { ...fixtures.first, propertyId: property._id }
    expect((await fixtures.as('staff').ok(readProperty, { params })).owner).toMatchObject({
      emailVerified: true,
      accountActivationToken: null,
    })
  })

  test('a new vendor with a chosen password signs in with it; the mail does not contain it', async () => {
    const password = 'Chosen-With-Agent-1'
    await takeOn({ owner: vendor('chosen@sellers.example', { password, contactPrefs: { email: false, push: true } }) })
    expect(await fixtures.anonymous.ok(login, { body: { email: 'chosen@sellers.example', password } })).toMatchObject({
      passwordReset: false,
    })
    const { rows } = await fixtures.database.pool.query(
      "select email_verified from app_user where email = 'chosen@sellers.example'",
    )
    expect(rows).toEqual([{ email_verified: false }])
    const [mail, ...more] = await mailTo('chosen@sellers.example')
    expect(more).toEqual([])
    expect(mail?.body).not.toContain(password)
  })

  test('joint owners and buyers keep all their names and are greeted by them', async () => {
    const owner = {
      firstName: 'Grace Holloway and Ewan',
      lastName: 'Price',
      email: 'joint@sellers.example',
      password: testPassword,
    }
    const property = await takeOn({ owner })
    const place = { ...fixtures.first, propertyId: property._id }
    const as = fixtures.as('staff')
    const buyers = 'Tobias Fenn and Mira Okoro'
    await as.ok(addOffer, { params: place, body: { name: buyers, amount: 1, cashBuy: true, chain: false, state: 'A' } })
    const memo = await as.ok(readMemo, { params: place })
    expect([property.owner.fullName, memo.seller.name, memo.buyer?.name]).toEqual([
      'Grace Holloway and Ewan Price',
      'Grace Holloway and Ewan Price',
      buyers,
    ])
    expect((await mailTo(owner.email))[0]?.body).toContain('Hello Grace Holloway and Ewan Price,')
    const { contacts } = await as.ok(readProperty, { params: place })
    expect(contacts.buyerDetails.buyer.name).toBe(buyers)
    const { saleResets } = await as.ok(performFallOff, { params: place, body: { note: 'They part' } })
    expect(saleResets[0]?.acceptedOffer.name).toBe(buyers)
    expect(await fixtures.anonymous.ok(login, { body: { email: owner.email, password: testPassword } })).toMatchObject({
      fullName: 'Grace Holloway and Ewan Price',
    })
  })

  test('a weak password is refused', async () => {
    for (const password of [
      '',
      'short-1A',
      'no-upper-case-1',
      'NO-LOWER-CASE-1',
      'No-number-here',
      'NoSpecial12345',
      'Has a space-12',
    ])
      expect(await refusal({ owner: vendor('weak@sellers.example', { password }) })).toMatchObject({
        code: 'PASSWORD_WEAK',
        issues: expect.arrayContaining([expect.objectContaining({ path: 'owner.password' })]),
      })
  })

  test('a vendor of another company, a member of staff, a deleted vendor and an unknown id are not found', async () => {
    const left = await fixtures.addUser({ type: 'VENDOR', email: 'left@sellers.example', companyId: fixtures.a.companyId })
    await fixtures.database.db.updateTable('app_user').set({ deleted_on: testStart }).where('id', '=', left).execute()
    for (const _id of [
      fixtures.idOf.otherVendor,
      fixtures.idOf.staff,
      fixtures.idOf.company,
      left,
      '00000000-0000-7000-8000-00000000dead',
    ])
      expect(await refusal({ owner: { _id } })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('EMAIL_TAKEN for an existing vendor’s e-mail, case-insensitively', async () => {
    for (const email of [fixtures.emailOf('vendor'), ` ${fixtures.emailOf('vendor').toUpperCase()} `])
      expect(await refusal({ owner: vendor(email) })).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' })
  })

  test('one person may be a vendor of two companies, with separate accounts', async () => {
    const here = await takeOn({ owner: vendor('both@sellers.example') })
    const there = await fixtures.as('otherStaff').ok(createProperty, {
      params: fixtures.other,
      body: body({ owner: vendor('both@sellers.example', { lastName: 'Marsh-Hill' }) }),
    })
    expect(there.owner._id).not.toBe(here.owner._id)
    expect(here.owner.lastName).toBe('Marsh')
    expect(await mailTo('both@sellers.example')).toHaveLength(2)
  })

  test('VENDOR_IS_STAFF until staffConfirmed is sent; both accounts keep their passwords', async () => {
    const password = 'Own-Home-For-Sale-1'
    const owner = vendor(fixtures.emailOf('secondBranch'), { password })
    expect(await refusal({ owner })).toMatchObject({
      status: 409,
      code: 'VENDOR_IS_STAFF',
      issues: [{ path: 'owner.email', message: expect.stringContaining('a colleague of your company') }],
    })
    const property = await takeOn({ owner: { ...owner, staffConfirmed: true } })
    expect(property.owner._id).not.toBe(fixtures.idOf.secondBranch)
    const email = fixtures.emailOf('secondBranch')
    expect(await fixtures.anonymous.ok(login, { body: { email, password } })).toMatchObject({ type: 'VENDOR' })
    expect(await fixtures.anonymous.ok(login, { body: { email, password: testPassword } })).toMatchObject({
      type: 'BRANCH_ADMIN',
    })
  })

  test('two concurrent requests with one new vendor create one account and one property', async () => {
    const answers = await Promise.all(
      ['staff', 'branch'].map((name) =>
        fixtures
          .as(name as 'staff')
          .call(createProperty, { params: fixtures.first, body: body({ owner: vendor('twice@sellers.example') }) }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'EMAIL_TAKEN' })
    expect(await mailTo('twice@sellers.example')).toHaveLength(1)
    const owned = await fixtures.database.db
      .selectFrom('property as p')
      .innerJoin('app_user as u', 'u.id', 'p.owner_id')
      .select('p.id')
      .where('u.email', '=', 'twice@sellers.example')
      .execute()
    expect(owned).toHaveLength(1)
  })

  test('more concurrent new vendors than pool connections all succeed', async () => {
    const taken = await Promise.all(Array.from({ length: 12 }, (_, n) => takeOn({ owner: vendor(`flood-${n}@sellers.example`) })))
    expect(new Set(taken.map(({ owner }) => owner._id)).size).toBe(12)
  })

  test('without owner, or with incomplete owner fields, the error names the missing fields', async () => {
    const words = "Please add an existing vendor, or create a new record using the 'New vendor' tab."
    const whole = vendor('a@sellers.example')
    for (const owner of [undefined, {}, null, { firstName: 'Olive' }, { ...whole, _id: fixtures.idOf.vendor }])
      expect(await refusal({ owner })).toMatchObject({ status: 400, issues: [{ path: 'owner', message: words }] })
    for (const [field, value] of [
      ['lastName', ' '],
      ['firstName', 'x'.repeat(81)],
      ['email', 'no address'],
      ['tel', 'by pigeon'],
    ] as const)
      expect(await refusal({ owner: { ...whole, [field]: value } })).toMatchObject({ issues: [{ path: `owner.${field}` }] })
  })
})

describe('POST property customLaunchDate', () => {
  test('absent: taken on today, launching in progress, phase pre for sale', async () => {
    const property = await takeOn()
    expect(property.phase).toBe('preForSale')
    expect(step(property, 'TakeOn')).toMatchObject({ state: 'C', completedOn: today, because: { kind: 'taken-on' } })
    expect(step(property, 'PropertyLaunched')).toMatchObject({ state: 'IP', startedOn: today, wasAutoSetToInProgress: true })
    expect(step(property, 'Viewings')).toMatchObject({ state: 'NS' })
  })

  test('in the past: taken on and launched that day, viewings in progress, phase for sale', async () => {
    const property = await takeOn({ customLaunchDate: '2026-01-15' })
    expect(property.phase).toBe('forSale')
    expect(step(property, 'TakeOn')).toMatchObject({ state: 'C', completedOn: '2026-01-15' })
    expect(step(property, 'PropertyLaunched')).toMatchObject({
      state: 'C',
      completedOn: '2026-01-15',
      because: { kind: 'launched' },
    })
    expect(step(property, 'Viewings')).toMatchObject({
      state: 'IP',
      startedOn: '2026-01-15',
      warningDate: '2026-02-12',
      overdue: true,
    })
    expect(property.timeline.info).toMatchObject({ warnings: 1, nextWarning: { key: stepKeys.Viewings } })
  })

  test('in the future or not a date: refused', async () => {
    expect(await refusal({ customLaunchDate: '2026-03-11' })).toMatchObject({ status: 409, code: 'LAUNCH_DATE_IN_FUTURE' })
    for (const customLaunchDate of ['2026-02-30', '11/03/2026', '', null])
      expect(await refusal({ customLaunchDate })).toMatchObject({ status: 400, issues: [{ path: 'customLaunchDate' }] })
  })

  test('today is the date in London', async () => {
    await withClockAt(fixtures, '2025-10-20T23:30:00.000Z', async () => {
      const property = await takeOn({ customLaunchDate: '2025-10-21' })
      expect(step(property, 'PropertyLaunched')).toMatchObject({ state: 'C', completedOn: '2025-10-21' })
      expect(await refusal({ customLaunchDate: '2025-10-22' })).toMatchObject({ code: 'LAUNCH_DATE_IN_FUTURE' })
    })
  })
})

describe('POST property stored fields', () => {
  const setTemplate = (template: Template) =>
    fixtures.database.db
      .updateTable('branch')
      .set({ timeline_template: JSON.stringify(template) })
      .where('id', '=', fixtures.second.branchId)
      .execute()

  test('copy the branch’s current template; a later change of it has no effect', async () => {
    const as = fixtures.as('company')
    const template = productTemplate
      .filter((row) => row.key !== stepKeys.SearchesBack)
      .map((row) => (row.key === stepKeys.EnquiriesRaised ? { ...row, state: 'NA' as const } : row))
      .map((row) =>
        row.key === stepKeys.Viewings
          ? { ...row, title: 'Open house', description: 'Saturdays only.\nRing first.', daysToComplete: 9 }
          : row,
      )
    await setTemplate(template)
    const made = await as.ok(createProperty, { params: fixtures.second, body: body({ customLaunchDate: '2026-03-01' }) })
    expect(step(made, 'Viewings')).toMatchObject({
      title: 'Open house',
      description: 'Saturdays only.\nRing first.',
      daysToComplete: 9,
      warningDate: '2026-03-10',
      overdue: false,
    })
    expect([step(made, 'SearchesBack')?.state, step(made, 'EnquiriesRaised')?.state]).toEqual(['NA', 'NA'])
    expect(made.timeline.data).toHaveLength(19)
    await setTemplate(productTemplate.map((row) => ({ ...row, title: 'Renamed', daysToComplete: 0 })))
    const params = { ...fixtures.second, propertyId: made._id }
    expect((await as.ok(readProperty, { params })).timeline).toEqual(made.timeline)
    const next = await as.ok(createProperty, { params: fixtures.second, body: body() })
    expect(step(next, 'Viewings')).toMatchObject({ title: 'Renamed', daysToComplete: 0 })
  })

  test('are the values sent, with defaults for missing ones', async () => {
    const address = {
      ...testAddress('Flat 2, "The Maltings"'),
      line2: "O'Connell’s Yard",
      country: 'England',
      postcode: 'rg306zz',
    }
    const given = { bedrooms: 3, ownership: 'leasehold', leaseholdPackSent: 'no', boardStatus: 1 } as const
    const property = await takeOn({ address, ...given })
    expect(property).toMatchObject({ ...given, address: { ...address, postcode: 'RG30 6ZZ' }, name: address.line1, active: true })
    expect(await fixtures.as('staff').ok(readProperty, { params: { ...fixtures.first, propertyId: property._id } })).toEqual(
      property,
    )
    expect(await takeOn({ address: { line1: '1 A', postcode: 'X' } })).toMatchObject({
      address: { line1: '1 A', line2: '', town: '', county: '', country: '', postcode: 'X' },
      bedrooms: null,
      ownership: 'unknown',
      leaseholdPackSent: 'unknown',
      boardStatus: 0,
      mi: { chain: 3, askingPrice: [], currentAskingPrice: null, agreedPrice: null, invoiceSent: false },
      offers: [],
      version: 2,
    })
  })

  test('a multipart form equals JSON: numbers and objects as JSON, texts verbatim', async () => {
    const sent = body({ bedrooms: 4, ownership: 'freehold', customLaunchDate: '2026-02-02', address: testAddress('null') })
    const form = new FormData()
    for (const [name, value] of toFormFields(sent)) form.append(name, value)
    const encoded = new Request('http://form.example', { method: 'POST', body: form })
    const answer = await fixtures.as('staff').inject({
      method: 'POST',
      url: addressOf(createProperty.path, fixtures.first),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ bedrooms: 4, ownership: 'freehold', phase: 'forSale', address: { line1: 'null' } })
  })

  test('bedrooms is an integer from 0 to 100', async () => {
    for (const bedrooms of [0, 100, null]) expect(await takeOn({ bedrooms })).toMatchObject({ bedrooms })
    for (const bedrooms of [-1, 101, 2.5, '3', 1e9])
      expect(await refusal({ bedrooms })).toMatchObject({ status: 400, issues: [{ path: 'bedrooms' }] })
  })

  test('address needs line1 and postcode; control characters, long texts and unknown fields are refused', async () => {
    const { postcode: _postcode, ...noPostcode } = testAddress('1 A')
    for (const address of [
      undefined,
      noPostcode,
      testAddress('   '),
      testAddress('x'.repeat(121)),
      testAddress('1 A\u0000'),
      testAddress('\u202e1 A'),
      testAddress('1 A\nRoad'),
      { ...testAddress('1 A'), planet: 'Earth' },
    ])
      expect(await refusal({ address })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(await refusal({ price: 1 })).toMatchObject({ issues: [{ path: 'price', message: 'This field is not known.' }] })
  })

  test('malicious input is stored verbatim', async () => {
    const line1 = `'; drop table property; -- <script>alert(1)</script> %_\\ \${x} 🏠 ﷽ É`
    const property = await takeOn({ address: testAddress(line1), owner: vendor('hostile@sellers.example', { firstName: '<b>' }) })
    expect(property).toMatchObject({ address: { line1 }, owner: { fullName: '<b> Marsh' } })
  })
})

test('POST property records who, when, and the steps that changed', async () => {
  fixtures.clock.advance({ minutes: 7 })
  const at = fixtures.clock.now()
  const property = await takeOn({ customLaunchDate: '2026-03-01' })
  const step = (key: number, from: string, to: string, because: string, becauseOf: number[] = []) => ({
    kind: 'step-changed',
    by: fixtures.idOf.staff,
    at,
    data: { key, from, to, on: '2026-03-01', because, becauseOf },
  })
  expect(await readEvents(fixtures, property._id)).toEqual([
    { kind: 'taken-on', by: fixtures.idOf.staff, at, data: { branchId: fixtures.first.branchId } },
    step(stepKeys.TakeOn, 'NS', 'C', 'taken-on'),
    step(stepKeys.PropertyLaunched, 'NS', 'C', 'launched'),
    step(stepKeys.Viewings, 'NS', 'IP', 'previous-step-completed', [stepKeys.PropertyLaunched]),
  ])
  expect(property.createdon).toBe(at)
})

test('POST property refuses unknown branches and branches out of scope', async () => {
  const nowhere = { companyId: fixtures.a.companyId, branchId: '00000000-0000-7000-8000-00000000dead' }
  for (const params of [nowhere, fixtures.second, fixtures.other, { ...fixtures.other, companyId: fixtures.a.companyId }])
    expect(
      await expectNothingWritten(fixtures, () => fixtures.as('staff').refusal(createProperty, { params, body: body() })),
    ).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

test('GET company/properties?postcode finds duplicates, ignoring spacing and case', async () => {
  const { _id } = await takeOn({ address: { ...testAddress('77 Caversham Road'), postcode: 'rg1-8 aa' } })
  for (const postcode of ['RG1 8AA', 'rg18aa', ' rg1  8aa ', 'R G1 8A A', 'rg1.8aa']) {
    const { data } = await fixtures.as('staff').ok(listCompanyProperties, { params: fixtures.a, query: { postcode } })
    expect(data).toMatchObject([{ _id, address: { line1: '77 Caversham Road', postcode: 'RG1 8AA' } }])
  }
  for (const textSearch of ['rg1 8aa', 'RG18AA', ' rg1  8aa', 'g1 8', 'g18'])
    expect(
      (await fixtures.as('staff').ok(listCompanyProperties, { params: fixtures.a, query: { textSearch } })).data,
    ).toHaveLength(1)
  expect(
    (await fixtures.as('staff').ok(listCompanyProperties, { params: fixtures.a, query: { postcode: 'RG1 8A' } })).data,
  ).toEqual([])
})

test('POST property with price, fee and negotiator writes what the calls one by one write, with the same entries', async () => {
  const { staff, secondBranch } = fixtures.idOf
  const params = ({ _id }: Property) => ({ ...fixtures.first, propertyId: _id })
  const entries = async (property: Property) =>
    (await readEvents(fixtures, property._id))
      .filter(({ kind }) => kind !== 'step-changed')
      .map(({ kind, data: { askingPriceId: _id, ...data } }) => [kind, data])
  const figures = ({ mi, negotiator }: Property) => [mi.currentAskingPrice, mi.askingPrice[0]?.priceOption, mi.fees, negotiator]

  const whole = await takeOn({ askingPrice: 325_000, priceOption: 2, agencyFeePercent: 1.25, negotiator: staff })
  const byHand = await takeOn()
  const as = fixtures.as('staff')
  await as.ok(addAskingPrice, { params: params(byHand), body: { price: 325_000, priceOption: 2, effectiveDate: today } })
  await as.ok(updateManagementInfo, { params: params(byHand), body: { agencyFeePercent: 1.25 } })
  const last = await as.ok(assignProgressor, { params: params(byHand), body: { negotiator: staff } })
  expect(figures(whole)).toEqual(figures(last))
  expect(whole).toMatchObject({ mi: { fees: { gross: 4062.5 } }, negotiator: { _id: staff } })
  const assigned = ({ undoId: _id, ...data }: Record<string, unknown>) => data
  expect(await entries(whole)).toEqual(
    (await entries(byHand)).map(([kind, data]) => [kind, assigned(data as object as Record<string, unknown>)]),
  )
  expect((await entries(whole)).map(([kind]) => kind)).toEqual([
    'taken-on',
    'asking-price-added',
    'management-info-saved',
    'negotiator-assigned',
  ])

  expect(await takeOn({ agencyFee: 3000 })).toMatchObject({ mi: { agencyFeeType: 1, agencyFee: 3000 }, negotiator: null })
  expect(await refusal({ negotiator: secondBranch })).toMatchObject({ code: 'NOT_A_MEMBER' })
})
