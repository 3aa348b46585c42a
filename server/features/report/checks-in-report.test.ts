import type { Wire } from '@gya/domain/endpoint.ts'
import { decideCustomer, updateCustomer } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { downloadReportCsv, readReport } from '@gya/domain/features/report/report.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { withClockAt } from '../../../test/support/with-clock-at.ts'
import { enterCustomer, switchChecks } from '../customer-checks/testing/enter-customer.ts'

let fixtures: Fixtures
let ids: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
  ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '9 Windfall Street')
})
afterAll(() => fixtures.close())

const company = () => fixtures.as('company')
const rows = async (query: Wire<typeof readReport, 'query'> = {}) => {
  const { data } = await company().ok(readReport, {
    params: { companyId: ids.companyId },
    query: { itemsPerPage: '100', ...query },
  })
  return data
}
const row = async () => (await rows()).find(({ _id }) => _id === ids.propertyId)
const isListed = async (text = '') => {
  const query = { filters: 'checksOpen' as const, itemsPerPage: '100', ...(text ? { textSearch: text } : {}) }
  const { data } = await company().ok(listCompanyProperties, { params: { companyId: ids.companyId }, query })
  const inReport = await rows({ checksOpen: '1', ...(text ? { searchText: text } : {}) })
  const has = (list: readonly { _id: string }[]) => list.some(({ _id }) => _id === ids.propertyId)
  expect(has(inReport)).toBe(has(data))
  return has(data)
}
const switchRegister = async (on: boolean) => {
  await switchChecks(company(), ids, on)
  await fixtures.runJobs()
}

test('column *Checks* and filter *Checks open*: nothing without a register, then as the customers are, and open after the last day', async () => {
  expect([Object.keys((await row()) ?? {}).includes('checks'), await isListed()]).toEqual([false, false])
  await switchRegister(true)
  expect([(await row())?.checks, await isListed(), await isListed('windfall')]).toEqual([
    { state: 'open', until: null },
    true,
    true,
  ])

  const customerId = await enterCustomer(company(), ids)
  expect([(await row())?.checks, await isListed(), await isListed('windfall')]).toEqual([
    { state: 'ready', until: '2027-03-10' },
    false,
    false,
  ])
  const csv = await company().inject({
    method: 'GET',
    url: `${addressOf(downloadReportCsv.path, ids)}?columns=address,checks&searchText=windfall`,
  })
  expect(csv.body).toContain('Ready until 10/03/2027')

  const body = { reasons: ['politically-exposed' as const] }
  await company().ok(updateCustomer, { params: { ...ids, customerId }, body })
  expect([(await row())?.checks?.state, await isListed()]).toEqual(['to-decide', true])
  const decision = { decision: 'approved' as const, reason: 'Source of wealth is known.' }
  await company().ok(decideCustomer, { params: { ...ids, customerId }, body: decision })
  expect(await isListed()).toBe(false)

  await withClockAt(fixtures, '2027-03-11T09:00:00.000Z', async () => {
    expect([(await row())?.checks, await isListed()]).toEqual([{ state: 'open', until: null }, true])
  })
  await switchRegister(false)
  expect([Object.keys((await row()) ?? {}).includes('checks'), await isListed()]).toEqual([false, false])
})
