import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import type { Agency, Property } from './support/agency.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { rowsOf, salesOfOneSolicitor, solicitor } from './support/today.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: `E-mail: ${solicitor}` })
const about = (page: Page, { line1 }: Property) => dialogOf(page).getByRole('group', { name: 'About' }).getByLabel(line1)

async function outcomes(agency: Agency, { params: { companyId, propertyId } }: Property): Promise<string[]> {
  const staff = await agency.as('staff')
  const { data } = await staff.call(listConversations, { params: { companyId }, query: { propertyId } })
  return data.flatMap(({ sales }) => sales.filter((sale) => sale.propertyId === propertyId).map(({ outcome }) => outcome))
}

test('E-mail: E in Today, on /chase and in the palette opens the message about the listed items; a draft survives the session', async ({
  page,
  agency,
}) => {
  const [first, second] = (await salesOfOneSolicitor(agency, [['SearchesBack'], ['EnquiriesRaised']])) as [Property, Property]
  await agency.signIn(page, 'staff')
  await page.goto('/today')
  await expect(rowsOf(page).first()).toBeFocused()

  await test.step('Today: both sales of the solicitor, with the template for their steps', async () => {
    await rowsOf(page).filter({ hasText: 'Searches back' }).focus()
    await page.keyboard.press('e')
    await expect(about(page, first)).toBeChecked()
    await expect(about(page, second)).toBeChecked()
    await expect(dialogOf(page).getByRole('region', { name: 'As it will go' })).toContainText(`Dear ${solicitor}`)
    await expectNoViolations(page, 'message')
  })

  await test.step('the session ends: what was typed is there after the next sign-in', async () => {
    await dialogOf(page).getByRole('textbox', { name: 'Text' }).fill('Hello {recipient}, how far are we?')
    // Without a running preview, the click on Send is the first call that fails because the session has ended.
    await expect(dialogOf(page).getByRole('region', { name: 'As it will go' })).toContainText('how far are we?')
    const previewed = page.waitForResponse(/\/message\/[^/]+\/preview$/)
    await about(page, second).uncheck()
    await previewed
    await page.context().clearCookies()
    await dialogOf(page).getByRole('button', { name: 'Send' }).click()
    await expect(page).toHaveURL(/\/login\?/)
    await agency.signIn(page, 'staff')
    await page.goto('/today')
    await expect(rowsOf(page).first()).toBeFocused()
    await rowsOf(page).filter({ hasText: 'Searches back' }).focus()
    await page.keyboard.press('e')
    await expect(dialogOf(page)).toContainText('What you had typed is back')
    await expect(about(page, second)).not.toBeChecked()
    await expect(dialogOf(page).getByRole('textbox', { name: 'Text' })).toHaveValue('Hello {recipient}, how far are we?')
    await dialogOf(page).getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(`E-mailed: ${solicitor}, 1 sale`)).toBeVisible()
    expect(await outcomes(agency, first)).toEqual(['emailed'])
    expect(await outcomes(agency, second)).toEqual([])
  })

  await test.step('/chase', async () => {
    await rowsOf(page).filter({ hasText: 'Enquiries raised' }).focus()
    await page.keyboard.press('Enter')
    if (!page.url().includes('/chase')) await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: solicitor })).toBeVisible()
    await page.keyboard.press('e')
    await expect(about(page, second)).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
  })

  await test.step('the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('@primrose')
    await expect(page.getByRole('option', { selected: true })).toContainText(solicitor)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('e')
    await expect(dialogOf(page)).toBeVisible()
  })
})

test('E-mail: a draft survives a reload and is deleted once the message was sent', async ({ page, agency }) => {
  const [first, second] = (await salesOfOneSolicitor(agency, [['SearchesBack'], ['EnquiriesRaised']])) as [Property, Property]
  await agency.signIn(page, 'staff')
  const write = async (property: Property) => {
    await page.goto('/today')
    await expect(rowsOf(page).first()).toBeFocused()
    await rowsOf(page).filter({ hasText: property.line1 }).first().focus()
    await page.keyboard.press('e')
    await expect(about(page, property)).toBeVisible()
  }
  const text = dialogOf(page).getByRole('textbox', { name: 'Text' })
  const subject = dialogOf(page).getByRole('textbox', { name: 'Subject' })

  await write(first)
  await subject.fill('Where are the searches?')
  await text.fill('Hello {recipient}, how far')
  await about(page, second).uncheck()
  await page.reload()
  await write(first)
  await expect(dialogOf(page)).toContainText('What you had typed is back')
  await expect(subject).toHaveValue('Where are the searches?')
  await expect(text).toHaveValue('Hello {recipient}, how far')
  await expect(about(page, second)).not.toBeChecked()

  await test.step('and a second one; once sent, it is gone', async () => {
    await text.pressSequentially(' are we?')
    await page.reload()
    await write(first)
    await expect(text).toHaveValue('Hello {recipient}, how far are we?')
    await dialogOf(page).getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(`E-mailed: ${solicitor}, 1 sale`)).toBeVisible()
    await page.reload()
    await write(second)
    await expect(text).not.toHaveValue('')
    await expect(text).not.toHaveValue(/how far are we/)
    await expect(dialogOf(page)).not.toContainText('What you had typed is back')
  })
})

test('Files: an e-mail to all parties is sent as one message each; a letter with a preview is stored as a PDF', async ({
  page,
  agency,
}) => {
  const [property] = (await salesOfOneSolicitor(agency, [['SearchesBack']])) as [Property]
  await agency.signIn(page, 'staff')
  await page.goto(property.url('documents'))
  await page.getByRole('button', { name: 'E-mail the parties' }).click()
  const message = page.getByRole('dialog', { name: 'E-mail' })
  const to = message.getByRole('group', { name: 'To, a message each' })
  await expect(to.getByLabel(`${solicitor}, buyer’s solicitor`)).toBeChecked()
  await expect(to.getByLabel('Buyer 1, buyer: no e-mail address')).toBeDisabled()
  await expect(message.getByRole('button', { name: 'Send 2 messages' })).toBeVisible()
  await message.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Write a letter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a letter' })
  await dialog.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: new RegExp(solicitor) }).click()
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('About {line1}')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await text.fill('Exchange on {expectedExchange}.')
  const preview = dialog.getByRole('region', { name: 'The letter' })
  await expect(preview.getByRole('alert')).toContainText('A field of this message is empty.')
  await text.fill('Dear {recipient},\n\nplease let us know how {address} stands.')
  await expect(preview).toContainText(`Dear ${solicitor}`)
  await expectNoViolations(page, 'letter')
  await dialog.getByRole('button', { name: 'Create the PDF' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(new RegExp(`^Letter to ${solicitor} .*\\.pdf$`))).toBeVisible()
})
