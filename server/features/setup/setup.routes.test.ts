import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { createSampleSale, deleteSampleSale, readSetup } from '@gya/domain/features/setup/setup.contract.ts'
import { openSupportAccess } from '@gya/domain/features/support-access/support-access.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const address = { line1: '1 New Street', town: 'Reading', postcode: 'RG30 6ZZ' }
const newCompany = async (name: string) => {
  const body = { name, availableLicenses: 2, address }
  return { companyId: (await fixtures.as('platform').ok(createCompany, { body }))._id }
}
const addBranch = async (params: { companyId: string }) =>
  fixtures.as('platform').ok(createBranch, { params, body: { name: 'First', address } })

test('GET company/setup: each step is done once its data exists', async () => {
  const admin = fixtures.as('platform')
  const params = await newCompany('Fresh & New')
  const nothing = {
    timeline: false,
    branch: false,
    people: false,
    imports: false,
    contacts: false,
    property: false,
    sample: null,
  }
  expect(await admin.ok(readSetup, { params })).toEqual(nothing)
  const { _id: branchId } = await addBranch(params)
  expect(await admin.ok(readSetup, { params })).toEqual({ ...nothing, branch: true })
  await admin.ok(createContact, { params, body: { name: 'Conveyors LLP' } })
  await admin.ok(openSupportAccess, { params, body: { reason: 'Helps with the set-up', hours: 1 } })
  for (const name of ['one', 'two'])
    await fixtures.addUser({ type: 'COMPANY_ADMIN', companyId: params.companyId, email: `${name}@fresh.example` })
  const vendor = await fixtures.addUser({ type: 'VENDOR', companyId: params.companyId, email: 'vendor@fresh.example' })
  await takeOn(admin, { ...params, branchId }, vendor, '2 New Street')
  expect(await admin.ok(readSetup, { params })).toEqual({
    timeline: false,
    branch: true,
    people: true,
    imports: false,
    contacts: true,
    property: true,
    sample: null,
  })
})

test('POST company/sample-sale creates a sale with made-up people that does not count as the first property; DELETE leaves nothing visible', async () => {
  const admin = fixtures.as('platform')
  const params = await newCompany('Sampled')
  expect(await admin.refusal(createSampleSale, { params, body: {} })).toMatchObject({ code: 'SAMPLE_WITHOUT_BRANCH' })
  await addBranch(params)
  const { sample, property } = await admin.ok(createSampleSale, { params, body: {} })
  expect(property).toBe(false)
  const ids = { ...params, branchId: sample?.branch ?? '', propertyId: sample?._id ?? '' }
  const detail = await admin.ok(readProperty, { params: ids })
  expect(detail).toMatchObject({
    phase: 'sold',
    address: { line1: 'Sample sale, 1 Example Street' },
    contacts: { buyerDetails: { buyer: { name: 'Sample Buyer' } } },
    mi: { agreedPrice: 378_500 },
  })
  expect((await admin.ok(listCompanyProperties, { params })).data).toHaveLength(1)
  expect(await admin.refusal(createSampleSale, { params, body: {} })).toMatchObject({ code: 'SAMPLE_SALE_EXISTS' })

  await admin.ok(deleteSampleSale, { params })
  expect((await admin.ok(listCompanyProperties, { params })).data).toEqual([])
  expect(await admin.ok(readSetup, { params })).toMatchObject({ sample: null })
  // Forecasts count it no longer.
  const sales = await fixtures.database.pool.query('select outcome from sale where property_id = $1', [sample?._id])
  expect(sales.rows).toEqual([{ outcome: 'deleted' }])
  expect(await admin.refusal(deleteSampleSale, { params })).toMatchObject({ code: 'NOT_FOUND' })
  await admin.ok(createSampleSale, { params, body: {} })
})
