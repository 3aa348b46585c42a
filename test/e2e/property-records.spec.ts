import type { Agency } from './support/agency.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { openTab } from './support/timeline-actions.ts'

/** Opens a screen of a property with an accepted offer. */
async function openProperty(page: Page, agency: Agency, screen: string): Promise<void> {
  const property = await agency.takeOn('27 Rodway Road')
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await property.complete(['MemoOfSaleSent'])
  await agency.signIn(page, 'staff')
  await page.goto(property.url(screen))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('27 Rodway Road')
}

async function addNote(page: Page, message: string, step?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a note', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a note' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox', { name: 'Note' }).fill(message)
  if (step) {
    await dialog.getByRole('combobox', { name: 'Step' }).click()
    await dialog.getByRole('option', { name: step, exact: true }).click()
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

test('Notes: add from any page, filter by step, edit, delete', async ({ page, agency }) => {
  const [general, onStep] = ['Spoke to the vendor about the boiler.', 'The contracts are with the other side.']
  await openProperty(page, agency, 'edit')
  await addNote(page, general)
  await openTab(page, /^Timeline/)
  await expect(page.getByRole('button', { name: 'Save timeline' })).toBeVisible()
  await addNote(page, onStep, 'Draft contracts issued')

  await test.step('the timeline links to the notes of a step', async () => {
    await page.getByRole('link', { name: '1 note on Draft contracts issued' }).click()
    await expect(page).toHaveURL(/itemKey=31/)
    await expect(page.getByRole('row', { name: onStep })).toContainText('Tamsin Larkspur')
    await expect(page.getByText(general)).toBeHidden()
  })

  await test.step('a note added there is on the same step', async () => {
    await addNote(page, 'Chased them.')
    await expect(page.getByRole('row', { name: 'Chased them.' })).toContainText('Draft contracts issued')
  })

  await test.step('Every step shows all notes, newest first', async () => {
    await page.getByRole('combobox', { name: 'Step' }).click()
    await page.getByRole('option', { name: 'Every step' }).click()
    await expect(page).not.toHaveURL(/itemKey/)
    await expect(page.getByRole('row').nth(1)).toContainText('Chased them.')
    await expect(page.getByRole('row').nth(3)).toContainText(general)
  })

  await test.step('edit', async () => {
    await page.getByRole('row', { name: 'Chased them.' }).getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit note' })
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Chased them twice.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: 'Chased them twice.' })).toContainText('Edited')
  })

  await test.step('delete', async () => {
    await page.getByRole('row', { name: 'Chased them twice.' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog', { name: 'Delete this note?' }).getByRole('button', { name: 'Delete note' }).click()
    await expect(page.getByText('Chased them twice.')).toBeHidden()
    await page.reload()
    await expect(page.getByRole('row', { name: onStep })).toBeVisible()
    await expect(page.getByText('Chased them twice.')).toBeHidden()
  })
})

test('Viewings: add, edit, remove', { tag: '@core' }, async ({ page, agency }) => {
  await openProperty(page, agency, 'viewings')
  await page.getByRole('link', { name: 'Add Viewing' }).first().click()
  await expect(page.getByRole('combobox', { name: 'Time' })).toHaveValue(/^\d\d:\d[05]$/)
  await page.getByLabel('Client').fill('Perdita Windle')
  await page.getByRole('combobox', { name: 'Time' }).fill('10:32')
  await page.getByRole('button', { name: 'Add viewing' }).click()
  await expect(page.getByText('Enter a time in steps of 5 minutes.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Time' }).fill('10:35')
  await page.getByRole('button', { name: 'Add viewing' }).click()
  await expect(page).toHaveURL(/\/property\/viewings/)
  const row = page.getByRole('row', { name: /Perdita Windle/ })
  await expect(row).toContainText('10:35')
  await row.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit viewing' })
  await dialog.getByLabel('Feedback').fill('Would offer, were it not for the stairs.')
  await dialog.getByRole('button', { name: 'Save viewing' }).click()
  await expect(row).toContainText('were it not for the stairs')
  await row.getByRole('button', { name: /^Feedback/ }).click()
  await expect(row.getByRole('textbox', { name: 'Feedback' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Second thoughts.')
  await page.keyboard.press('Escape')
  await expect(row).toContainText('were it not for the stairs')
  await expect(row.getByRole('button', { name: /^Feedback/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row.getByRole('textbox', { name: 'Feedback' })).toHaveValue('Second thoughts.')
  await page.keyboard.press('Control+Enter')
  await expect(row.getByRole('button', { name: /^Feedback/ })).toBeFocused()
  await expect(row).toContainText('Second thoughts.')
  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove viewing' }).click()
  await expect(row).toBeHidden()
})

test('Relaunches: add, edit', async ({ page, agency }) => {
  await openProperty(page, agency, 'edit')
  await page.getByRole('button', { name: 'Take on' }).click()
  await page.getByRole('menuitem', { name: 'Relaunches' }).click()
  await page.getByRole('link', { name: 'Add Relaunch' }).first().click()
  await page.getByLabel('Notes').fill('With a film of the house.')
  await page.getByRole('button', { name: 'Add relaunch' }).click()
  await expect(page).toHaveURL(/\/property\/relaunches/)
  const row = page.getByRole('row').filter({ hasText: 'With a film' })
  await row.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit relaunch' })
  await dialog.getByLabel('Notes').fill('With a film of house and garden.')
  await dialog.getByRole('button', { name: 'Save relaunch' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(row).toContainText('house and garden')
})

test('Referrals: tick, save, untick', async ({ page, agency }) => {
  await openProperty(page, agency, 'referrals')
  const form = page.getByRole('form', { name: 'Manage referrals for this property' })
  const broker = form.getByRole('group', { name: 'Mortgage broker' }).getByRole('checkbox', { name: 'Buyer' })
  await expect(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await broker.check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'Your referrals have been saved successfully.')
  await page.reload()
  await expect(broker).toBeChecked()
  await expect(form.getByText(/^Referred on \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await broker.uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Not referred')).toHaveCount(4)
})
