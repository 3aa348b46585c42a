import { readFile } from 'node:fs/promises'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

test('Personal data: search, export and erase a person; retention', async ({ page, agency }) => {
  const name = 'Isolde Vellum'
  const contact = {
    name: 'Vellum & Daughters',
    pocs: [{ name, email: 'isolde@vellum.example', note: `${name} is away on Fridays` }],
  }
  const company = await agency.as('company')
  await company.call(createContact, { params: { companyId: agency.companyId }, body: contact })

  await agency.signIn(page, 'company')
  await page.goto('/company/edit')
  await page.getByRole('navigation', { name: 'Company' }).getByRole('button', { name: 'Records' }).click()
  await page.getByRole('menuitem', { name: 'Personal data' }).click()
  const search = page.getByRole('form', { name: 'Find a person' })
  await search.getByLabel('Full name').fill(name)
  await search.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'isolde@vellum.example' })).toContainText('Point of contact')
  await expect(page.getByText(`${name} is away on Fridays`)).toBeVisible()
  await page.getByRole('button', { name: 'isolde@vellum.example' }).click()
  await expect(page.getByRole('heading', { name: `${name}, isolde@vellum.example` })).toBeVisible()

  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
  expect(saved.suggestedFilename()).toMatch(/^person-\d{4}-\d\d-\d\d\.zip$/)
  const archive = await readFile(await saved.path())
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  expect(archive.includes('person.html')).toBe(true)

  // The result is refetched when the company's data changes. The Search button must stay enabled meanwhile.
  const response = Promise.withResolvers<void>()
  await page.route('**/personal-data/search', async (route) => {
    await response.promise
    await route.continue()
  })
  const [refetch] = await Promise.all([
    page.waitForRequest('**/personal-data/search'),
    company.call(createContact, { params: { companyId: agency.companyId }, body: { ...contact, name: 'Another firm' } }),
  ])
  await expect(search.getByRole('button', { name: 'Search' })).not.toHaveAttribute('aria-disabled')
  response.resolve()
  await refetch.response()

  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('Nobody can bring this back.')).toBeVisible()
  await dialog.getByLabel('Type it here').fill(name)
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText(/They are now called Erased person [B-Z2-9]{6}/)).toBeVisible()
  await search.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText(`Nothing is held about ${name}`)).toBeVisible()

  await page.getByRole('link', { name: 'How long' }).click()
  await page.getByLabel('People of old sales').fill('6')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'Settings saved')
  await page.reload()
  await expect(page.getByLabel('People of old sales')).toHaveValue('6')
})
