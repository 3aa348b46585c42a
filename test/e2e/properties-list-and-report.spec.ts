import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { expect, type Page, test } from './support/fixtures.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'Properties, rows' }).getByRole('row')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The number of properties in the heading. */
const count = async (page: Page): Promise<number> => {
  await expect(heading(page)).toContainText(/Properties \d/)
  return Number((await heading(page).textContent())?.replace(/\D/g, ''))
}

async function downloadLines(page: Page, item: string): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const stream = await (await download).createReadStream()
  let text = ''
  for await (const part of stream) text += String(part)
  return text.trimEnd().split('\r\n')
}

test('Properties: filter, sort, address, remembered choice, CSV', { tag: '@core' }, async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'company')
  await page.goto('/company/properties')
  const active = await count(page)

  await test.step('the filters are in one row', async () => {
    const filters = page.getByRole('search').getByRole('combobox')
    // Those of people come with the people.
    await expect.poll(() => filters.count()).toBeGreaterThan(5)
    const bottoms = await filters.evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().bottom)))
    expect(new Set(bottoms).size).toBe(1)
  })

  await test.step('the status filter is in the address', async () => {
    await choose(page, 'Status', 'Sold with warnings')
    await expect(page).toHaveURL(/status=soldWarnings/)
    await expect.poll(() => count(page)).toBeLessThan(active)
    await expect(page.getByRole('button', { name: /warnings?: / }).first()).toBeVisible()
  })

  await test.step('sort by price from the select and by a column head', async () => {
    await choose(page, 'Sort', 'Price - Highest first')
    await expect(page.getByRole('columnheader', { name: 'Asking price' })).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('button', { name: 'Take on' }).click()
    await expect(page.getByRole('combobox', { name: 'Sort' })).toContainText('Take on - Ascending')
    await choose(page, 'Sort', 'Price - Highest first')
  })

  await test.step('a visit without parameters opens the last filter and sort', async () => {
    const sold = await count(page)
    await page.goto('/company/properties')
    await expect(page.getByRole('combobox', { name: 'Status' })).toContainText('Sold with warnings')
    await expect(page.getByRole('combobox', { name: 'Sort' })).toContainText('Price - Highest first')
    expect(await count(page)).toBe(sold)
  })

  await test.step('the CSV has a line for each property', async () => {
    const lines = await downloadLines(page, 'Export CSV')
    expect(lines[0]).toBe(
      '\uFEFFProperty,Phase,Branch,Chain,Viewings,Offers,Asking price,Take on,Using app,On notice,Warnings,Setup warnings',
    )
    expect(lines.length - 1).toBe(await count(page))
  })
})

test('Properties: dialogs of warnings and setup warnings', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.goto('/company/properties?status=setupWarnings')
  await page
    .getByRole('button', { name: /setup warnings?: / })
    .first()
    .click()
  const setup = page.getByRole('dialog', { name: 'Setup warnings' })
  await expect(setup.getByRole('listitem').first()).toContainText(/(sent|vendor)\.\d+ days?$/)
  await setup.getByRole('button', { name: 'Close' }).last().click()
  await page.goto('/company/properties?status=allWarnings')
  await page
    .getByRole('button', { name: /warnings?: / })
    .first()
    .click()
  const warning = page.getByRole('dialog', { name: 'Warning' })
  await expect(warning).toContainText('The following tasks are overdue.')
  await expect(warning.getByRole('listitem').first()).toContainText(/\d+ days?$/)
  await warning.getByRole('link', { name: 'Go to timeline' }).click()
  await expect(page).toHaveURL(/\/property\/timeline/)
})

test('Properties: Back restores the scroll position; a middle click opens a tab', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'company')
  await page.goto('/company/properties?status=all')
  await choose(page, 'Rows per page', '100')
  await expect(rows(page)).toHaveCount(101)
  const row = rows(page).nth(60)
  // In a single task, so that the page is left before the browser reports the scrolling.
  await row
    .getByRole('link')
    .first()
    .evaluate((link) => {
      link.scrollIntoView({ block: 'center' })
      ;(link as HTMLElement).click()
    })
  await expect(page).toHaveURL(/\/property\/edit/)
  await page.goBack()
  await expect(rows(page)).toHaveCount(101)
  await expect(row).toBeInViewport()
  const tab = page.context().waitForEvent('page')
  await row.getByRole('cell').nth(4).click({ button: 'middle' })
  await expect(await tab).toHaveURL(/\/property\/edit/)
  await expect(page).toHaveURL(/\/company\/properties/)
})

test('Branch properties: the same filters, no Branch column', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.goto('/branch/report')
  await page.getByRole('navigation', { name: 'Branch', exact: true }).getByRole('link', { name: 'Properties' }).click()
  await expect(page).toHaveURL(/\/property\/manage/)
  await count(page)
  await expect(page.getByRole('columnheader', { name: 'Branch' })).toBeHidden()
  await page.getByRole('textbox', { name: 'Search' }).fill('27 rodway')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText('27 Rodway Road')
})

test('Workflow report: exchanged rows fold and pulse. Properties: the badge is amber if only reports are awaited', async ({
  page,
  agency,
}) => {
  const today = londonDay(new Date().toISOString())
  const [exchanged, awaiting] = [await agency.takeOn('1 Moving Row'), await agency.takeOn('2 Waiting Row')]
  for (const [one, buyer] of [
    [exchanged, 'Mona Vane'],
    [awaiting, 'Walt Ing'],
  ] as const)
    await one.sell({ buyer })
  await exchanged.complete(['MemoOfSaleSent', 'Exchanged'], { completionDate: addDays(today, 20) })
  await awaiting.awaitReport('HomeBuyersSurvey', addDays(today, -3))
  await agency.signIn(page, 'staff')

  await page.goto('/company/report')
  const row = page.getByRole('region', { name: 'Workflow, rows' }).getByRole('row').filter({ hasText: '1 Moving Row' })
  const pulses = () =>
    row
      .locator('td, th')
      .first()
      .evaluate((cell) => cell.getAnimations().map((one) => one.effect?.getComputedTiming().iterations))
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Show 1 exchanged' }).click()
  await expect(row).toHaveAttribute('data-seen', '')
  await expect.poll(pulses).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(pulses).toEqual([3])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Fold 1 exchanged' }).click()
  await expect(row).toBeHidden()

  await page.goto('/company/properties?status=allWarnings')
  const badge = page.getByRole('button', { name: '1 warning: 2 Waiting Row' })
  await expect(badge).toHaveClass('count s')
  await awaiting.awaitReport('Drain', addDays(today, -2))
  await page.getByRole('button', { name: '2 warnings: 2 Waiting Row' }).click()
  await expect(page.getByRole('dialog', { name: 'Warning' })).toContainText('Awaiting survey reports')
})

test('Workflow report: Download CSV, send as PDF', { tag: '@core' }, async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'branch')
  await page.goto('/branch/report')
  const field = page.getByRole('textbox', { name: 'E-mail this report as PDF' })
  const send = page.getByRole('button', { name: 'Send' })

  await test.step('the CSV has only the sections that are shown', async () => {
    await page.getByRole('switch', { name: 'Sale progression' }).click()
    const [head] = await downloadLines(page, 'Download CSV')
    expect(head).toBe('\uFEFFOffer accepted,Address,Contract end,Current asking price,Agreed sale price,% of sale,Expected fee')
    await page.getByRole('switch', { name: 'Sale progression' }).click()
  })

  await test.step('Send needs a valid address', async () => {
    await field.fill('ab')
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await field.fill('abc')
    await send.click()
    await expect(page.getByText('Error sending Workflow Report PDF')).toBeVisible()
    await expect(page.getByText('Enter an e-mail address, such as name@example.com.')).toBeVisible()
  })

  await test.step('send the PDF; the demo keeps it in its mailbox', async () => {
    await field.fill('reader@people.example')
    await field.press('Enter')
    await expect(page.getByText('Error sending Workflow Report PDF')).toBeHidden()
    await expect(page.getByText('Kept in the outbox for reader@people.example: no mail server is set up')).toBeVisible({
      timeout: 30_000,
    })
    await expect(field).toHaveValue('')
  })
})
