import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

const street = `${100 + (Math.floor(Date.now() / 1000) % 800)} Parchment Row`
const headers = { 'x-client': 'Web' }

/** What the screens of other parts do, by the calls they make: a property that is sold, with a solicitor on both sides. */
async function sell(page: Page): Promise<void> {
  const post = async (method: 'post' | 'patch', path: string, data: object) => {
    const answer = await page.request[method](`/api${path}`, { headers, data })
    expect([path, answer.status()]).toEqual([path, 200])
    return (await answer.json()) as { _id: string }
  }
  const me = (await (await page.request.get('/api/user/me')).json()) as { company: { _id: string }; branches: { _id: string }[] }
  const [company, branch] = [me.company._id, me.branches[0]?._id ?? '']
  const owner = { firstName: 'Odalys', lastName: 'Vellum', email: `odalys.${Date.now()}@vendor.example` }
  const address = { line1: street, town: 'Reading', postcode: 'RG30 9ZZ' }
  const { _id: property } = await post('post', `/property/${company}/${branch}`, { address, owner })
  const offer = {
    name: 'Fenwick Larkrise',
    amount: 378_500,
    cashBuy: false,
    chain: false,
    state: 'A',
    email: 'fenwick@buyer.example',
  }
  await post('post', `/property/${company}/${branch}/${property}/offer`, offer)
  const { _id: contact } = await post('post', `/companycontacts/${company}`, { name: `Vellum Law ${Date.now()}` })
  const { _id: poc } = await post('post', `/companycontactspoc/${company}/${contact}`, {
    name: 'Wren Vellum',
    email: 'wren@vellum.example',
  })
  const solicitor = { contact, poc }
  await post('patch', `/property/${company}/${branch}/${property}/contacts`, { solicitor, buyerDetails: { solicitor } })
  await page.goto(`/property/documents?branch=${branch}&property=${property}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(street)
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const tab = (page: Page, name: RegExp) => page.getByRole('navigation', { name: 'Property' }).getByRole('link', { name })

test('a file is added, downloaded, e-mailed and deleted; the memorandum is saved, opened and sent, which completes its step', async ({
  page,
}) => {
  await signIn(page, 'staff')
  await sell(page)
  const files = page.getByRole('region', { name: 'Files', exact: true })
  const sent = page.getByRole('region', { name: 'Sent e-mails', exact: true })

  await test.step('what is no document is refused before it is sent; a document is kept with its note', async () => {
    const choose = page.getByRole('button', { name: 'File', exact: true })
    await choose.setInputFiles({ name: 'setup.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
    await expect(page.getByRole('alert').filter({ hasText: 'File not allowed' })).toBeVisible()
    await choose.setInputFiles({ name: 'Łódź – plan №1.pdf', mimeType: 'application/pdf', buffer: pdf })
    await page.getByRole('textbox', { name: 'Note' }).fill('The ground floor')
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(files.getByText('The ground floor')).toBeVisible()
    await expect(files.getByText(`${pdf.length} bytes`)).toBeVisible()
    await expect(tab(page, /^Files/)).toContainText('1')
  })

  await test.step('where it cannot be had, or not whole, the page says so and nothing is saved', async () => {
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

  await test.step('it comes back as it went, under its own name', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download/ }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('Łódź – plan №1.pdf')
    expect(await readFile(await file.path())).toEqual(pdf)
  })

  await test.step('it is e-mailed; an address stands in one list only, and Send waits for a recipient and a message', async () => {
    await page.getByRole('button', { name: /^E-mail/ }).click()
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: 'Send' })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('button', { name: 'Add Buyer: Fenwick Larkrise' }).click()
    await dialog.getByLabel('CC').first().fill('fenwick@buyer.example')
    await dialog.getByLabel('Message').fill('The plan, as promised.')
    await expect(dialog.getByText('No duplicate emails allowed')).toBeVisible()
    await dialog.getByLabel('CC').first().fill('')
    await send.click()
    await expect(sent.getByText('fenwick@buyer.example')).toBeVisible()
  })

  await test.step('its note is edited, and it is deleted after a question', async () => {
    await page.getByRole('button', { name: /^Edit the note/ }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('The first floor')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(files.getByText('The first floor')).toBeVisible()
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete file' }).click()
    await expect(page.getByText('No files yet')).toBeVisible()
  })

  await test.step('the memorandum takes a custom text in place of a name, and is opened as a PDF', async () => {
    await page.getByRole('link', { name: 'Memorandum of sale' }).click()
    await page.getByLabel('Custom buyer text').fill('Fenwick and Isolde Larkrise')
    await expect(page.getByRole('deletion')).toHaveText('Fenwick Larkrise')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Memorandum saved')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('MemorandumOfSale.pdf')
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('it is sent: a copy is among the files, and Memo of sale sent is complete', async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Add Vendor’s solicitor/ }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(sent.getByText('wren@vellum.example')).toBeVisible()
    await page.getByRole('link', { name: 'Files', exact: true }).click()
    await expect(files.getByText('MemorandumOfSale.pdf')).toBeVisible()
    await tab(page, /^Timeline/).click()
    await expect(page.getByText('Draft contracts issued').first()).toBeVisible()
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByText('Memo of sale sent: complete')).toBeVisible()
  })
})
