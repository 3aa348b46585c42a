import { expect, test } from './support/fixtures.ts'

test('Tasks: add with a day and a repeat, edit, do, undo, reopen', async ({ page, agency }) => {
  const property = await agency.takeOn('27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('tasks'))
  await expect(page.getByText('No open tasks')).toBeVisible()

  await test.step('title alone is not enough to forget the day: a weekly task due today', async () => {
    await page.getByRole('button', { name: 'Add task' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add task' })
    await expect(dialog.getByRole('button', { name: 'Add task' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Send the leasehold pack')
    await dialog.getByRole('combobox', { name: 'Repeats' }).click()
    await dialog.getByRole('option', { name: 'By weeks' }).click()
    await dialog.getByRole('button', { name: 'Add task' }).click()
    await expect(dialog.getByText('Choose the day from which it repeats.')).toBeVisible()
    await dialog.getByRole('textbox', { name: /^Due/ }).fill('01/12/2030')
    await dialog.getByRole('button', { name: 'Add task' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: /Send the leasehold pack/ })).toContainText('01/12/2030')
    await expect(page.getByRole('row', { name: /Send the leasehold pack/ })).toContainText('Every week')
    await expect(page.getByRole('link', { name: /^Tasks\s*1/ })).toBeVisible()
  })

  await test.step('edit', async () => {
    await page.getByRole('button', { name: 'Edit Send the leasehold pack' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit task' })
    await dialog.getByRole('textbox', { name: /^Note/ }).fill('Their landlord has it.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Their landlord has it.')).toBeVisible()
  })

  await test.step('done makes the next one; Undo takes both back', async () => {
    await page.getByRole('button', { name: 'Done: Send the leasehold pack' }).click()
    await expect(page.getByText('Done: Send the leasehold pack. Next on 08/12/2030')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Open tasks', exact: true })).toContainText('08/12/2030')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('region', { name: 'Open tasks', exact: true })).toContainText('01/12/2030')
    await expect(page.getByRole('region', { name: 'Done and cancelled tasks', exact: true })).toContainText('Undone')
  })

  await test.step('cancel, then reopen', async () => {
    await page.getByRole('button', { name: 'Cancel Send the leasehold pack' }).click()
    await expect(page.getByText('No open tasks')).toBeVisible()
    await page.getByRole('button', { name: 'Reopen Send the leasehold pack' }).first().click()
    await expect(page.getByRole('region', { name: 'Open tasks', exact: true })).toContainText('Send the leasehold pack')
  })
})

test('Task templates: an accepted offer brings the tasks of Sold STC to its sale', async ({ page, agency }) => {
  await agency.signIn(page, 'company')
  await page.goto(`/company/templates?company=${agency.companyId}&tab=tasks`)
  await page.getByRole('button', { name: 'Add a task for Sold STC' }).click()
  await expect(page.getByRole('textbox', { name: 'Task of the new task' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Task of the new task' }).fill('Ring both solicitors')
  await page.getByRole('button', { name: 'Save templates' }).click()
  await expect(page.getByText('Nothing has changed').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Task of Ring both solicitors' })).toHaveValue('Ring both solicitors')
  const property = await agency.takeOn('31 Rodway Road')
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await page.goto(property.url('tasks'))
  await expect(page.getByRole('row', { name: /Ring both solicitors/ })).toContainText('Template')
})

test('Settings of Today: each number is explained by a sentence', async ({ page, agency }) => {
  await agency.signIn(page, 'company')
  await page.goto(`/company/today?company=${agency.companyId}`)
  await page.getByRole('textbox', { name: 'Vendor, sale agreed' }).fill('5')
  await page.getByRole('textbox', { name: 'Vendor, sale agreed' }).press('Tab')
  await expect(page.getByText('comes up in Today 5 days after')).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Nothing has changed').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Vendor, sale agreed' })).toHaveValue('5')
})
