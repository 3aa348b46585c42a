import { addressLine } from '@gya/domain/common/address-line.ts'
import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { expect, test } from './support/fixtures.ts'
import { pdfOf, printsByKey, startPrint } from './support/print.ts'

test('Report: Print has every sale of the filters once, the columns that fit, and pages; the browser’s menu the rows on the page', async ({
  page,
  accounts,
  demoIds,
  signInToDemo,
}) => {
  const staff = await accounts.client(demoIds.company)
  const params = { companyId: (await staff.call(readMe)).company?._id ?? '' }
  const query = { active: '1', sold: '1', complete: '0', itemsPerPage: '100' } as const
  const { data, paging } = await staff.call(readReport, { params, query })
  expect(data.length).toBe(paging.count)
  await signInToDemo(page, 'company')
  await page.goto('/company/report')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await startPrint(page, async () => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
  })
  const tooWide = await page
    .locator('.paper :is(th, td)')
    .evaluateAll((cells) =>
      cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    )
  expect(tooWide).toEqual([])
  const pages = await pdfOf(page, 'landscape')
  const text = pages.join(' ')
  const times = data.map(({ address }) => [addressLine(address), text.split(` ${addressLine(address)} `).length - 1])
  expect(times.filter(([, count]) => count !== 1)).toEqual([])
  for (const [place, one] of pages.entries()) {
    expect(one).toMatch(new RegExp(`Page ${place + 1} of ${pages.length} .*Offer accepted Address Contract end Next step`))
    expect(one).toMatch(
      new RegExp(
        `Active, sold, not complete · Added from [0-9/]+ · ${data.length} sales · .* · 7 more columns do not fit: CSV has`,
      ),
    )
  }
  const [menu = ''] = await pdfOf(page, 'landscape')
  expect(menu).toContain(`· 70 of ${data.length} sales: use Print ·`)
})

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
  const [text = '', ...more] = await pdfOf(page, 'portrait')
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
