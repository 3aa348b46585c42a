import { addDays, londonDay, showDate, showDayMonth } from '@gya/domain/common/dates.ts'
import { readGateTemplate, saveGateTemplate } from '@gya/domain/features/gates/gates.contract.ts'
import type { Page } from '@playwright/test'
import type { Agency } from './support/agency.ts'
import { expect, test } from './support/fixtures.ts'
import { cell, openReport, saved, sellAll, waitForKeys } from './support/report.ts'

const today = londonDay(new Date().toISOString())

/** Presses keys and counts them. */
const counter = (page: Page) => {
  let count = 0
  return {
    press: async (key: string) => {
      count += 1
      await page.keyboard.press(key)
    },
    count: () => count,
  }
}

const searchesBack = { now: showDayMonth(today) }

test('Workflow report: three steps in three sales are completed with at most 12 keys', { tag: '@core' }, async ({
  page,
  agency,
}) => {
  const addresses = ['1 Key Row', '2 Key Row', '3 Key Row']
  await sellAll(agency, addresses)
  await agency.signIn(page, 'staff')
  await openReport(page)
  await cell(page, '1 Key Row', 'address').getByRole('link').focus()
  const keys = counter(page)
  // From the address to Draft contracts issued of the first sale, whatever the sort order.
  const columns = await page
    .locator('thead tr:last-child > *')
    .evaluateAll((heads) => heads.map((head) => head.getAttribute('data-col')))
  await cell(page, '1 Key Row', 'draftContract').click()
  expect(columns).toContain('draftContract')
  for (const key of ['c', 'ArrowDown', 'c', 'ArrowDown', 'c']) await keys.press(key)
  await saved(page)
  for (const address of addresses) await expect(cell(page, address, 'draftContract')).toHaveText(searchesBack.now)
  for (const address of addresses) await expect(cell(page, address, 'searchesApplied')).toContainText(/in \d+ days/)
  expect(keys.count()).toBeLessThanOrEqual(12)
  await test.step('story 18: a screen reader is told row, column, state, and the reason', async () => {
    const drafts = cell(page, '1 Key Row', 'draftContract')
    await expect(drafts).toHaveRole('gridcell')
    await expect(drafts).toHaveAccessibleName(new RegExp(`, Completed ${showDate(today)}$`))
    await expect(cell(page, '1 Key Row', 'searchesApplied')).toHaveAccessibleName(/Due in \d+ days$/)
    await expect(page.getByRole('rowheader', { name: /^1 Key Row/ })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Draft contracts issued' })).toBeVisible()
    await cell(page, '1 Key Row', 'searchesApplied').focus()
    await expect(page.getByRole('status').filter({ hasText: 'Started because Draft contracts issued' })).toBeVisible()
  })
  await page.reload()
  for (const address of addresses) await expect(cell(page, address, 'draftContract')).toHaveText(searchesBack.now)
})

test('Workflow report: keys typed before the code of the editors is loaded are replayed in order', { tag: '@full' }, async ({
  page,
  agency,
}) => {
  await sellAll(agency, ['1 Held Row', '2 Held Row'])
  await agency.signIn(page, 'staff')
  const arrived = Promise.withResolvers<void>()
  await page.route('**/assets/report-editing-*.js', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto('/company/report')
  const cells = page.locator('tbody tr[data-row] [data-col="draftContract"]')
  await cells.first().focus()
  const [, month, day] = today.split('-').map(Number)
  for (const key of [...`${day}/${month}x`, 'Backspace', 'Enter', 'c']) await page.keyboard.press(key)
  await expect(cells.first()).toBeFocused()
  arrived.resolve()
  for (const at of [0, 1]) await expect(cells.nth(at)).toHaveText(searchesBack.now)
  await expect(cells.nth(1)).toBeFocused()
  await saved(page)
  await page.reload()
  for (const at of [0, 1]) await expect(cells.nth(at)).toHaveText(searchesBack.now)
})

test('Workflow report: C, down, C and Ctrl Z twice leave everything unchanged; 31/2 is refused at the cell', async ({
  page,
  agency,
}) => {
  const addresses = ['1 Undo Row', '2 Undo Row']
  await sellAll(agency, addresses)
  await agency.signIn(page, 'staff')
  await openReport(page)
  const first = cell(page, '1 Undo Row', 'draftContract')
  const before = await Promise.all(addresses.map((address) => page.getByRole('row').filter({ hasText: address }).innerText()))

  await test.step('complete two and undo both', async () => {
    await page.getByRole('row').filter({ hasText: 'Undo Row' }).first().locator('[data-col="draftContract"]').click()
    for (const key of ['c', 'ArrowDown', 'c']) await page.keyboard.press(key)
    for (const address of addresses) await expect(cell(page, address, 'draftContract')).toHaveText(searchesBack.now)
    await saved(page)
    const undone = () => page.waitForResponse((answer) => answer.url().includes('/undo/'))
    for (const _change of addresses) await Promise.all([undone(), page.keyboard.press('Control+z')])
    for (const [at, address] of addresses.entries())
      await expect.poll(() => page.getByRole('row').filter({ hasText: address }).innerText()).toBe(before[at])
  })

  await test.step('redo, then undo by the button', async () => {
    await page.keyboard.press('Control+Shift+z')
    await expect(page.locator('[data-col="draftContract"]').filter({ hasText: searchesBack.now })).toHaveCount(1)
    await saved(page)
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect(page.locator('[data-col="draftContract"]').filter({ hasText: searchesBack.now })).toHaveCount(0)
  })

  await test.step('a day that does not exist', async () => {
    await first.click()
    for (const key of ['3', '1', '/', '2', 'Enter']) await page.keyboard.press(key)
    await expect(page.getByRole('alert').filter({ hasText: 'This is not a day.' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(first).toBeFocused()
    await expect(first).not.toHaveText(searchesBack.now)
  })

  await test.step('a day before the sale was agreed is refused in words, and nothing changes', async () => {
    await page.keyboard.press('Enter')
    await page.keyboard.type(showDate(addDays(today, -400)))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: /before|earlier/i })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(first).not.toHaveText(searchesBack.now)
  })

  await test.step('a day is typed: Enter saves it and moves down', async () => {
    // A refusal by the server arrives after the focus has moved down; one by the browser's rules arrives before.
    await first.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('t')
    await expect(page.getByText(`Complete on ${showDate(today)}`)).toBeVisible()
    await expect(page.getByText(/starts Searches applied for, due in \d+ days/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(first).toHaveText(searchesBack.now)
    await expect(first).not.toBeFocused()
    await saved(page)
    await cell(page, '1 Undo Row', 'searchesApplied').click()
    await expect(page.getByText('Started because Draft contracts issued was completed')).toBeVisible()
  })
})

test('Workflow report: Exchanged without a completion date requests it at the cell', async ({ page, agency }) => {
  const property = await agency.takeOn('1 Exchange Row')
  await property.sell({ buyer: 'Mona Vane', cash: true })
  await property.complete(['MemoOfSaleSent'])
  // Exchanged sales are folded if there are others, but the row must show its new values.
  await sellAll(agency, ['2 Exchange Row'])
  await agency.signIn(page, 'staff')
  await openReport(page)
  const exchanged = cell(page, '1 Exchange Row', 'exchanged')
  await exchanged.click()
  await page.keyboard.press('c')
  const field = page.getByRole('textbox', { name: 'Completion date' })
  await expect(field).toBeVisible()
  await expect(exchanged).not.toHaveText(searchesBack.now)

  await test.step('Escape closes the question, and then the side panel', async () => {
    await page.keyboard.press('Escape')
    await expect(exchanged).toBeFocused()
    await expect(field).toBeHidden()
    const panel = page.getByRole('complementary', { name: /^Property: / })
    await page.keyboard.press('Space')
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await page.keyboard.press('c')
  await field.fill(showDate(addDays(today, 20)))
  await field.press('Enter')
  await expect(exchanged).toHaveText(searchesBack.now)
  await saved(page)
  await expect(exchanged).toHaveText(searchesBack.now)
  await expect(cell(page, '1 Exchange Row', 'completed')).toContainText(/in \d+ days/)
})

test('Workflow report: a colleague’s change appears in place', async ({ page, agency, colleague: openPageAs }) => {
  await sellAll(agency, ['1 Shared Row'])
  await agency.signIn(page, 'staff')
  await openReport(page)
  const colleague = await openPageAs('branch')
  await openReport(colleague)
  await cell(colleague, '1 Shared Row', 'mortgageAppSubmitted').click()
  await colleague.keyboard.press('b')
  await saved(colleague)
  await expect(cell(page, '1 Shared Row', 'mortgageAppSubmitted')).toContainText('Delayed')
})

test('Workflow report: 80 sales are worked through with the side panel without a route change', { tag: '@full' }, async ({
  page,
  signInToDemo,
}) => {
  await signInToDemo(page, 'company')
  await page.goto('/company/report?show=any')
  await page.getByRole('combobox', { name: 'Rows per page' }).click()
  await page.getByRole('option', { name: '100' }).click()
  await waitForKeys(page)
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBeGreaterThanOrEqual(80)
  let routes = 0
  page.on('framenavigated', () => (routes += 1))
  await page.locator('tbody tr[data-row]').first().locator('[data-col="address"] a').focus()
  await page.keyboard.press('Space')
  const panel = page.getByRole('complementary', { name: /^Property: / })
  await expect(panel).toBeVisible()
  const seen = new Set<string>()
  for (let sale = 0; sale < 80; sale += 1) {
    seen.add((await panel.getAttribute('aria-label')) ?? '')
    await page.keyboard.press('j')
  }
  expect(seen.size).toBe(80)
  await expect(panel.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  expect(routes).toBe(0)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

/** From now on the company requires signed contracts before exchange. */
async function blockExchange(agency: Agency): Promise<void> {
  const client = await agency.as('company')
  const params = { companyId: agency.companyId }
  const { items, version } = await client.call(readGateTemplate, { params })
  const chosen = items.map((item) => ({ ...item, active: item.title === 'Signed contracts from both sides' }))
  await client.call(saveGateTemplate, { params, body: { modes: { accept: 'off', exchange: 'block' }, items: chosen, version } })
}

test('Workflow report: Set step changes three of five sales, and shows why two cannot be changed', { tag: '@full' }, async ({
  page,
  agency,
}) => {
  test.slow()
  const addresses = Array.from({ length: 5 }, (_, at) => `${at + 1} Bulk Row`)
  for (const [at, address] of addresses.entries()) {
    const property = await agency.takeOn(address)
    // The last one is accepted under a gate that blocks exchange.
    if (at === 4) await blockExchange(agency)
    await property.sell({ buyer: 'Mona Vane', cash: true })
    await property.complete(['MemoOfSaleSent'], at === 3 ? {} : { completionDate: addDays(today, 20) })
  }
  await agency.signIn(page, 'staff')
  await openReport(page)
  await cell(page, '1 Bulk Row', 'exchanged').click()
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('toolbar', { name: '5 rows selected' })
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: 'Set step' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set step: 5 sales' })
  await dialog.getByRole('combobox', { name: 'Step' }).click()
  await page.getByRole('option', { name: 'Exchanged', exact: true }).click()
  await expect(dialog.getByText('3 will change, 2 cannot')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: '4 Bulk Row' })).toContainText(/completion date/i)
  await expect(dialog.getByRole('listitem').filter({ hasText: '5 Bulk Row' })).toContainText(
    'Signed contracts from both sides: no note yet.',
  )
  await dialog.getByRole('button', { name: 'Change 3' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Show 3 exchanged' }).click()
  for (const address of addresses.slice(0, 3)) await expect(cell(page, address, 'exchanged')).toHaveText(searchesBack.now)
})
