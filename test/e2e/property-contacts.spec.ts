import type { Agency } from './support/agency.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

async function openContacts(page: Page, agency: Agency): Promise<void> {
  const property = await agency.takeOn('1 Contact Crescent')
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('contacts'))
  await expect(page.getByRole('tab', { name: 'Vendor contacts' })).toBeVisible()
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectSaveMessage(page, 'Contacts saved')
}

test('Property contacts: create a contact and a POC in place, add an additional contact', async ({ page, agency }) => {
  const firm = 'Teasel Law'
  await openContacts(page, agency)
  await page.getByRole('tab', { name: 'Buyer contacts' }).click()

  await test.step('create contact and create POC select what they create', async () => {
    await page.getByLabel('Search for a solicitor').fill(firm)
    await page.getByRole('option', { name: /^New contact/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(firm)
    await dialog.getByLabel('Telephone').fill('0118 496 0777')
    await dialog.getByRole('button', { name: 'Create contact' }).click()
    await expect(page.getByRole('link', { name: '0118 496 0777' })).toHaveAttribute('href', 'tel:+441184960777')
    await page.getByRole('button', { name: 'New POC' }).first().click()
    await dialog.getByLabel('Name').fill('Wren Teasel')
    await dialog.getByLabel('E-mail').fill('wren@teasel.example')
    await dialog.getByRole('button', { name: 'Create POC' }).click()
    await expect(page.getByRole('link', { name: 'wren@teasel.example' })).toHaveAttribute('href', 'mailto:wren@teasel.example')
  })

  await test.step('an additional contact needs every field', async () => {
    await page.getByRole('button', { name: 'Add contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add contact' })
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await expect(dialog.getByText('Enter a telephone number.')).toBeVisible()
    await dialog.getByLabel('First name').fill('Isolde')
    await dialog.getByLabel('Last name').fill('Rainbird')
    await dialog.getByLabel('E-mail').fill('isolde@post.example')
    await dialog.getByLabel('Telephone').fill('07700 900555')
    await dialog.getByRole('checkbox', { name: 'Memorandum of sale recipient' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Add contact' }).click()
  })

  await save(page)
  await page.reload()
  await page.getByRole('tab', { name: 'Buyer contacts' }).click()
  await expect(page.getByRole('link', { name: 'wren@teasel.example' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Isolde Rainbird' })).toContainText('Memorandum of sale recipient')
})

test('Property contacts: selecting the already selected agent unselects it', async ({ page, agency }) => {
  await openContacts(page, agency)
  const agents = page.getByRole('list', { name: 'Branch members' })
  const selected = agents.getByRole('button', { pressed: true })
  await agents.getByRole('button').first().click()
  await save(page)
  const name = (await selected.innerText()).split('\n')[0] ?? ''
  await selected.click()
  await expect(selected).toHaveCount(0)
  await save(page)
  await page.reload()
  await expect(agents.getByRole('button', { name, pressed: false })).toBeVisible()
})

test('Property contacts: a concurrent save of the same side is refused and keeps the edits', async ({
  page,
  agency,
  colleague,
}) => {
  await openContacts(page, agency)
  const notes = (of: Page) => of.getByLabel('Notes on the vendor’s contacts')
  await expect(notes(page)).toBeVisible()
  const other = await colleague('branch')
  await other.goto(page.url())
  await notes(page).fill('What I typed')
  await notes(other).fill('Saved first')
  await save(other)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/Marnie Quillfeather saved this/)).toBeVisible()
  await expect(notes(page)).toHaveValue('What I typed')
})
