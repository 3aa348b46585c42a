import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import type { Locator } from '@playwright/test'
import { expect, type Page, test } from './support/fixtures.ts'
import { list, rowsOf, salesOfOneSolicitor, sellBlocked, solicitor } from './support/today.ts'

const keysDialog = (page: Page) => page.getByRole('dialog', { name: 'Keys of Today' })
const toast = (page: Page) => page.locator('.toast')
/** The row of a blocked step, which can be completed. */
const searches = (page: Page) => rowsOf(page).filter({ hasText: '27 Rodway Road' }).filter({ hasText: 'Searches back' })
const heads = (page: Page) => list(page).locator('[aria-expanded]')
const markedAt = (page: Page) =>
  list(page)
    .locator('[data-row]')
    .evaluateAll((rows) => rows.findIndex((row) => row.classList.contains('marked')))

const pressed: Record<string, string> = {
  '↓': 'ArrowDown',
  '↑': 'ArrowUp',
  '→': 'ArrowRight',
  '←': 'ArrowLeft',
  'Page Down': 'PageDown',
  'Page Up': 'PageUp',
  Ctrl: 'Control',
}

type Proof = (page: Page, press: () => Promise<void>) => Promise<void>

const moves =
  (from: 'first' | 'last', check: (before: number, after: number) => boolean): Proof =>
  async (page, press) => {
    await rowsOf(page)[from]().focus()
    const before = await markedAt(page)
    await press()
    await expect.poll(async () => check(before, await markedAt(page))).toBe(true)
  }

const opens =
  (shown: (page: Page) => Locator): Proof =>
  async (page, press) => {
    await searches(page).focus()
    await press()
    await expect(shown(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(shown(page)).toBeHidden()
  }

const says =
  (words: RegExp): Proof =>
  async (page, press) => {
    await searches(page).focus()
    await press()
    await expect(toast(page)).toContainText(words)
  }

/** The visible effect of each key in the dialog. The buyer of the sale has no telephone and no e-mail. */
const proofs: Record<string, Proof> = {
  'Accept what the e-mail proposes': says(/No e-mail is marked/),
  'Next row': moves('first', (before, after) => after === before + 1),
  'Row before': moves('last', (before, after) => after === before - 1),
  'Open the group, or go to the buttons of the row': async (page, press) => {
    const head = heads(page).first()
    await head.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(head).toHaveAttribute('aria-expanded', 'false')
    await press()
    await expect(head).toHaveAttribute('aria-expanded', 'true')
  },
  'Close the group': async (page, press) => {
    const head = heads(page).first()
    await head.focus()
    await press()
    await expect(head).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowRight')
    await expect(head).toHaveAttribute('aria-expanded', 'true')
  },
  'First row': moves('last', (_, after) => after === 0),
  'Last row': moves('first', (before, after) => after > before),
  'A screen down': moves('first', (before, after) => after > before),
  'A screen up': moves('last', (before, after) => after < before),
  'Call card, then the full card': async (page, press) => {
    await searches(page).focus()
    await press()
    await expect(page.getByRole('complementary', { name: 'Call card' })).toBeVisible()
    await press()
    await expect(page).toHaveURL(/\/chase\?/)
    await page.goto('/today')
  },
  'Property in the side panel': opens((page) => page.getByRole('complementary', { name: /^Property: / })),
  Select: async (page, press) => {
    await searches(page).focus()
    await press()
    await expect(searches(page)).toHaveAttribute('aria-selected', 'true')
    await press()
    await expect(searches(page)).toHaveAttribute('aria-selected', 'false')
  },
  Call: async (page, press) => {
    await says(/Fenwick Larkrise has no telephone number/)(page, press)
    await page.keyboard.press('Escape')
  },
  'Log a conversation, then 1 to 5': opens((page) => page.getByRole('menu', { name: 'How did it go?' })),
  'Add a note to what was just logged': async (page, press) => {
    await says(/No conversation was just logged/)(page, press)
    // The sentence typed then is no commands.
    await page.keyboard.type('dst q')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(searches(page)).toBeVisible()
    await page.keyboard.press('Escape')
  },
  'E-mail': says(/Fenwick Larkrise has no e-mail address/),
  Done: async (page, press) => {
    const count = await rowsOf(page).count()
    await searches(page).focus()
    await press()
    await expect(rowsOf(page)).not.toHaveCount(count)
    await expect(toast(page)).toContainText('Searches back')
    await page.keyboard.press('Control+z')
    await expect(toast(page)).toContainText('Undone: ')
    await expect(rowsOf(page)).toHaveCount(count)
  },
  'Snooze, then 1 to 5': opens((page) => page.getByRole('menu', { name: /^Snooze/ })),
  'Add task': opens((page) => page.getByRole('dialog', { name: /task/i })),
  'Why it is where it is': async (page, press) => {
    await searches(page).focus()
    await press()
    await expect(page.getByText(/× .* = \d+ points/).last()).toBeVisible()
    await page.keyboard.press('ArrowDown')
  },
  'Close the panel, clear the selection': async (page, press) => {
    await searches(page).focus()
    await page.keyboard.press('x')
    await expect(searches(page)).toHaveAttribute('aria-selected', 'true')
    await press()
    await expect(searches(page)).toHaveAttribute('aria-selected', 'false')
  },
  'Open the property; in the card, log': async (page, press) => {
    await searches(page).focus()
    await press()
    await expect(page).toHaveURL(/\/property\/timeline/)
    await page.goto('/today')
  },
}

test('Today, `?`: the dialog opens with the focus on Close, Escape closes it, and every key that it lists works', {
  tag: '@full',
}, async ({ page, agency }) => {
  for (const street of ['27 Rodway Road', '41 Recreation Road']) await sellBlocked(agency, street)
  await agency.signIn(page, 'staff')
  // Narrow enough that the card is opened by a key.
  await page.setViewportSize({ width: 1180, height: 800 })
  await page.goto('/today')
  await searches(page).focus()
  await page.keyboard.press('?')
  const dialog = keysDialog(page)
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  const onScreen = dialog.getByRole('region', { name: 'On this screen' })
  const listed = await onScreen.locator('.keys-list > div').evaluateAll((entries) =>
    entries.map((entry) => ({
      keys: [...entry.querySelectorAll('kbd')].map((key) => key.textContent ?? ''),
      does: entry.querySelector('dd')?.textContent ?? '',
    })),
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(new Set(listed.map(({ does }) => does))).toEqual(new Set(Object.keys(proofs)))
  for (const { keys, does } of listed)
    await test.step(`${keys.join(' ')}: ${does}`, async () => {
      const names = keys.map((key) => pressed[key] ?? (key.length === 1 ? key.toLowerCase() : key))
      await proofs[does]?.(page, () => page.keyboard.press(names.join('+')))
    })
})

test('Today: Ctrl Z undoes changes one by one after a reload, then shows that there is nothing to undo', async ({
  page,
  agency,
}) => {
  for (const street of ['27 Rodway Road', '41 Recreation Road', '2 Park Lane']) await sellBlocked(agency, street)
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await expect(rowsOf(page).first()).toBeFocused()
  const count = await rowsOf(page).count()
  expect(count).toBeGreaterThan(1)
  for (const left of [count - 1, count - 2]) {
    const address = await list(page).locator('.marked .ad').innerText()
    await page.keyboard.press('s')
    await page.keyboard.press('2')
    await expect(rowsOf(page)).toHaveCount(left)
    // Wait for the save; a reload before it would not include the change.
    await expect(toast(page)).toContainText(`at ${address} is snoozed until`)
  }
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(count - 2)
  await page.keyboard.press('Control+z')
  await expect(rowsOf(page)).toHaveCount(count - 1)
  await expect(toast(page)).toContainText('Undone: ')
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(count - 1)
  await page.keyboard.press('Control+z')
  await expect(toast(page)).toContainText('Undone: ')
  await expect(rowsOf(page)).toHaveCount(count)
  await page.keyboard.press('Control+z')
  await expect(toast(page)).toContainText('Nothing to undo. What is changed in this tab can be undone for 8 hours.')

  await test.step('logout leaves nothing of it in the browser', async () => {
    await page.keyboard.press('s')
    await page.keyboard.press('2')
    await expect(rowsOf(page)).toHaveCount(count - 1)
    const stored = () => page.evaluate(() => sessionStorage.getItem('gya.undo'))
    await expect.poll(stored).toContain('snoozed')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await stored()).toBeNull()
  })
})

const callCard = (page: Page) => page.getByRole('complementary', { name: 'Call card' })
const tick = (page: Page, line1 = '') => page.getByRole('checkbox', { name: line1 }).first()

test('Today: Enter on the open call card of a group opens /chase with all its items and the changes made on the card', async ({
  page,
  agency,
}) => {
  const [first, second] = await salesOfOneSolicitor(agency, [['SearchesAppliedFor'], ['SearchesAppliedFor']])
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  const row = page.getByRole('row').filter({ hasText: solicitor }).first()
  await row.focus()
  await expect(callCard(page).getByRole('heading', { name: solicitor })).toBeVisible()
  await callCard(page)
    .getByRole('checkbox', { name: second?.line1 ?? '' })
    .uncheck()
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: solicitor })).toBeVisible()
  await expect(tick(page, first?.line1)).toBeChecked()
  await expect(tick(page, second?.line1)).not.toBeChecked()
})

test('Today: keys typed at once after L 4 fill the day, and the card of the next person begins without the promise', async ({
  page,
  agency,
}) => {
  const [sale] = await salesOfOneSolicitor(agency, [['SearchesAppliedFor']])
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  // The card's code arrives after the keys.
  const { promise: typed, resolve: showCard } = Promise.withResolvers<void>()
  await page.route(/call-card.*\.js/, async (route) => {
    await typed
    await route.continue()
  })
  await page.goto('/today')
  const first = list(page).getByRole('row').filter({ hasText: solicitor }).first()
  const other = heads(page).filter({ hasNotText: solicitor }).first()
  await first.click()
  await page.keyboard.press('l')
  await page.keyboard.press('4')
  await page.keyboard.type('t5/12')
  showCard()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const promised = callCard(page).getByRole('button', { name: /^Promised/ })
  await expect(promised).toHaveAttribute('aria-pressed', 'true')
  await expect(callCard(page).getByLabel('Promised for')).toHaveValue('t5/12')
  await callCard(page).getByLabel('Promised for').fill('')
  await other.click()
  await expect(callCard(page).getByRole('heading', { level: 2, name: solicitor })).toHaveCount(0)
  await expect(promised).toHaveAttribute('aria-pressed', 'false')
  await expect(callCard(page).getByRole('checkbox', { name: sale?.line1 ?? '' })).toHaveCount(0)
})

test('Today: Enter on the open call card of a row in the list by rank opens /chase with that row only', async ({
  page,
  agency,
}) => {
  const [first, second] = await salesOfOneSolicitor(agency, [['SearchesAppliedFor'], ['SearchesAppliedFor']])
  await agency.signIn(page, 'staff')
  await page.goto('/today?by=rank')
  await rowsOf(page)
    .filter({ hasText: second?.line1 ?? '' })
    .filter({ hasText: 'Searches applied for' })
    .focus()
  await expect(callCard(page).getByRole('heading', { name: solicitor })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: solicitor })).toBeVisible()
  await expect(tick(page, first?.line1)).not.toBeChecked()
  await expect(tick(page, second?.line1)).toBeChecked()
  await page.keyboard.press('1')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText(`Spoke: ${solicitor}, 1 sale`)
  const staff = await agency.as('staff')
  const { companyId, propertyId } = first?.params ?? { companyId: '', propertyId: '' }
  expect((await staff.call(listConversations, { params: { companyId }, query: { propertyId } })).data).toEqual([])
})

test('Today by keyboard only: the list has the focus again after choosing a day, after the card, and after /chase', async ({
  page,
  agency,
}) => {
  await salesOfOneSolicitor(agency, [['SearchesAppliedFor'], ['SearchesAppliedFor'], ['SearchesAppliedFor']])
  await sellBlocked(agency, '27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto('/today?by=rank')
  await expect(rowsOf(page).first()).toBeFocused()
  const inList = list(page).locator('[data-row]:focus')
  const day = addDays(londonDay(new Date().toISOString()), 6)

  await test.step('a day of one’s own', async () => {
    const count = await rowsOf(page).count()
    await page.keyboard.press('s')
    await page.keyboard.press('5')
    const dialog = page.getByRole('dialog', { name: /^Snooze/ })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.type(showDate(day))
    await page.keyboard.press('Control+Enter')
    await expect(rowsOf(page)).toHaveCount(count - 1)
    await expect(inList).toHaveCount(1)
  })

  await test.step('a promise on the card, logged with Ctrl Enter', async () => {
    const count = await rowsOf(page).count()
    await rowsOf(page).filter({ hasText: 'Searches applied for' }).first().focus()
    await page.keyboard.press('l')
    await page.keyboard.press('4')
    const promised = page.getByLabel('Promised for', { exact: true })
    await expect(promised).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Choose the day it is promised for.')).toBeVisible()
    await expect(promised).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(inList).toHaveCount(1)
    await page.keyboard.press('l')
    await page.keyboard.press('4')
    await expect(promised).toBeFocused()
    await page.keyboard.type(showDate(day))
    await page.keyboard.press('Control+Enter')
    await expect(toast(page)).toContainText(`Promised: ${solicitor}, 1 sale`)
    await expect(rowsOf(page)).toHaveCount(count - 1)
    await expect(inList).toHaveCount(1)
  })

  await test.step('undone by the button of the message: the row that it left', async () => {
    const row = rowsOf(page).first()
    const id = (await row.getAttribute('data-row')) ?? ''
    await row.focus()
    await page.keyboard.press('s')
    await page.keyboard.press('2')
    await expect(list(page).locator(`[data-row="${id}"]`)).toHaveCount(0)
    // The message of the promise before it stays until this one is saved.
    await expect(toast(page)).not.toContainText('Promised')
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expect(list(page).locator(`[data-row="${id}"]`)).toBeFocused()
  })

  await test.step('back from the full card: the same row', async () => {
    const row = rowsOf(page).filter({ hasText: 'Searches applied for' }).last()
    await row.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: solicitor })).toBeVisible()
    await page.goBack()
    await expect(row).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: solicitor })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/today\?by=rank/)
    await expect(row).toBeFocused()
  })
})

test('Today: after choosing whose list is shown, a chip or a grouping, the keys of the list work at once', async ({
  page,
  agency,
}) => {
  await sellBlocked(agency, '27 Rodway Road')
  await sellBlocked(agency, '41 Recreation Road')
  await agency.signIn(page, 'branch')
  await page.goto('/today?who=nobody')
  await expect(page.getByRole('group', { name: 'What is shown' })).toBeVisible()
  const whose = page.getByRole('combobox', { name: 'Sales progressor' })
  const choose = async (name: RegExp) => {
    await whose.click()
    await page.getByRole('option', { name }).click()
  }
  // From a list without rows.
  await choose(/^All of Tilehurst/)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(list(page).locator('.marked')).toBeFocused()
  const before = await markedAt(page)
  await page.keyboard.press('j')
  await expect.poll(() => markedAt(page)).toBeGreaterThan(before)
  // From one with rows.
  await choose(/^Tamsin Larkspur/)
  await expect(whose).toContainText('Tamsin Larkspur, 2 sales')
  await page.keyboard.press('Home')
  await expect.poll(() => markedAt(page)).toBe(0)

  await page.getByRole('group', { name: 'What is shown' }).getByRole('button', { name: /^All / }).click()
  await page.keyboard.press('j')
  await expect.poll(() => markedAt(page)).toBe(1)
  await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Rank').click()
  await expect(heads(page)).toHaveCount(0)
  const at = await markedAt(page)
  await page.keyboard.press(at === 0 ? 'j' : 'k')
  await expect.poll(() => markedAt(page)).toBe(at === 0 ? 1 : at - 1)
  await expect(list(page).locator('.marked')).toBeFocused()
})
