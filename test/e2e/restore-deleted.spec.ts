import { password } from './support/accounts.ts'
import { expect, type Page, test } from './support/fixtures.ts'

/** Confirms a deletion by typing the required text. */
async function confirm(page: Page, text: string, button: string): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Type it here').fill(text)
  await dialog.getByRole('button', { name: button }).click()
}

async function restore(page: Page, name: string): Promise<void> {
  await page.goto('/gya/deleted')
  await page.getByRole('button', { name: `Restore ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toHaveCount(0)
}

test('Delete branch, Delete company: no question about unsaved edits', async ({ page, agency, signInAsPlatformAdmin }) => {
  await signInAsPlatformAdmin(page)
  await page.goto(`/branch/manage?company=${agency.companyId}`)
  await page.getByRole('link', { name: 'Edit Tilehurst' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Tilehurst, renamed')
  await page.getByRole('button', { name: 'Delete branch' }).click()
  await confirm(page, 'Tilehurst', 'Delete branch')
  await expect(page.getByText('No branches yet')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await page.goto(`/company/edit?company=${agency.companyId}`)
  await page.getByLabel('Name', { exact: true }).fill('Renamed and never saved')
  await page.getByRole('button', { name: 'Delete company' }).click()
  await confirm(page, agency.name, 'Delete company')
  await expect(page.getByRole('heading', { level: 1, name: /^Manage Companies/ })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('Deleted: a restored user signs in with the old password', { tag: '@full' }, async ({
  page,
  agency,
  browser,
  signInAsPlatformAdmin,
}) => {
  const { email } = await agency.addPerson({ type: 'COMPANY_ADMIN', firstName: 'Ottoline', lastName: `Brisk ${agency.stamp}` })
  await agency.signIn(page, 'company')
  await page.goto('/company/users')
  await page.getByRole('button', { name: `More for Ottoline Brisk ${agency.stamp}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirm(page, `Ottoline Brisk ${agency.stamp}`, 'Delete')
  await expect(page.getByRole('button', { name: `More for Ottoline Brisk ${agency.stamp}` })).toHaveCount(0)

  const platform = await browser.newPage()
  await signInAsPlatformAdmin(platform)
  await restore(platform, `Ottoline Brisk ${agency.stamp}`)
  await platform.close()

  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Ottoline Brisk' })).toContainText('Company Admin')
  // An open page that notices the end of its session would navigate to the sign-in page with its own address as `next`.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible()
})

test('Deleted: a restored property is in the list of its company', { tag: '@full' }, async ({
  page,
  agency,
  browser,
  signInAsPlatformAdmin,
}) => {
  // The Deleted screen lists all companies.
  const line1 = `1 Cinder Court ${agency.stamp}`
  const property = await agency.takeOn(line1)
  const address = property.url('edit')
  await agency.signIn(page, 'company')
  await page.goto(address)
  await page.getByRole('button', { name: 'Delete property' }).click()
  await confirm(page, line1, 'Delete property')
  await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible()
  await page.goto(address)
  await expect(page.getByLabel('Address line 1')).toHaveCount(0)

  const platform = await browser.newPage()
  await signInAsPlatformAdmin(platform)
  await restore(platform, line1)
  await platform.close()

  await page.goto(address)
  await expect(page.getByLabel('Address line 1')).toHaveValue(line1)
})
