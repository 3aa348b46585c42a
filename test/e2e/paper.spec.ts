import { addressLine } from '@gya/domain/common/address-line.ts'
import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { expect, test } from './support/fixtures.ts'
import { pdfOf, printsByKey, startPrint } from './support/print.ts'

test('Property: Print, and Ctrl P in a field of any tab, fit the fullest sale of the demo on one page', async ({
  page,
  accounts,
  demoIds,
  signInToDemo,
}) => {
  const staff = await accounts.client(demoIds.company)
  const companyId = (await staff.call(readMe)).company?._id ?? ''
  const rows = (await staff.call(readReport, { params: { companyId }, query: { sold: '1', itemsPerPage: '100' } })).data
  const sales = await Promise.all(
    rows.map(({ _id, branch }) => staff.call(readProperty, { params: { companyId, branchId: branch, propertyId: _id } })),
  )
  const sizeOf = ({ timeline, chain, exchangeHistory, notes }: (typeof sales)[number]) =>
    timeline.data.length + chain.items.length * 2 + exchangeHistory.length + Math.min(5, notes.count) * 3
  const [sale] = sales.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  if (!sale) throw new Error('The demo has no sale.')
  await signInToDemo(page, 'company')
  await page.goto(`/property/notes?branch=${sale.branch._id}&property=${sale._id}`)
  await page.getByLabel('Search notes').focus()
  await printsByKey(page)
  await page.goto(`/property/timeline?branch=${sale.branch._id}&property=${sale._id}`)
  await startPrint(page, async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
  })
  const [text = '', ...more] = await pdfOf(page)
  expect(more).toEqual([])
  expect(text).toMatch(/Internal · .*$/)
  const conversations = await staff.call(listConversations, {
    params: { companyId },
    query: { propertyId: sale._id, itemsPerPage: '5' },
  })
  const { buyer, solicitor } = sale.contacts.buyerDetails
  const said = [sale.owner, buyer, solicitor?.poc].flatMap((party) => [party?.tel ?? '', party?.email ?? ''])
  const steps = sale.timeline.data.filter(({ state }) => state !== 'NA')
  const names = conversations.data.map(({ party }) => party.name)
  for (const part of [addressLine(sale.address), ...said, ...names, ...steps.map(({ title }) => title)])
    expect(text).toContain(part)
})
