import { londonDay, showDayMonth } from '@gya/domain/common/dates.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { openReport, saved, sellAll, waitForKeys } from './support/report.ts'

const today = showDayMonth(londonDay(new Date().toISOString()))

/** A cell by the index of its row and the id of its column. */
const at = (page: Page, row: number, column: string) =>
  page.locator(`tbody tr[data-row] >> nth=${row}`).locator(`[data-col="${column}"]`)

/** The visible effect of each key of the `?` dialog. */
function effects(page: Page): Record<string, () => Promise<void>> {
  const step = at(page, 0, 'mortgageAppSubmitted')
  const press = (key: string) => page.keyboard.press(key)
  const bar = page.getByRole('toolbar', { name: /selected$/ })
  const panel = page.getByRole('complementary', { name: /^Property: / })
  const setsStep = (key: string, shows: string | RegExp) => async () => {
    await step.focus()
    await press(key)
    await expect(step).toHaveText(shows)
    await saved(page)
    await expect(step).toHaveText(shows)
  }
  const selectsRow = (key: string) => async () => {
    await step.focus()
    await press(key)
    await expect(bar).toHaveAccessibleName('1 row selected')
    await press(key)
    await expect(bar).toBeHidden()
  }
  return {
    '↓ ↑ → ←': async () => {
      await step.focus()
      await press('ArrowDown')
      await expect(at(page, 1, 'mortgageAppSubmitted')).toBeFocused()
      await press('ArrowRight')
      await expect(at(page, 1, 'mortgageValuationBooked')).toBeFocused()
      await press('ArrowUp')
      await press('ArrowLeft')
      await expect(step).toBeFocused()
    },
    'Home End': async () => {
      await press('End')
      await expect(at(page, 0, 'completed')).toBeFocused()
      await press('Home')
      await expect(at(page, 0, 'select').getByRole('checkbox')).toBeFocused()
    },
    'Page Down Page Up': async () => {
      await step.focus()
      await press('PageDown')
      await expect(at(page, 2, 'mortgageAppSubmitted')).toBeFocused()
      await press('PageUp')
      await expect(step).toBeFocused()
    },
    'Ctrl Home End': async () => {
      await press('Control+End')
      await expect(at(page, 2, 'completed')).toBeFocused()
      await press('Control+Home')
      await expect(at(page, 0, 'select').getByRole('checkbox')).toBeFocused()
    },
    J: async () => {
      await step.focus()
      await press('j')
      await expect(at(page, 1, 'mortgageAppSubmitted')).toBeFocused()
    },
    K: async () => {
      await press('k')
      await expect(step).toBeFocused()
    },
    C: setsStep('c', today),
    I: setsStep('i', /in \d+ days|In progress/),
    B: setsStep('b', /Delayed/),
    N: setsStep('n', 'N/A'),
    U: setsStep('u', 'Not started'),
    Delete: async () => {
      await setsStep('c', today)()
      await setsStep('Delete', 'Not started')()
    },
    '0 – 9': async () => {
      await press('5')
      await expect(page.getByRole('textbox', { name: /^Mortgage app submitted, / })).toHaveValue('5')
      await press('Escape')
    },
    'Enter F2': async () => {
      for (const key of ['Enter', 'F2']) {
        await press(key)
        await expect(page.getByRole('textbox', { name: /^Mortgage app submitted, / })).toBeFocused()
        await press('Escape')
        await expect(step).toBeFocused()
      }
    },
    Space: async () => {
      await press('Space')
      await expect(panel).toBeVisible()
      await press('Space')
      await expect(panel).toBeHidden()
    },
    'Ctrl Enter': async () => {
      await press('Control+Enter')
      await expect(page).toHaveURL(/\/property\/edit/)
      await page.goBack()
      await waitForKeys(page)
    },
    X: selectsRow('x'),
    'Shift Space': selectsRow('Shift+Space'),
    'Shift ↓ ↑': async () => {
      await press('Shift+ArrowDown')
      await expect(bar).toHaveAccessibleName('2 rows selected')
      await press('Shift+ArrowUp')
      await expect(bar).toHaveAccessibleName('1 row selected')
    },
    'Ctrl A': async () => {
      await press('Control+a')
      await expect(bar).toHaveAccessibleName('3 rows selected')
      await press('Escape')
    },
    'Alt C': async () => {
      await step.focus()
      await press('Alt+c')
      await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
      await press('Escape')
      await expect(step).toBeFocused()
    },
    Escape: async () => {
      await press('x')
      await press('Space')
      await expect(panel).toBeVisible()
      await press('Escape')
      await expect(bar).toBeHidden()
      await press('Escape')
      await expect(panel).toBeHidden()
    },
  }
}

test('Workflow report: every key that ? lists works', { tag: '@full' }, async ({ page, agency }) => {
  test.slow()
  await sellAll(agency, ['1 Every Key', '2 Every Key', '3 Every Key'])
  await agency.signIn(page, 'staff')
  await openReport(page)

  await test.step('the grid is two Tabs from the top, and one tab stop', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Skip to the report' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(at(page, 0, 'address').getByRole('link')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Keys', exact: true })).toBeFocused()
  })

  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Keys of the report' })
  await expect(dialog).toBeVisible()
  const listed = await dialog
    .getByRole('region', { name: 'On this screen' })
    .locator('dt')
    .evaluateAll((terms) => terms.map((term) => [...term.children].map(({ textContent }) => textContent).join(' ')))
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const works = effects(page)
  expect(Object.keys(works).toSorted()).toEqual(listed.toSorted())
  for (const keys of listed) await test.step(keys, works[keys] ?? (() => {}))

  await test.step('the palette and quick add act on the sale of the row in focus', async () => {
    await at(page, 1, 'mortgageAppSubmitted').focus()
    const line1 = (await at(page, 1, 'address').innerText()).split(/[,\n]/)[0] ?? ''
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('group', { name: `On this screen: ${line1}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('q')
    await expect(page.getByRole('dialog', { name: 'Quick add' }).getByRole('combobox', { name: 'Property' })).toHaveValue(line1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeHidden()
  })

  await test.step('Ctrl Z and Ctrl Shift Z, which work on every screen', async () => {
    const step = at(page, 0, 'mortgageAppSubmitted')
    await step.focus()
    await page.keyboard.press('c')
    await expect(step).toHaveText(today)
    await saved(page)
    await page.keyboard.press('Control+z')
    await expect(step).toHaveText('Not started')
    await page.keyboard.press('Control+Shift+z')
    await expect(step).toHaveText(today)
    await saved(page)
  })
})

test('Workflow report: a key restyles its cell only, not the page', async ({ page, browser, agency }) => {
  await sellAll(agency, ['1 Style Row', '2 Style Row', '3 Style Row'])
  await agency.signIn(page, 'staff')
  await openReport(page)
  // The first message of a session loads its code, and restyles the page where that comes as late as the message.
  await at(page, 2, 'mortgageAppSubmitted').focus()
  await page.keyboard.press('b')
  await saved(page)
  await at(page, 0, 'mortgageAppSubmitted').focus()
  const elements = await page.locator('*').count()
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  for (const key of ['b', 'ArrowDown', 'b']) await page.keyboard.press(key)
  await saved(page)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args?: { elementCount?: number } }[]
  }
  const restyled = traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? (args?.elementCount ?? 0) : []))
  expect(restyled.length).toBeGreaterThan(0)
  expect(Math.max(...restyled)).toBeLessThan(elements / 3)
})
