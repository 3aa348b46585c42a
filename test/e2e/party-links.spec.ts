import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

/** The URL in the e-mail to a party, as shown in the mailbox. */
async function addressSentTo(page: Page, email: string): Promise<string> {
  await page.goto(`/gya/mailbox?q=${encodeURIComponent(email)}`)
  await page.getByText(email).first().click()
  const text = await page.getByRole('dialog').getByText(/\/p#/).textContent()
  return /\/p#[\w-]{43}/.exec(text ?? '')?.[0] ?? ''
}

test('Party link: sent, opened on a phone, Searches back proposed, accepted with A, undone', async ({
  page,
  agency,
  browser,
  signInAsPlatformAdmin,
}) => {
  const property = await agency.takeOn('27 Rodway Road')
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await property.complete(['MemoOfSaleSent', 'SearchesAppliedFor'])
  const email = `tolliver.${agency.stamp}@law.example`
  const stateOfSearches = async () => {
    const { timeline } = await (await agency.as('staff')).call(readProperty, { params: property.params })
    return timeline.data.find(({ keyName }) => keyName === 'SearchesBack')?.state
  }

  await test.step('the progressor sends a link from the contacts page', async () => {
    await agency.signIn(page, 'staff')
    await page.goto(property.url('contacts'))
    await page.getByRole('button', { name: 'Send link to buyer’s solicitor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('J. Tolliver')
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expectSaveMessage(page, 'Link sent')
    await expect(page.getByRole('region', { name: 'Pages for the parties' })).toContainText('Not opened yet')
  })

  await signInAsPlatformAdmin(page)
  const address = await addressSentTo(page, email)
  expect(address).toMatch(/^\/p#[\w-]{43}$/)

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const party = await context.newPage()
  await test.step('the solicitor proposes Searches back on a phone', async () => {
    await party.goto(address)
    await expect(party.getByRole('heading', { level: 1 })).toHaveText('27 Rodway Road')
    await expect(party.getByRole('main')).not.toContainText(/£|fee|Larkrise/)
    for (const colorScheme of ['light', 'dark'] as const) {
      await party.emulateMedia({ colorScheme })
      await expectNoViolations(party, `party page, ${colorScheme}`)
    }
    expect(await party.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await party.getByRole('button', { name: 'Say when: Searches back' }).click()
    await expect(party.getByLabel('Back on')).not.toHaveValue('')
    await party.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(party.getByRole('status')).toContainText('It counts once')
    await expect(party.getByRole('region', { name: 'What you sent' })).toContainText('Not confirmed yet.')
    const name = party.getByRole('region', { name: 'Legal' }).getByText(/^Searches back/)
    expect((await name.boundingBox())?.height, 'its name stands on one line').toBeLessThanOrEqual(24)
    expect(await context.cookies()).toEqual([])
    expect(await stateOfSearches()).not.toBe('C')
  })

  await test.step('A accepts it in the inbox, Ctrl Z undoes it', async () => {
    await agency.signIn(page, 'staff')
    await page.goto(`/branch/proposals?branch=${agency.branchId}`)
    const row = page.getByRole('list', { name: 'Open proposals' }).getByRole('listitem')
    await expect(row).toContainText('Completes Searches back')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectNoViolations(page, `inbox, ${colorScheme}`)
    }
    await row.focus()
    await page.keyboard.press('a')
    await expect(page.getByText('proposal accepted: Searches back')).toBeVisible()
    await expect(page.getByText('Nothing to decide')).toBeVisible()
    await expect.poll(stateOfSearches).toBe('C')
    // The open page updates when it gets the focus.
    await party.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(party.getByRole('region', { name: 'What you sent' })).toContainText('Confirmed on ')
    await page.keyboard.press('Control+z')
    await expect(page.getByText(/^Undone: /)).toBeVisible()
    await expect.poll(stateOfSearches).not.toBe('C')
    await expect(row).toContainText('Searches back')
  })

  await test.step('an ended link says so in the words of an unknown one', async () => {
    await page.goto(property.url('contacts'))
    await page.getByRole('button', { name: 'End the link of J. Tolliver' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End link' }).click()
    await expectSaveMessage(page, 'Link ended')
    for (const to of [address, `/p#${'x'.repeat(43)}`]) {
      await party.goto('about:blank')
      await party.goto(to)
      await expect(party.getByRole('alert')).toContainText('This link does not open anything. It may have ended.')
    }
  })
  await context.close()
})

test('Proposals: every key of the inbox', async ({ page, agency, signInAsPlatformAdmin, browser }) => {
  const property = await agency.takeOn('3 Every Key')
  await property.sell({ buyer: 'Mona Vane' })
  await property.complete(['MemoOfSaleSent'])
  const email = `keys.${agency.stamp}@law.example`
  await agency.signIn(page, 'staff')
  await page.goto(property.url('contacts'))
  await page.getByRole('button', { name: 'Send link to buyer’s solicitor' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('J. Tolliver')
  await page.getByRole('dialog').getByLabel('E-mail').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click()
  await expectSaveMessage(page, 'Link sent')
  await signInAsPlatformAdmin(page)
  const address = await addressSentTo(page, email)

  const party = await browser.newPage()
  await party.goto(address)
  for (const text of ['First message', 'Second message', 'Third message']) {
    await party.getByRole('button', { name: 'Write a message' }).click()
    await party.getByRole('textbox', { name: 'Message' }).fill(text)
    await party.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(party.getByRole('region', { name: 'What you sent' })).toContainText(text)
  }
  await party.getByRole('button', { name: 'Send a document' }).click()
  await party
    .getByLabel(/^File/)
    .setInputFiles({ name: 'searches.txt', mimeType: 'text/plain', buffer: Buffer.from('All clear.') })
  await party.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(party.getByRole('region', { name: 'What you sent' })).toContainText('Document: searches.txt')
  await party.close()

  await agency.signIn(page, 'staff')
  await page.goto(`/branch/proposals?branch=${agency.branchId}`)
  const rows = page.getByRole('list', { name: 'Open proposals' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await rows.first().focus()
  for (const [key, marked] of [
    ['ArrowDown', 1],
    ['j', 2],
    ['ArrowUp', 1],
    ['k', 0],
    ['End', 3],
    ['Home', 0],
    ['End', 3],
  ] as const) {
    await page.keyboard.press(key)
    await expect(rows.nth(marked), key).toBeFocused()
  }
  const download = page.waitForEvent('download')
  await page.keyboard.press('o')
  expect((await download).suggestedFilename()).toBe('searches.txt')
  await page.keyboard.press('Home')
  await page.keyboard.press('d')
  const dialog = page.getByRole('alertdialog', { name: 'Decline: Message' })
  await dialog.getByLabel('Why').fill('Please ring me.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('a')
  await expect(rows).toHaveCount(2)
})
