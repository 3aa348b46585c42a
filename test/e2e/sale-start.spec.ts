import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import type { Agency } from './support/agency.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const buyer = 'Fenwick Larkrise'

/** A property with the vendor's solicitor and one offer; the firm for the buyer's side exists. */
async function offered(agency: Agency) {
  const property = await agency.takeOn('6 Panel Row')
  await property.offer({ buyer, email: 'fenwick@larkrise.example' })
  const staff = await agency.as('staff')
  const firm = (name: string, type: 'solicitor' | 'broker') =>
    staff.call(createContact, {
      params: { companyId: agency.companyId },
      body: { name, type, email: `${name.split(' ')[0]?.toLowerCase()}@firm.example`, tel: '0118 496 0204', pocs: [] },
    })
  const vendors = await firm('Thrale Law', 'solicitor')
  await firm('Vellum Law', 'solicitor')
  await staff.call(saveContacts, { params: property.params, body: { solicitor: { contact: vendors._id } } })
  return property
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'Start this sale' })

/** `progressor`: chosen in place of who is proposed. */
async function accept(page: Page, proposed: string, progressor?: string): Promise<void> {
  const offer = page.getByRole('form', { name: `Manage offer of ${buyer}` })
  await offer.getByRole('radio', { name: 'Accepted' }).check({ force: true })
  await offer.getByRole('button', { name: 'Save offer' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Accept this offer?' })
  await expect(dialog.getByLabel('Sales progressor')).toContainText(proposed)
  if (progressor) {
    await dialog.getByLabel('Sales progressor').click()
    await page.getByRole('option', { name: progressor }).click()
  }
  await dialog.getByRole('button', { name: 'Accept offer' }).click()
  await expect(panelOf(page)).toBeVisible()
}

const countClicks = (page: Page) =>
  page.evaluate(() => {
    const counted = globalThis as unknown as { clicks: number }
    counted.clicks = 0
    addEventListener('pointerdown', () => (counted.clicks += 1), { capture: true })
  })
const clicksOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks)

test('Offers: an acceptance names the progressor; one panel adds the solicitor and sends the memorandum in at most 4 clicks', async ({
  page,
  agency,
}) => {
  const property = await offered(agency)
  await agency.signIn(page, 'staff')
  await page.goto(property.url('offers'))
  const { firstName, lastName } = await agency.person('staff')
  const name = `${firstName} ${lastName}`
  await accept(page, name)
  await countClicks(page)
  const panel = panelOf(page)
  await expect(panel.getByRole('region', { name: 'Sales progressor' })).toContainText('Done')
  await expect(panel.getByRole('button', { name: 'Send memorandum' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const solicitor = panel.getByRole('region', { name: 'Buyer’s solicitor' })
  await solicitor.getByLabel('Search for a solicitor').click()
  await page.keyboard.type('Vellum')
  await page.getByRole('option', { name: /^Vellum Law/ }).click()
  await expect(solicitor).toContainText('Done')
  const [email, tel] = await Promise.all(
    ['vellum@firm.example', '0118 496 0204'].map((name) => solicitor.getByRole('link', { name }).boundingBox()),
  )
  expect((tel?.x ?? 0) - (email?.x ?? 0)).toBeGreaterThan(email?.width ?? 0)
  await panel.getByRole('button', { name: 'Send memorandum' }).click()
  await expectSaveMessage(page, 'E-mail on its way')

  const clicks = await clicksOf(page)
  test.info().annotations.push({ type: 'clicks', description: String(clicks) })
  expect(clicks).toBeLessThanOrEqual(4)
  const staff = await agency.as('staff')
  const saved = await staff.call(readProperty, { params: property.params })
  expect(saved.timeline.data.find(({ key }) => key === 30)?.state).toBe('C')
  expect(saved.contacts.bStaff?.name).toBe(name)
})

test('Offers: parts that are left for later become tasks of the sale, each once', { tag: '@full' }, async ({ page, agency }) => {
  const property = await offered(agency)
  await agency.signIn(page, 'staff')
  await page.goto(property.url('offers'))
  const { firstName, lastName } = await agency.person('staff')
  await accept(page, `${firstName} ${lastName}`, 'Nobody yet')
  await expectNoViolations(page)
  const { companyId, propertyId } = property.params
  const titles = async () => {
    const staff = await agency.as('staff')
    const { data } = await staff.call(listTasks, { params: { companyId }, query: { propertyId, state: 'open' } })
    return data.map(({ title }) => title).toSorted()
  }
  const left = [
    'Add the buyer’s mortgage broker',
    'Add the buyer’s solicitor',
    'Assign the sales progressor',
    'Find out the chain',
  ]
  await panelOf(page).getByRole('button', { name: 'Leave the rest for later' }).click()
  await expect(page.getByRole('button', { name: 'Start this sale' })).toBeVisible()
  expect(await titles()).toEqual(left)
  await page.getByRole('button', { name: 'Start this sale' }).click()
  await panelOf(page).getByRole('button', { name: 'Leave the rest for later' }).click()
  await expect(page.getByRole('button', { name: 'Start this sale' })).toBeVisible()
  expect(await titles()).toEqual(left)
})
