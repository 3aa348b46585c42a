import type { Locator } from '@playwright/test'
import { expect, type Page, test } from './support/fixtures.ts'
import { proveListedKeys, switchSingleKeysOff } from './support/listed-keys.ts'
import { printsByKey } from './support/print.ts'
import { expectSaveMessage } from './support/save-messages.ts'

async function togglesHeader(page: Page): Promise<void> {
  const whole = page.getByRole('region', { name: 'Whole header' })
  await page.keyboard.press('h')
  await expect(whole).toBeVisible()
  await page.keyboard.press('h')
  await expect(whole).toBeHidden()
}

test('Timeline: every key that ? lists works on the focused step; with single keys off, letters do nothing', async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('3 Every Key')
  await property.sell({ buyer: 'Mona Vane' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  const radio = (name: string): Locator =>
    page.getByRole('radiogroup', { name: 'State of Memo of sale sent' }).getByRole('radio', { name, exact: true })
  const press = async (key: string) => {
    await radio('In progress').focus()
    await page.keyboard.press(key)
  }
  const sets = (key: string, state: string) => async () => {
    await press(key)
    await expect(radio(state)).toBeChecked()
  }
  const resets = (key: string) => async () => {
    await press('c')
    await expect(radio('Complete')).toBeChecked()
    await press(key)
    for (const state of ['In progress', 'Complete', 'Delayed', 'Not applicable']) await expect(radio(state)).not.toBeChecked()
  }
  await expect(radio('In progress')).toBeVisible()
  await proveListedKeys(page, 'Keys of the timeline', {
    C: sets('c', 'Complete'),
    I: sets('i', 'In progress'),
    B: sets('b', 'Delayed'),
    N: sets('n', 'Not applicable'),
    U: resets('u'),
    Delete: resets('Delete'),
    H: () => togglesHeader(page),
    'Ctrl P': () => printsByKey(page),
    Enter: sets('Enter', 'In progress'),
    'Shift C': sets('Shift+C', 'Complete'),
  })

  await switchSingleKeysOff(page)
  await sets('Enter', 'In progress')()
  for (const key of ['c', 'b', 'n', 'u', 'Shift+C']) await press(key)
  await expect(radio('In progress')).toBeChecked()
  await press('Delete')
  await expect(radio('In progress')).not.toBeChecked()
})

test('Chain: every key that ? lists moves the focused link', async ({ page, agency }) => {
  const property = await agency.takeOn('4 Every Key')
  await property.sell({ buyer: 'Mona Vane' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('chain'))
  await page.getByRole('button', { name: 'Start chain' }).click()
  const positions = page.getByRole('article')
  await positions.getByRole('button', { name: 'Add link above' }).click()
  await expect(positions).toHaveCount(2)
  const moves = (key: string, from: number, to: number) => async () => {
    const before = positions.nth(from)
    await before.getByRole('button', { name: /^(Open|Close) position/ }).press(key)
    await expect(positions.nth(to).getByRole('button', { name: /^(Open|Close) position/ })).toBeFocused()
  }
  await page.getByRole('heading', { level: 1 }).click()
  await proveListedKeys(page, 'Keys of the chain', {
    'Alt ↓': moves('Alt+ArrowDown', 0, 1),
    'Alt ↑': moves('Alt+ArrowUp', 1, 0),
    'Ctrl Enter': async () => {
      await positions
        .first()
        .getByRole('button', { name: /^(Open|Close) position/ })
        .press('Control+Enter')
      await expectSaveMessage(page, 'Chain saved')
    },
    H: () => togglesHeader(page),
    'Ctrl P': () => printsByKey(page),
  })
})
