import { readFile } from 'node:fs/promises'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import type { Agency, Property } from './support/agency.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { openHeader } from './support/timeline-actions.ts'

/** A sold property with a solicitor on both sides. */
async function sell(agency: Agency): Promise<Property> {
  const property = await agency.takeOn('1 Parchment Row')
  await property.sell({ buyer: 'Fenwick Larkrise', email: 'fenwick@buyer.example' })
  const staff = await agency.as('staff')
  const { _id: contact, pocs } = await staff.call(createContact, {
    params: { companyId: agency.companyId },
    body: { name: 'Vellum Law', pocs: [{ name: 'Wren Vellum', email: 'wren@vellum.example' }] },
  })
  const solicitor = { contact, poc: pocs[0]?._id ?? null }
  await staff.call(saveContacts, { params: property.params, body: { solicitor, buyerDetails: { solicitor } } })
  return property
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const tabLink = (page: Page, name: RegExp) => page.getByRole('navigation', { name: 'Property' }).getByRole('link', { name })

test('Files and Memorandum of sale: upload, download, e-mail and delete a file; save, download and send the memorandum', {
  tag: '@core',
}, async ({ page, agency, signInAsPlatformAdmin }) => {
  const property = await sell(agency)
  await agency.signIn(page, 'staff')
  await page.goto(property.url('documents'))
  const files = page.getByRole('region', { name: 'Files', exact: true })
  const sent = page.getByRole('region', { name: 'Sent e-mails', exact: true })

  await test.step('refuse a file that is no document; upload a document with a note', async () => {
    const choose = page.getByRole('button', { name: 'File', exact: true })
    await choose.setInputFiles({ name: 'setup.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
    await expect(page.getByRole('alert').filter({ hasText: 'File not allowed' })).toBeVisible()
    await choose.setInputFiles({ name: 'Łódź – plan №1.pdf', mimeType: 'application/pdf', buffer: pdf })
    await page.getByRole('textbox', { name: 'Note' }).fill('The ground floor')
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(files.getByText('The ground floor')).toBeVisible()
    await expect(files.getByText(`${pdf.length} bytes`)).toBeVisible()
    await expect(tabLink(page, /^Files/)).toContainText('1')
  })

  await test.step('a download that fails or breaks off reports an error', async () => {
    const message = 'Files cannot be stored or read at the moment; nothing was changed. Try again in a moment.'
    await page.route(/\/download$/, (route) => route.fulfill({ status: 503, json: { code: 'FILES_NOT_READY', message } }))
    await page.getByRole('button', { name: /^Download/ }).click()
    await expect(page.getByText(message)).toBeVisible()
    await page.unroute(/\/download$/)
    await page.route(/\/download$/, (route) => route.abort('connectionreset'))
    await page.getByRole('button', { name: /^Download/ }).click()
    await expect(page.getByText('The file did not arrive whole. Try again in a moment.')).toBeVisible()
    await page.unroute(/\/download$/)
  })

  await test.step('download the same bytes under the same name', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download/ }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('Łódź – plan №1.pdf')
    expect(await readFile(await file.path())).toEqual(pdf)
  })

  await test.step('e-mail: no duplicate addresses; Send needs a recipient and a message', async () => {
    await page.getByRole('button', { name: /^E-mail .*\.pdf$/ }).click()
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: 'Send' })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('button', { name: 'Add Buyer: Fenwick Larkrise' }).click()
    await dialog.getByLabel('CC').first().fill('fenwick@buyer.example')
    await dialog.getByLabel('Message').fill('The plan, as promised.')
    await expect(dialog.getByText('No duplicate emails allowed')).toBeVisible()
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('CC').first().fill('nobody')
    await dialog.getByLabel('Subject').focus()
    await expect(dialog.getByText(/Enter an e-mail address/)).toBeVisible()
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await expect(send).toHaveAccessibleDescription('Correct or remove “nobody” under CC')
    await dialog.getByLabel('CC').first().fill('')
    await send.click()
    await expect(sent.getByText('fenwick@buyer.example')).toBeVisible()
  })

  await test.step('edit the note; delete', async () => {
    await page.getByRole('button', { name: /^Edit the note/ }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('The first floor')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(files.getByText('The first floor')).toBeVisible()
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete file' }).click()
    await expect(page.getByText('No files yet')).toBeVisible()
  })

  await test.step('memorandum: a custom text replaces a name; download the PDF', async () => {
    await page.getByRole('link', { name: 'Memorandum of sale' }).click()
    await page.getByLabel('Custom buyer text').fill('Fenwick and Isolde Larkrise')
    await expect(page.getByRole('deletion')).toHaveText('Fenwick Larkrise')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('You may have unsaved changes.')).toBeVisible()
    await page.getByRole('button', { name: 'Stay on page' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectSaveMessage(page, 'Memorandum saved')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('MemorandumOfSale.pdf')
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('send the memorandum: a copy is kept, and Memo of sale sent is complete', async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const preview = dialog.getByRole('region', { name: 'Who gets what' })
    await expect(preview.getByText('3 messages: each gets one of their own')).toBeVisible()
    await expect(preview.getByText('Vendor’s solicitor and buyer’s solicitor: Wren Vellum')).toBeVisible()
    await dialog.getByLabel('BCC').first().fill('file@larkmead.example')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(sent.getByText('wren@vellum.example · BCC file@larkmead.example')).toBeVisible()
    await expect(sent.getByText('fenwick@buyer.example · BCC file@larkmead.example')).toBeVisible()
    await page.getByRole('link', { name: 'Files', exact: true }).click()
    await expect(files.getByText('MemorandumOfSale.pdf')).toBeVisible()
    await tabLink(page, /^Timeline/).click()
    await expect(page.getByText('Draft contracts issued').first()).toBeVisible()
    await openHeader(page)
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByText('Memo of sale sent: complete')).toBeVisible()
  })

  await test.step('another price: the memorandum says for which it was made, and is sent again', async () => {
    const staff = await agency.as('staff')
    await staff.call(updateManagementInfo, { params: property.params, body: { agreedPrice: 123_000 } })
    await page.goto(property.url('memo'))
    await expect(page.getByText(/^Made for £[\d,]+ on \d\d\/\d\d\/\d{4}; the price is now £123,000\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Send it again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(/^Made for/)).toHaveCount(0)
  })

  await test.step('after a fall-off each warning links to the screen that resolves it', async () => {
    const staff = await agency.as('staff')
    await staff.call(performFallOff, { params: property.params, body: { note: 'The buyer withdrew' } })
    await page.goto(property.url('memo'))
    await expect(page.getByRole('status').filter({ hasText: 'No buyer has been selected' })).toBeVisible()
    await page.getByRole('link', { name: 'Add solicitor' }).click()
    await expect(page.getByRole('tab', { name: 'Buyer contacts' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('the mailbox has the attachment', async () => {
    await signInAsPlatformAdmin(page)
    await page.goto(`/gya/mailbox?q=${encodeURIComponent('1 Parchment Row')}`)
    await page.getByText('fenwick@buyer.example').first().click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Download MemorandumOfSale.pdf' }).click()
    expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
  })
})
