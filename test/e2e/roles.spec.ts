import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const card = (page: Page, name: string) => page.getByRole('list', { name: `Branches of ${name}` })

test('Areas: a company admin groups branches and assigns an area to a manager, who sees only its branches; a reader sees no edit buttons', {
  tag: '@full',
}, async ({ page, agency, accounts }) => {
  const caversham = await agency.addBranch('Caversham')
  const { params } = await agency.takeOn('9 Area Row')
  const { propertyId } = params
  const person = (type: 'BRANCH_STAFF' | 'READER', firstName: string, branchIds: string[]) =>
    accounts.insert({
      type,
      firstName,
      lastName: 'Ashcombe',
      email: `${firstName}.${agency.stamp}@larkmead.example`.toLowerCase(),
      companyId: agency.companyId,
      branchIds,
    })
  const manager = await person('BRANCH_STAFF', 'Leonora', [])
  const reader = await person('READER', 'Cordelia', [agency.branchId, caversham])
  await agency.signIn(page, 'company')

  await test.step('areas are made, and a branch is moved with its menu', async () => {
    await page.goto('/company/areas')
    for (const name of ['North', 'South']) {
      await page.getByRole('button', { name: 'New area' }).click()
      await page.getByRole('dialog', { name: 'New area' }).getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Create area' }).click()
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Move Caversham' }).click()
    await page.getByRole('menuitem', { name: 'To North' }).click()
    await expectSaveMessage(page, 'Branch moved')
    await expect(card(page, 'North')).toContainText('Caversham')
  })

  await test.step('a colleague becomes area manager of North', async () => {
    await page.goto(`/user-edit?of=company&user=${manager}`)
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Area Manager' }).click()
    await page.getByRole('combobox', { name: 'Areas' }).click()
    await page.getByRole('option', { name: 'North' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSaveMessage(page, 'Your changes have been saved.')
    await page.goto('/company/users')
    await expect(page.getByRole('row').filter({ hasText: 'Leonora Ashcombe' })).toContainText('North')
  })

  await test.step('the manager sees North alone', async () => {
    await accounts.signIn(page, manager)
    await page.goto('/branch/manage')
    await expect(page.getByRole('row').filter({ hasText: 'Caversham' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Tilehurst' })).toHaveCount(0)
    await page.goto(`/property/edit?branch=${agency.branchId}&property=${propertyId}`)
    await expect(page.getByText('No property found.')).toBeVisible()
  })

  await test.step('a reader opens the sale and finds nothing to edit', async () => {
    await accounts.signIn(page, reader)
    for (const path of ['edit', 'notes', 'viewings', 'documents', 'contacts', 'memo']) {
      await page.goto(`/property/${path}?branch=${agency.branchId}&property=${propertyId}`)
      await expect(page.getByRole('heading', { level: 1, name: /9 Area Row/ })).toBeVisible()
      await expect(page.getByRole('button', { name: /^(Save|Add|Edit|Remove|Delete|Upload|Send)/ })).toHaveCount(0)
    }
    await expect(page.getByRole('button', { name: 'Details' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take on' })).toHaveCount(0)
    await page.goto(`/property/manage?branch=${caversham}`)
    await expect(page.getByText('Properties of your branches are listed here once they are taken on.')).toBeVisible()
    await expect(page.getByText(/Take on a property/)).toHaveCount(0)
    await page.goto('/property/create')
    await expect(page.getByText('You do not have this page')).toBeVisible()
  })
})
