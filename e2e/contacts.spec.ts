import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { expect, test } from './fixtures.ts'

const firm = 'Thistlewood & Crane'
const renamed = `${firm} LLP`

test('branch staff keep a solicitor and its people: create, find, change, delete by typing the full name', async ({
  page,
  agency,
}) => {
  await agency.signIn(page, 'staff')
  await page.goto('/company/contacts')

  await test.step('create the contact; its address is known at this time', async () => {
    await page.getByRole('navigation', { name: 'Contacts' }).getByRole('link', { name: 'Create contact' }).click()
    await expect(page.getByLabel('Address line 1')).toBeHidden()
    await page.getByLabel('Name', { exact: true }).fill(firm)
    await page.getByLabel('Recommended').check()
    await page.getByLabel('Address is known at this time.').check()
    await page.getByRole('button', { name: 'Create contact' }).click()
    await expect(page.getByText('Enter the first line of the address.')).toBeVisible()
    await page.getByLabel('Address line 1').fill('8 Inkwell Lane')
    await page.getByLabel('Postcode').fill('rg1 9zz')
    await page.getByRole('button', { name: 'Create contact' }).click()
    await expect(page.getByText('The contact has been saved successfully.').first()).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  })

  await test.step('add a person to it', async () => {
    await page.getByRole('link', { name: 'Create POC' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Orla Pettigrew')
    await page.getByLabel('E-mail').fill('orla@thistlewood.example')
    await page.getByRole('button', { name: 'Create POC' }).click()
    await expect(page.getByText('Contact saved').first()).toBeVisible()
  })

  await test.step('find it by address line 1 and postcode', async () => {
    await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Contacts' }).click()
    await page.getByPlaceholder('Search by contact name or address line 1 + postcode').fill('8 inkwell lane')
    const row = page.getByRole('row').filter({ hasText: firm })
    await expect(row).toContainText('8 Inkwell Lane-RG1 9ZZ')
    await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()
    await expect(row).toContainText('Recommended')
  })

  await test.step('change it; a form left unsaved asks first', async () => {
    await page.getByRole('link', { name: `Edit ${firm}` }).click()
    await page.getByLabel('Name', { exact: true }).fill(renamed)
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('alertdialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay on page' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Contact updated').first()).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('link', { name: `Manage ${renamed}` })).toBeVisible()
  })

  await test.step('manage its person, and see that it acts for nobody', async () => {
    await page.getByRole('link', { name: `Manage ${renamed}` }).click()
    await expect(page.getByRole('heading', { name: 'Acting as solicitor for the following properties' })).toBeVisible()
    await expect(
      page.getByText('This contact is not acting as the solicitors for any active properties in the pipeline.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Manage Orla Pettigrew' }).click()
    await page.getByLabel('Telephone').fill('0118 496 0321')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Contact updated').first()).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Orla Pettigrew' })).toContainText('0118 496 0321')
  })

  await test.step('delete the contact by typing its full name exactly', async () => {
    await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Contacts' }).click()
    await page.getByPlaceholder('Search by contact name or address line 1 + postcode').fill(renamed)
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    await page.getByRole('button', { name: `Delete ${renamed}` }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this contact?' })
    await dialog.getByLabel('Type it here').fill(firm)
    await expect(dialog.getByRole('button', { name: 'Delete contact' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('Type it here').fill(renamed)
    await dialog.getByRole('button', { name: 'Delete contact' }).click()
    await expect(page.getByText('No results found.')).toBeVisible()
  })
})

test('a platform admin deletes a branch and a company by typing their names, and restores both', async ({
  page,
  agency,
  platform,
  signInAsPlatformAdmin,
}) => {
  const { name: company, companyId: _id } = agency
  await platform.call(updateCompany, { body: { _id, availableLicenses: 1 } })
  await signInAsPlatformAdmin(page)

  await test.step('delete the branch: back to the branches', async () => {
    await page.goto(`/branch/manage?company=${_id}`)
    await page.getByRole('link', { name: 'Edit Tilehurst' }).click()
    await page.getByRole('button', { name: 'Delete branch' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this branch?' })
    await dialog.getByLabel('Type it here').fill('Tilehurst')
    await dialog.getByRole('button', { name: 'Delete branch' }).click()
    await expect(page).toHaveURL(/\/branch\/manage/)
    await expect(page.getByText('No branches yet')).toBeVisible()
  })

  await test.step('restore it, with 30 days left', async () => {
    await page.goto('/gya/deleted')
    const row = page.getByRole('row').filter({ hasText: company })
    await expect(row).toContainText('Tilehurst')
    await expect(row).toContainText('30 days left')
    await row.getByRole('button', { name: 'Restore Tilehurst' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await expect(row).toHaveCount(0)
  })

  await test.step('delete the company: to the home page; and restore it', async () => {
    await page.goto('/company/manage')
    await page.getByLabel('Search').fill(company)
    await page.getByRole('link', { name: `View Company ${company}` }).click()
    await page.getByRole('button', { name: 'Delete company' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this company?' })
    await dialog.getByLabel('Type it here').fill(company)
    await dialog.getByRole('button', { name: 'Delete company' }).click()
    await expect(page).toHaveURL(/\/company\/manage/)
    await page.getByRole('navigation', { name: 'Companies' }).getByRole('link', { name: 'Deleted' }).click()
    await page.getByRole('button', { name: `Restore ${company}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('button', { name: `Restore ${company}` })).toHaveCount(0)
    await page.goto('/company/manage')
    await page.getByLabel('Search').fill(company)
    await expect(page.getByRole('row').filter({ hasText: company })).toContainText('1 of 1')
  })
})
