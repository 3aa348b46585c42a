import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { openReport, sellAll } from './support/report.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const heads = (page: Page) =>
  page
    .getByRole('grid', { name: 'Workflow' })
    .getByRole('columnheader')
    .evaluateAll((cells: HTMLElement[]) =>
      cells.filter((cell) => cell.dataset['col'] !== 'select' && cell.dataset['col']).map((cell) => cell.textContent?.trim()),
    )

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const changes = (page: Page) => page.getByRole('group', { name: 'Changes of the view' })

const csvHead = async (page: Page): Promise<string> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  return text.replace('\uFEFF', '').split('\r\n')[0] ?? ''
}

test('Workflow report: columns changed by keys, saved as a view, shared with the branch, used by a colleague, deleted', async ({
  page,
  agency,
  colleague,
}) => {
  test.slow()
  await sellAll(agency, ['1 View Row', '2 View Row'])
  await agency.signIn(page, 'branch')
  await openReport(page)
  expect(await csvHead(page)).toMatch(/^Offer accepted,Address,Contract end,Current asking price,.*,Completed$/)

  await test.step('Alt C opens the columns; Space shows one, Alt ↑ moves it, Escape gives the focus back', async () => {
    await page.locator('td[data-col="draftContract"]').first().focus()
    await page.keyboard.press('Alt+c')
    const chooser = page.getByRole('dialog', { name: 'Columns' })
    const progressor = chooser.getByRole('checkbox', { name: 'Sales progressor' })
    await expect(chooser.getByRole('checkbox', { name: 'Address' })).toBeDisabled()
    await expect(chooser.getByRole('checkbox', { name: 'Offer accepted' })).toBeFocused()
    await progressor.focus()
    await page.keyboard.press('Space')
    await expect(progressor).toBeChecked()
    for (let moves = 0; moves < 4; moves += 1) await page.keyboard.press('Alt+ArrowUp')
    await expect(progressor).toBeFocused()
    await expect.poll(async () => (await heads(page)).slice(0, 3)).toEqual(['Offer accepted', 'Address', 'Sales progressor'])
    await page.keyboard.press('Escape')
    await expect(chooser).toBeHidden()
    await expect(page.locator('td[data-col="draftContract"]').first()).toBeFocused()
  })

  await test.step('what is on screen is exported; the view is saved and shared', async () => {
    expect(await csvHead(page)).toMatch(/^Offer accepted,Address,Sales progressor,Contract end,Next step,/)
    await changes(page).getByRole('button', { name: 'Save as new' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as a new view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Monday meeting')
    await dialog.getByRole('combobox', { name: 'Who may use it' }).click()
    await page.getByRole('option', { name: /^Everybody in / }).click()
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expectSaveMessage(page, 'View saved')
    await expect(views(page).getByRole('link', { name: /^Monday meeting/ })).toHaveAttribute('aria-current', 'page')
    await expect(changes(page)).toBeHidden()
    await expect(page).toHaveURL(/[?&]view=[0-9a-f-]{36}$/)
    await expect(page.getByRole('columnheader', { name: 'Financial', exact: true })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Sale process', exact: true })).toBeVisible()
  })

  const shared = page.url()
  await test.step('a colleague opens its link, sorts, and saves that as their own; they may not change it', async () => {
    const other = await colleague('staff')
    await other.goto(shared)
    await expect(views(other).getByRole('link', { name: /^Monday meeting/ })).toHaveAttribute('aria-current', 'page')
    await expect.poll(async () => (await heads(other)).slice(0, 3)).toEqual(['Offer accepted', 'Address', 'Sales progressor'])
    await other.getByRole('columnheader', { name: 'Address' }).getByRole('button').click()
    await expect(changes(other).getByText('Changed')).toBeVisible()
    await expect(changes(other).getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
    await expect(other).toHaveURL(/sort=address/)
    await changes(other).getByRole('button', { name: 'Reset' }).click()
    await expect(changes(other)).toBeHidden()
  })

  await test.step('once it is deleted, its link shows Standard with a word', async () => {
    await page.getByRole('button', { name: 'Options of the view' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await expectSaveMessage(page, 'View deleted')
    await expect(views(page).getByRole('link')).toHaveCount(1)
    await page.goto(shared)
    await expect(page.getByText('This view is no longer there.')).toBeVisible()
    await expect(views(page).getByRole('link', { name: 'Standard' })).toHaveAttribute('aria-current', 'page')
    await expect.poll(async () => (await heads(page)).slice(0, 2)).toEqual(['Offer accepted', 'Address'])
  })
})

test('Properties list: a column shown and dragged in the chooser, saved as a view with its filter; Standard is unchanged', {
  tag: '@full',
}, async ({ page, agency }) => {
  await agency.takeOn('3 View Row')
  await sellAll(agency, ['4 View Row'])
  await agency.signIn(page, 'staff')
  const table = page.getByRole('table', { name: 'Properties' })
  const columns = () =>
    table
      .getByRole('columnheader')
      .evaluateAll((cells: HTMLElement[]) => cells.map((cell) => cell.textContent?.trim()).filter(Boolean))
  await page.goto('/property/manage')
  await expect(table.getByText('3 View Row')).toBeVisible()
  const standard = await columns()

  await test.step('the chooser: axe, a tick, a drag to the third place', async () => {
    await page.getByRole('button', { name: /^Columns/ }).click()
    const chooser = page.getByRole('dialog', { name: 'Columns' })
    await expectNoViolations(page, 'columns')
    await chooser.getByRole('checkbox', { name: 'Next step' }).check()
    const row = (name: string) => chooser.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name, exact: true }) })
    const middleOf = async (name: string) => {
      const { x, y, height } = (await row(name).locator('.grip').boundingBox()) ?? { x: 0, y: 0, height: 0 }
      return [x + 4, y + height / 2] as const
    }
    await row('Next step').scrollIntoViewIfNeeded()
    await page.mouse.move(...(await middleOf('Next step')))
    await page.mouse.down()
    // The list does not scroll further than the pointer: past its top, the row stays first among the movable ones.
    for (const name of ['Sales progressor', 'On notice', 'Take on', 'Chain', 'Phase']) {
      await row(name).scrollIntoViewIfNeeded()
      await page.mouse.move(...(await middleOf(name)), { steps: 4 })
    }
    await page.mouse.up()
    await expect(chooser.getByRole('checkbox').nth(2)).toHaveAccessibleName('Next step')
    await expect.poll(async () => (await columns()).slice(0, 3)).toEqual(['Picture', 'Property', 'Next step'])
    await page.keyboard.press('Escape')
    await expect(chooser).toBeHidden()
  })

  await test.step('with a filter it is saved, and is there after a reload', async () => {
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Sold', exact: true }).click()
    await expect(table.getByText('3 View Row')).toBeHidden()
    await changes(page).getByRole('button', { name: 'Save as new' }).click()
    await page.getByRole('dialog', { name: 'Save as a new view' }).getByRole('textbox', { name: 'Name' }).fill('Sold, next')
    await page.getByRole('button', { name: 'Save view' }).click()
    await expectSaveMessage(page, 'View saved')
    await expect(views(page).getByRole('link', { name: 'Sold, next' })).toHaveAttribute('aria-current', 'page')
    await page.reload()
    await expect(table.getByText('4 View Row')).toBeVisible()
    await expect(table.getByText('3 View Row')).toBeHidden()
    await expect.poll(async () => (await columns()).slice(0, 3)).toEqual(['Picture', 'Property', 'Next step'])
    await expect(changes(page)).toBeHidden()
  })

  await test.step('the palette acts on the sale of the row in focus', async () => {
    await table
      .getByRole('link', { name: /4 View Row/ })
      .first()
      .focus()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('group', { name: 'On this screen: 4 View Row' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('Standard has its columns, and the filters that were used last until they are reset', async () => {
    await views(page).getByRole('link', { name: 'Standard' }).click()
    await expect.poll(columns).toEqual(standard)
    await changes(page).getByRole('button', { name: 'Reset' }).click()
    await expect(table.getByText('3 View Row')).toBeVisible()
  })
})
