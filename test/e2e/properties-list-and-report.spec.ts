import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { expect, type Page, test } from './support/fixtures.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'Properties, rows' }).getByRole('row')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** How many properties the heading says there are. */
const count = async (page: Page): Promise<number> => {
  await expect(heading(page)).toContainText(/Properties \d/)
  return Number((await heading(page).textContent())?.replace(/\D/g, ''))
}

async function linesOf(page: Page, item: string): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const stream = await (await download).createReadStream()
  let text = ''
  for await (const part of stream) text += String(part)
  return text.trimEnd().split('\r\n')
}

test('the properties list is filtered, sorted, shared by its address and remembered', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'company')
  await page.goto('/company/properties')
  const active = await count(page)

  await test.step('a status lets fewer through; its address says so', async () => {
    await choose(page, 'Status', 'Sold with warnings')
    await expect(page).toHaveURL(/status=soldWarnings/)
    await expect.poll(() => count(page)).toBeLessThan(active)
    await expect(page.getByRole('button', { name: /warnings?: / }).first()).toBeVisible()
  })

  await test.step('the dearest first, from the select and from the column', async () => {
    await choose(page, 'Sort', 'Price - Highest first')
    await expect(page.getByRole('columnheader', { name: 'Asking price' })).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('button', { name: 'Take on' }).click()
    await expect(page.getByRole('combobox', { name: 'Sort' })).toContainText('Take on - Ascending')
    await choose(page, 'Sort', 'Price - Highest first')
  })

  await test.step('another visit without an address opens what was used last', async () => {
    const sold = await count(page)
    await page.goto('/company/properties')
    await expect(page.getByRole('combobox', { name: 'Status' })).toContainText('Sold with warnings')
    await expect(page.getByRole('combobox', { name: 'Sort' })).toContainText('Price - Highest first')
    expect(await count(page)).toBe(sold)
  })

  await test.step('the spreadsheet has as many lines as the list has properties', async () => {
    const lines = await linesOf(page, 'Export CSV')
    expect(lines[0]).toBe(
      '\uFEFFProperty,Phase,Branch,Chain,Viewings,Offers,Asking price,Take on,Using app,On notice,Warnings,Setup warnings',
    )
    expect(lines.length - 1).toBe(await count(page))
  })
})

test('warnings and setup warnings are read in the list and lead on', async ({ page, signInToDemo }) => {
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

test('back returns to the same place of a long list; the middle button opens a row in a new tab', async ({
  page,
  signInToDemo,
}) => {
  await signInToDemo(page, 'company')
  await page.goto('/company/properties?status=all')
  await choose(page, 'Rows per page', '100')
  await expect(rows(page)).toHaveCount(101)
  const row = rows(page).nth(60)
  await row.scrollIntoViewIfNeeded()
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/property\/edit/)
  await page.goBack()
  await expect(rows(page)).toHaveCount(101)
  await expect(row).toBeInViewport()
  const tab = page.context().waitForEvent('page')
  await row.getByRole('cell').nth(4).click({ button: 'middle' })
  await expect(await tab).toHaveURL(/\/property\/edit/)
  await expect(page).toHaveURL(/\/company\/properties/)
})

test('a branch has its own list, with the same filters and without the column of its name', async ({ page, signInToDemo }) => {
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

test('exchanged rows are folded until opened, which is remembered, and pulse a few times; a badge is amber where only amber is there', async ({
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
  expect(await pulses()).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await pulses()).toEqual([3])
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

test('the workflow report is downloaded and sent as a PDF', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'branch')
  await page.goto('/branch/report')
  const field = page.getByRole('textbox', { name: 'E-mail this report as PDF' })
  const send = page.getByRole('button', { name: 'Send' })

  await test.step('only the sections that are shown are downloaded', async () => {
    await page.getByRole('switch', { name: 'Sale progression' }).click()
    const [head] = await linesOf(page, 'Download CSV')
    expect(head).toBe('\uFEFFOffer accepted,Address,Contract end,Current asking price,Agreed sale price,% of sale,Expected fee')
    await page.getByRole('switch', { name: 'Sale progression' }).click()
  })

  await test.step('Send waits for an address, and says what is wrong with one', async () => {
    await field.fill('ab')
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await field.fill('abc')
    await send.click()
    await expect(page.getByText('Error sending Workflow Report PDF')).toBeVisible()
    await expect(page.getByText('Enter an e-mail address, such as name@example.com.')).toBeVisible()
  })

  await test.step('the PDF is made and leaves; the demo keeps it in its mailbox', async () => {
    await field.fill('reader@people.example')
    await field.press('Enter')
    await expect(page.getByText('Error sending Workflow Report PDF')).toBeHidden()
    await expect(page.getByText('Kept in the outbox for reader@people.example: no mail server is set up')).toBeVisible({
      timeout: 30_000,
    })
    await expect(field).toHaveValue('')
  })
})
