import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const firm = 'Thistlewood & Crane'
const renamed = `${firm} LLP`

test('Contacts: branch staff create, find, edit and delete a solicitor and its points of contact', async ({ page, agency }) => {
  await agency.signIn(page, 'staff')
  await page.goto('/company/contacts')

  await test.step('create the contact with its address', async () => {
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
    await expectSaveMessage(page, 'The contact has been saved successfully.')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  })

  await test.step('add a point of contact', async () => {
    await page.getByRole('link', { name: 'Create POC' }).click()
    await expect(page.getByRole('button', { name: 'Create POC' })).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Orla Pettigrew')
    await page.getByLabel('E-mail').fill('orla@thistlewood.example')
    await page.getByRole('button', { name: 'Create POC' }).click()
    await expectSaveMessage(page, 'Contact saved')
  })

  await test.step('search by address line 1 and postcode', async () => {
    await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Contacts' }).click()
    await page.getByPlaceholder('Search by contact name or address line 1 + postcode').fill('8 inkwell lane')
    const row = page.getByRole('row').filter({ hasText: firm })
    await expect(row).toContainText('8 Inkwell Lane-RG1 9ZZ')
    await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible()
    await expect(row).toContainText('Recommended')
  })

  await test.step('the actions stay in view when the table is wider than the window', async () => {
    const initialSize = page.viewportSize()
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.getByRole('link', { name: `Edit ${firm}` })).toBeInViewport({ ratio: 1 })
    if (initialSize) await page.setViewportSize(initialSize)
  })

  await test.step('edit; leaving unsaved edits asks first', async () => {
    await page.getByRole('link', { name: `Edit ${firm}` }).click()
    await page.getByLabel('Name', { exact: true }).fill(renamed)
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('alertdialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay on page' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectSaveMessage(page, 'Contact updated')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('link', { name: `Manage ${renamed}` })).toBeVisible()
  })

  await test.step('edit the point of contact; the contact acts for no property', async () => {
    await page.getByRole('link', { name: `Manage ${renamed}` }).click()
    await expect(page.getByRole('heading', { name: 'Acting as solicitor for the following properties' })).toBeVisible()
    await expect(
      page.getByText('This contact is not acting as the solicitors for any active properties in the pipeline.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Manage Orla Pettigrew' }).click()
    await page.getByLabel('Telephone').fill('0118 496 0321')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectSaveMessage(page, 'Contact updated')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Orla Pettigrew' })).toContainText('0118 496 0321')
  })

  await test.step('delete by typing the full name', async () => {
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

  await test.step('restore', async () => {
    await page.getByRole('navigation', { name: 'Contacts' }).getByRole('link', { name: 'Deleted' }).click()
    await page.getByRole('button', { name: `Restore ${renamed}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('No contact was deleted in the last 30 days')).toBeVisible()
  })
})

test('Contacts: one firm on both sides asks for confirmation; merge duplicates; replace on delete', async ({ page, agency }) => {
  const params = { companyId: agency.companyId }
  const staff = await agency.as('staff')
  const make = (name: string, type: 'solicitor' | 'broker', email = '') =>
    staff.call(createContact, { params, body: { name, type, email } })
  await make('Quill Law', 'solicitor', 'office@quill.example')
  await make('Quill Law Ltd', 'solicitor', 'office@quill.example')
  await make('Quillon Mortgages', 'broker')
  await make('Sedge Legal', 'solicitor')
  const property = await agency.takeOn('2 Contact Crescent')
  await agency.signIn(page, 'staff')

  await test.step('the solicitor picker lists no brokers', async () => {
    await page.goto(property.url('contacts'))
    await page.getByLabel('Search for a solicitor').fill('quill')
    await expect(page.getByRole('option')).toHaveText([/^Quill Law/, /^Quill Law Ltd/, /^New contact/])
    await page.getByRole('option', { name: /^Quill Law office/ }).click()
  })

  await test.step('the same firm for the buyer asks for confirmation once', async () => {
    await page.getByRole('tab', { name: 'Buyer contacts' }).click()
    await page.getByLabel('Search for a solicitor').fill('quill law')
    await page.getByRole('option', { name: /^Quill Law office/ }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'The same firm on both sides?' })
    await expect(question).toContainText('Quill Law also acts for the buyer. Save anyway?')
    await question.getByRole('button', { name: 'Save anyway' }).click()
    await expectSaveMessage(page, 'Contacts saved')
    await page.getByLabel('Notes on the buyer’s contacts').fill('Told both')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(question).toBeHidden()
    await expectSaveMessage(page, 'Contacts saved')
  })

  await test.step('merge the duplicate', async () => {
    await page.goto('/company/contacts')
    await page.getByRole('link', { name: 'Review' }).click()
    await page.getByRole('radio', { name: /^Quill Law Solicitor/ }).check()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
    await expect(page.getByText('No likely duplicates')).toBeVisible()
  })

  await test.step('delete the firm and replace it by another', async () => {
    await page.getByRole('navigation', { name: 'Contacts' }).getByRole('link', { name: 'Contact list' }).click()
    await page.getByRole('button', { name: 'Delete Quill Law', exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this contact?' })
    await expect(dialog).toContainText('Quill Law is acting on 1 live sale in 1 branch.')
    await dialog.getByLabel('Replace with').fill('sedge')
    await page.getByRole('option', { name: 'Sedge Legal' }).click()
    await dialog.getByLabel('Type it here').fill('Quill Law')
    await dialog.getByRole('button', { name: 'Replace and delete' }).click()
    await expect(page.getByRole('button', { name: 'Delete Quill Law', exact: true })).toHaveCount(0)
    await page.goto(property.url('contacts'))
    await expect(page.locator('#contacts-panel')).toContainText('Sedge Legal')
  })
})

test('Create contact: address lookup, and manual entry when nothing is found', async ({ page, agency }) => {
  await agency.signIn(page, 'staff')
  await page.goto('/company/create-contact')
  await page.getByLabel('Address is known at this time.').check()
  await page.getByLabel('Find address').fill('27 rodway')
  await page.getByRole('option', { name: /^27 Rodway Road, Tilehurst, Reading/ }).click()
  await expect(page.getByLabel('Address line 1')).toHaveValue('27 Rodway Road')
  await expect(page.getByLabel('Town')).toHaveValue('Reading')
  await expect(page.getByLabel('Country')).toContainText('United Kingdom')
  await expect(page.getByLabel('Postcode')).toBeFocused()
  await expect(page.getByText('Postcodes here begin with RG30 6.')).toBeVisible()
  await page.getByLabel('Find address').fill('zzzzzz')
  await expect(page.getByText('Nothing found. Type the address below.')).toBeVisible()
})

test('Deleted: a platform admin deletes and restores a branch and a company', { tag: '@full' }, async ({
  page,
  agency,
  platform,
  signInAsPlatformAdmin,
}) => {
  const { name: company, companyId: _id } = agency
  await platform.call(updateCompany, { body: { _id, availableLicenses: 1 } })
  await signInAsPlatformAdmin(page)

  await test.step('delete the branch', async () => {
    await page.goto(`/branch/manage?company=${_id}`)
    await page.getByRole('link', { name: 'Edit Tilehurst' }).click()
    await page.getByRole('button', { name: 'Delete branch' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this branch?' })
    await dialog.getByLabel('Type it here').fill('Tilehurst')
    await dialog.getByRole('button', { name: 'Delete branch' }).click()
    await expect(page).toHaveURL(/\/branch\/manage/)
    await expect(page.getByText('No branches yet')).toBeVisible()
  })

  await test.step('restore the branch within 30 days', async () => {
    await page.goto('/gya/deleted')
    const row = page.getByRole('row').filter({ hasText: company })
    await expect(row).toContainText('Tilehurst')
    await expect(row).toContainText('30 days left')
    await row.getByRole('button', { name: 'Restore Tilehurst' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await expect(row).toHaveCount(0)
  })

  await test.step('delete and restore the company', async () => {
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
    await expect(page.getByRole('row').filter({ hasText: company }).getByRole('cell', { name: '1', exact: true })).toBeVisible()
  })
})
