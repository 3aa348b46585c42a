import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import type { Agency } from './support/agency.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'

/** A sale with a vendor's solicitor. */
async function sold(agency: Agency) {
  const property = await agency.takeOn('14 Template Row')
  await property.sell({ buyer: 'Fenwick Larkrise', email: 'fenwick@larkrise.example' })
  const staff = await agency.as('staff')
  const firm = await staff.call(createContact, {
    params: { companyId: agency.companyId },
    body: { name: 'Thrale Law', type: 'solicitor', email: 'post@thrale.example', tel: '0118 496 0204', pocs: [] },
  })
  await staff.call(saveContacts, { params: property.params, body: { solicitor: { contact: firm._id } } })
}

async function chooseSale(page: Page, within: ReturnType<Page['getByRole']>): Promise<void> {
  await within.getByRole('combobox', { name: 'On the sale of' }).fill('14 Template')
  await page.getByRole('option', { name: /14 Template Row/ }).click()
}

test('Message templates: written with fields, previewed on a sale, reverted to an earlier text, switched on', async ({
  page,
  agency,
}) => {
  await sold(agency)
  await agency.signIn(page, 'company')
  await page.goto(`/company/templates?company=${agency.companyId}`)
  const list = page.getByRole('region', { name: 'Message templates' })
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const preview = page.getByRole('region', { name: 'Preview' })
  const save = page.getByRole('button', { name: 'Save template' })

  await test.step('the seven of the company are listed, the first is open', async () => {
    await expect(list.getByRole('listitem')).toHaveCount(7)
    await expect(text).not.toHaveValue('')
    await expectNoViolations(page)
  })

  await test.step('a new one: a field from the menu, an unknown one refused at the text', async () => {
    await list.getByRole('link', { name: 'New template' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Good news')
    await page.getByRole('combobox', { name: 'For', exact: true }).click()
    await page.getByRole('option', { name: 'Vendor’s solicitor', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Event' }).click()
    await page.getByRole('option', { name: 'Exchanged' }).click()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Exchange')
    await text.fill('Dear {nobody}, ')
    await expect(page.getByText('There is no field {nobody}.')).toBeVisible()
    await text.fill('Dear ')
    await page.getByRole('button', { name: 'Insert a field' }).click()
    await page.getByRole('menuitem', { name: 'Recipient’s name' }).click()
    await expect(text).toHaveValue('Dear {recipient}')
    await chooseSale(page, preview)
    await expect(preview.getByText('Dear Thrale Law')).toBeVisible()
    await save.click()
    await expect(list.getByRole('link', { name: 'Good news' })).toHaveAttribute('aria-current', 'page')
  })

  await test.step('changed words are guarded; saved, the text before can be used again', async () => {
    await text.fill('Hello {recipient}')
    await list.getByRole('link', { name: 'All parties' }).click()
    await page.getByRole('button', { name: 'Stay on page' }).click()
    await expect(text).toHaveValue('Hello {recipient}')
    await save.click()
    await page.getByText('Text 1').click()
    await page.getByRole('button', { name: 'Use this text again' }).click()
    await expect(text).toHaveValue('Dear {recipient}')
    await save.click()
    await expect(page.getByText('Text 2')).toBeVisible()
  })

  await test.step('it is switched on after it was read on a sale', async () => {
    await list.getByRole('switch', { name: /Good news/ }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText('Dear Thrale Law')).toBeVisible()
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await expect(dialog).toBeHidden()
    await expect(list.getByRole('switch', { name: /Good news/ })).toBeChecked()
  })

  await test.step('a branch reads the company’s, and writes one in its place', async () => {
    await page.goto(`/branch/templates?company=${agency.companyId}&branch=${agency.branchId}`)
    await list.getByRole('link', { name: 'Good news' }).click()
    await page.getByRole('link', { name: 'Write one for this branch' }).click()
    await text.fill('From the branch')
    await save.click()
    await expect(list.getByRole('listitem').filter({ hasText: 'Good news' })).not.toContainText('Company’s')
  })
})
