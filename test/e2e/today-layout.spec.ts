import { snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import type { Locator } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { countOf, list, rowsOf, salesOfOneSolicitor, sellBlocked, solicitor } from './support/today.ts'

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on screen.')
  return box
}

/** Whether its text is completely visible. */
const isWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node.scrollWidth <= node.clientWidth && node.getBoundingClientRect().width > 0)

for (const sidebar of ['closed', 'open'])
  test(`Today at 1024×768, sidebar ${sidebar}: the list can be used beside the side panel`, async ({ page, agency }) => {
    await sellBlocked(agency, '27 Rodway Road')
    await sellBlocked(agency, '41 Recreation Road')
    await page.setViewportSize({ width: 1024, height: 768 })
    await agency.signIn(page, 'staff')
    await page.goto('/today')
    if (sidebar === 'open') await page.getByRole('button', { name: 'Expand sidebar' }).click()
    const row = rowsOf(page).filter({ hasText: '27 Rodway Road' }).filter({ hasText: 'Searches back' })
    await row.focus()
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary', { name: /^Property: / })
    await expect(panel).toBeVisible()

    // The panel appears before the list has made room for it.
    await expect(async () => {
      const listBox = await boxOf(list(page))
      const { x: panelX } = await boxOf(panel)
      expect(listBox.x + listBox.width).toBeLessThanOrEqual(panelX)
      expect(listBox.width).toBeGreaterThan(440)
    }).toPass()
    expect(await isWhole(row.getByRole('link', { name: '27 Rodway Road' }))).toBe(true)
    expect(await isWhole(row.locator('.when'))).toBe(true)
    expect(await isWhole(row.locator('.pts'))).toBe(true)

    await test.step('J goes on to the next property, and a row is snoozed with the panel open', async () => {
      await rowsOf(page).first().focus()
      await page.keyboard.press('j')
      // The head of the next group.
      await expect(list(page).locator('[aria-expanded].marked')).toHaveCount(1)
      await expect(panel).toHaveAttribute('aria-label', 'Property: 27 Rodway Road')
      await page.keyboard.press('j')
      await expect(panel).toHaveAttribute('aria-label', 'Property: 41 Recreation Road')
      const rows = await rowsOf(page).count()
      await page.keyboard.press('s')
      await page.keyboard.press('2')
      await expect(rowsOf(page)).toHaveCount(rows - 1)
      await expect(panel).toBeVisible()
    })
  })

test('Today at 1024×768: with the sidebar collapsed, the call card is beside the list', async ({ page, agency }) => {
  await salesOfOneSolicitor(agency, [['SearchesAppliedFor']])
  await page.setViewportSize({ width: 1024, height: 768 })
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await page.getByRole('row').filter({ hasText: solicitor }).first().focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('complementary', { name: 'Call card' })
  await expect(card).toBeVisible()
  const listBox = await boxOf(list(page))
  expect(listBox.x + listBox.width).toBeLessThanOrEqual((await boxOf(card)).x)
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
})

test('Today, waiting: the day on which a row returns is completely visible at every width', async ({ page, agency }) => {
  await salesOfOneSolicitor(agency, [['MortgageValuationCompleted'], ['SearchesAppliedFor']])
  const staff = await agency.as('staff')
  const params = { companyId: agency.companyId }
  const { groups } = await staff.call(readToday, { params, query: {} })
  const actionItems = groups.flatMap((group) => group.actionItems).filter(({ kind }) => kind === 'step')
  expect(actionItems.length).toBeGreaterThan(1)
  const until = new Date(Date.now() + 6 * 86_400_000 + 9_000_000).toISOString()
  await staff.call(snoozeActionItems, {
    params,
    body: { actionItems: actionItems.map(({ subjectId, key }) => ({ subjectId, key })), until },
  })
  await agency.signIn(page, 'staff')
  for (const width of [1440, 1240, 1024, 900]) {
    await page.setViewportSize({ width, height: 768 })
    await page.goto('/today?state=waiting')
    await expect(rowsOf(page)).toHaveCount(actionItems.length)
    await expect(list(page).getByRole('columnheader', { name: 'Back' })).toBeVisible()
    for (const row of await rowsOf(page).all()) {
      await expect(row.locator('.x')).toHaveText(/^\d\d\/\d\d \d\d:\d\d$/)
      expect(await isWhole(row.locator('.x'))).toBe(true)
    }
  }
})

test('Today, day: what was done is a line with its time, counted by the chip, undone from there', async ({ page, agency }) => {
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.route('**/api/today/*/day*', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Broken.' } }),
  )
  await page.goto('/today?state=day')
  await expect(page.getByText('The day could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  const day = page.getByRole('region', { name: 'Your day' })
  const chip = page.getByRole('button', { name: /^Day \d/ })
  await day.getByRole('button', { name: 'Day before' }).press('Enter')
  await expect(day).toContainText('Nothing recorded on this day.')
  await expect(page.getByRole('region', { name: 'For tomorrow' })).toBeHidden()
  const before = await countOf(page, 'Day')
  await chip.press('Enter')
  await rowsOf(page).filter({ hasText: 'Searches back' }).focus()
  await page.keyboard.press('d')
  await expect(page.locator('.toast')).toContainText('Searches back at 27 Rodway Road is done')
  await expect(chip).toHaveText(`Day ${before + 1}`)
  await chip.press('Enter')
  const line = day.getByRole('listitem').filter({ hasText: 'Searches back: complete' })
  await expect(line).toContainText(/^\d\d:\d\d27 Rodway Road/)
  await expect(page.getByRole('region', { name: 'For tomorrow' })).toContainText('Nothing is promised.')
  await expectNoViolations(page, 'day')
  await line.getByRole('button', { name: 'Undo: Searches back: complete' }).press('Enter')
  await expect(line.locator('s')).toHaveText('Searches back: complete')
  await expect(day.getByRole('listitem').first()).toContainText('Undone: ')
  await expect(chip, 'what was undone is in the list and not counted').toHaveText(`Day ${before}`)
})

test('Today at 1440×900: list choice and filters are on one line each, and no mark of a row is truncated', async ({
  page,
  signInToDemo,
}) => {
  await signInToDemo(page, 'staff')
  await page.goto('/today')
  await expect(rowsOf(page).first()).toBeVisible()
  const tops = (selector: string) =>
    page.locator(selector).evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().bottom)).size)
  await expect(page.getByRole('button', { name: /^Day \d/ })).toBeVisible()
  expect(await tops('.chips > .chip')).toBe(1)
  // Where e-mails come in there is one chip more.
  await page.route('**/api/user/me', async (route) => {
    const answer = await route.fetch()
    const me = await answer.json()
    await route.fulfill({ response: answer, json: { ...me, company: { ...me.company, mailIn: true } } })
  })
  await page.reload()
  await expect(page.getByRole('button', { name: /^Mail \d/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Day \d/ })).toBeVisible()
  expect(await tops('.chips > .chip')).toBe(1)
  await page.unrouteAll()
  expect(await tops('.today-actions > .btn')).toBe(1)
  for (const width of [1440, 1240, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    const cut = () =>
      page
        .locator('.words-more')
        .evaluateAll((all) =>
          all.flatMap((one) =>
            [...one.children].filter((mark) => mark.scrollWidth > mark.clientWidth).map(() => one.textContent),
          ),
        )
    await expect.poll(cut, `${width} px wide`).toEqual([])
  }
})

test('Today at 390×844: the grouping options are completely visible', async ({ page, agency }) => {
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/today')
  const groupings = page.getByRole('radiogroup', { name: 'Group by' })
  const [all, last] = [await boxOf(groupings), await boxOf(groupings.getByText('Rank'))]
  expect(last.x + last.width).toBeLessThanOrEqual(all.x + all.width)
})

test('/chase: the message about the logged conversation does not cover Log', async ({ page, agency }) => {
  await salesOfOneSolicitor(agency, [['SearchesAppliedFor']])
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await rowsOf(page).filter({ hasText: '27 Rodway Road' }).first().focus()
  await page.keyboard.press('s')
  await page.keyboard.press('2')
  const toast = page.locator('.toast')
  await expect(toast).toContainText('27 Rodway Road')
  await page.getByRole('row').filter({ hasText: solicitor }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: solicitor })).toBeVisible()
  // Low enough that the foot of the panel is at the bottom of the window.
  await page.setViewportSize({ width: 1440, height: 420 })
  await expect(toast).toBeVisible()
  const [message, log] = [await boxOf(toast), await boxOf(page.getByRole('button', { name: /^Log conversation/ }))]
  expect(message.y + message.height).toBeLessThanOrEqual(log.y)
})
