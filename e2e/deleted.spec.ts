import { expect, type Page, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

const stamp = Date.now()

// Each of them signs in several people.
test.describe.configure({ timeout: 120_000 })

/** Types what a deletion asks for and confirms it. */
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

async function createCompany(page: Page, name: string): Promise<string> {
  await page.goto('/company/create')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Address line 1').fill('1 Cinder Court')
  await page.getByLabel('Postcode').fill('RG2 9ZZ')
  await page.getByLabel('First name').fill('Bertrand')
  await page.getByLabel('Last name').fill('Cinder')
  await page.getByLabel('E-mail').fill(`bertrand.${stamp}@cinder.example`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Create a new branch' }).click()
  await expect(page.getByText('Review the company timeline first')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Ash Row')
  await page.getByLabel('Address line 1').fill('2 Ash Row')
  await page.getByLabel('Postcode').fill('RG2 9ZZ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Branch saved').first()).toBeVisible()
  return new URL(page.url()).searchParams.get('company') ?? ''
}

test('after a branch or a company is deleted nobody is asked about what was left unsaved in its form', async ({ page }) => {
  const name = `Cinder Court ${stamp}`
  await signIn(page, 'platform')
  const company = await createCompany(page, name)
  await page.goto(`/branch/manage?company=${company}`)
  await page.getByRole('link', { name: 'Edit Ash Row' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ash Row, renamed')
  await page.getByRole('button', { name: 'Delete branch' }).click()
  await confirm(page, 'Ash Row', 'Delete branch')
  await expect(page.getByText('No branches yet')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await page.goto(`/company/edit?company=${company}`)
  await page.getByLabel('Name', { exact: true }).fill('Renamed and never saved')
  await page.getByRole('button', { name: 'Delete company' }).click()
  await confirm(page, name, 'Delete company')
  await expect(page.getByRole('heading', { level: 1, name: /^Manage Companies/ })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('a user who was deleted is restored and signs in with the password they had', async ({ page, browser }) => {
  const secret = 'Given-By-Somebody-2026'
  const email = `ottoline.${stamp}@larkmead.example`
  await signIn(page, 'company')
  await page.goto('/company/user-create')
  await page.getByLabel('First name').fill('Ottoline')
  await page.getByLabel('Last name').fill('Brisk')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel(/^Password/).fill(secret)
  await page.getByLabel('Confirm password').fill(secret)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('navigation', { name: 'Admins' }).getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Delete Ottoline Brisk' }).click()
  await confirm(page, 'Ottoline Brisk', 'Delete')
  await expect(page.getByRole('button', { name: 'Delete Ottoline Brisk' })).toHaveCount(0)

  const platform = await (await browser.newContext()).newPage()
  await signIn(platform, 'platform')
  await restore(platform, 'Ottoline Brisk')
  await platform.context().close()

  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Ottoline Brisk' })).toContainText('Company Admin')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible()
})

test('a property that was deleted is restored into the list of its company', async ({ page, browser }) => {
  await signIn(page, 'company')
  await page.goto('/company/properties')
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL(/property=/)
  const opened = new URL(page.url())
  opened.pathname = '/property/edit'
  const address = opened.href
  await page.goto(address)
  const line1 = await page.getByLabel('Address line 1').inputValue()
  await page.getByRole('button', { name: 'Delete property' }).click()
  await confirm(page, line1, 'Delete property')
  await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible()
  await page.goto(address)
  await expect(page.getByLabel('Address line 1')).toHaveCount(0)

  const platform = await (await browser.newContext()).newPage()
  await signIn(platform, 'platform')
  await restore(platform, line1)
  await platform.context().close()

  await page.goto(address)
  await expect(page.getByLabel('Address line 1')).toHaveValue(line1)
})
