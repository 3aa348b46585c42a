import { saveChain } from '@gya/domain/features/chain/chain.contract.ts'
import { createContact, deleteContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import type { Agency, Property } from './support/agency.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { openTab } from './support/timeline-actions.ts'

const position = (page: Page, n: number) => page.getByRole('article', { name: `Position ${n}`, exact: true })
const openPosition = (page: Page, n: number) => page.getByRole('button', { name: `Open position ${n}` }).click()

/** A property sold to a buyer who is in a chain. */
async function sell(agency: Agency, street: string, buyer: string): Promise<Property> {
  const property = await agency.takeOn(street)
  await property.sell({ buyer, chain: true })
  return property
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectSaveMessage(page, 'Chain saved')
  await expect(page.getByText('No changes')).toBeVisible()
}

/** Links a property to a position and confirms by typing the first line of its address. */
async function link(page: Page, n: number, street: string): Promise<void> {
  await position(page, n).getByLabel('Link an existing property').fill(street)
  await page.getByRole('option', { name: street }).click()
  const question = page.getByRole('alertdialog', { name: 'Link an existing property' })
  await expect(question.getByRole('button', { name: 'Link property' })).toHaveAttribute('aria-disabled', 'true')
  await question.getByLabel('Type it here').fill(street)
  await question.getByRole('button', { name: 'Link property' }).click()
  await expect(position(page, n)).toContainText('Linked')
}

test('Chain: start, add links, link a property, follow its timeline, update linked properties, clear and reset', {
  tag: '@core',
}, async ({ page, agency }) => {
  const [below, own] = ['1 Linked Lane', '2 Chain Close']
  const other = await sell(agency, below, 'Dorcas Applewhite')
  const here = await sell(agency, own, 'Leopold Starling')
  await agency.signIn(page, 'staff')

  await test.step('start the chain and add two links above', async () => {
    await page.goto(here.url('chain'))
    await page.getByRole('button', { name: 'Start chain' }).click()
    await expect(position(page, 1)).toContainText('This property')
    await expect(position(page, 1).getByRole('button', { name: 'Add link below' })).toHaveCount(0)
    await position(page, 1).getByRole('button', { name: 'Add link above' }).click()
    await expect(position(page, 2).getByLabel('Property address')).toBeFocused()
    await position(page, 2).getByLabel('Buyer’s name').fill('Leopold Starling')
    await position(page, 2).getByRole('combobox', { name: 'Sale type' }).click()
    await page.getByRole('option', { name: 'First-time buyer' }).click()
    const ticks = position(page, 2).getByRole('button', { name: 'Searches applied' })
    await ticks.click()
    await expect(position(page, 2)).toContainText('1 of 10')
    const { height } = (await position(page, 2).boundingBox()) ?? { height: 0 }
    expect(height).toBeLessThanOrEqual(320)
    await position(page, 1).getByRole('button', { name: 'Add link above' }).click()
    await expect(position(page, 2).getByLabel('Buyer’s name')).toHaveCount(0)
  })

  await test.step('link a property, move it down by keyboard, save', async () => {
    await link(page, 2, below)
    await position(page, 2).getByRole('button', { name: 'Close position 2' }).press('Alt+ArrowDown')
    await expect(position(page, 1).getByRole('button', { name: 'Close position 1' })).toBeFocused()
    await save(page)
    await page.reload()
    await expect(position(page, 3)).toContainText('First-time buyer')
    await expect(position(page, 3)).toContainText(`Buyer of ${own}`)
    await expect(position(page, 2)).toContainText('This property')
    await expect(position(page, 1)).toContainText(below)
    await expect(position(page, 1)).toContainText('0 of 10')
  })

  await test.step('its ticks follow the linked property’s timeline', async () => {
    await other.complete(['MemoOfSaleSent', 'DraftContractsIssued'])
    await page.reload()
    await expect(position(page, 1)).toContainText('2 of 10')
    await expect(position(page, 1).getByRole('listitem').filter({ hasText: 'Draft contracts' })).toContainText('Done')
  })

  await test.step('Update all linked properties: the linked property shows the same chain', async () => {
    await page.getByLabel('Update all linked properties').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectSaveMessage(page, 'All linked properties were updated.')
    await expect(page.getByLabel('Update all linked properties')).not.toBeChecked()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true')
    await position(page, 1).getByRole('link', { name: below }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(below)
    await openTab(page, /^Chain/)
    await expect(position(page, 1)).toContainText('This property')
    await expect(position(page, 2)).toContainText(own)
    await expect(position(page, 3)).toContainText('Leopold Starling')
  })

  await test.step('clear a link and reset the chain by typing the first line of the address', async () => {
    await openPosition(page, 2)
    await position(page, 2).getByRole('button', { name: 'Clear property link' }).click()
    const clearing = page.getByRole('alertdialog', { name: 'Clear property link' })
    await clearing.getByLabel('Type it here').fill(own)
    await clearing.getByRole('button', { name: 'Clear property link' }).click()
    await expect(position(page, 2)).not.toContainText('Linked')
    await save(page)
    await page.getByRole('button', { name: 'Reset' }).click()
    const resetting = page.getByRole('alertdialog', { name: 'Reset chain' })
    await resetting.getByLabel('Type it here').fill(below)
    await resetting.getByRole('button', { name: 'Reset chain' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // The message of the previous save would match too.
    await expect(page.getByText('This property has no chain yet')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Start chain' })).toBeVisible()
  })
})

test('Chain: leaving with unsaved changes asks for confirmation; a concurrent save keeps the edits and names the other user', async ({
  page,
  agency,
  colleague: openPageAs,
}) => {
  const property = await sell(agency, '1 Two Hands Terrace', 'Perpetua Coinsworth')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('chain'))
  await page.getByRole('button', { name: 'Start chain' }).click()
  await page.getByRole('link', { name: 'Company workflow' }).click()
  const guard = page.getByRole('alertdialog', { name: 'Unsaved changes' })
  await guard.getByRole('button', { name: 'Stay on page' }).click()
  await openPosition(page, 1)
  await position(page, 1).getByLabel('General notes').fill('Mine')

  const colleague = await openPageAs('company')
  await colleague.goto(property.url('chain'))
  await colleague.getByRole('button', { name: 'Start chain' }).click()
  await save(colleague)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Ottoline Farthingale saved this chain on/)).toBeVisible()
  await expect(position(page, 1).getByLabel('General notes')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
  await expect(position(page, 1)).toContainText('This property')
})

test('Chain: free text is kept as typed; a contact deleted meanwhile is reported on its link', { tag: '@full' }, async ({
  page,
  agency,
}) => {
  const { companyId } = agency
  const name = 'Short & Lived'
  const staff = await agency.as('staff')
  const { _id: contactId } = await staff.call(createContact, { params: { companyId }, body: { name } })
  const property = await sell(agency, '1 Longname Heights', 'Isolde Waverley')
  await agency.signIn(page, 'staff')
  const longName = `<b>${'x'.repeat(190)}</b>`
  const initialSize = page.viewportSize()

  await test.step('a long name with markup is kept as typed and fits the window', async () => {
    await page.goto(property.url('chain'))
    await page.getByRole('button', { name: 'Start chain' }).click()
    await openPosition(page, 1)
    await position(page, 1).getByRole('button', { name: 'Add link above' }).click()
    await position(page, 2).getByLabel('Property address').fill(longName)
    await position(page, 2).getByLabel('Agent', { exact: true }).fill('Fordwick Homes')
    await page.keyboard.press('Tab')
    await position(page, 2).getByLabel('Telephone of the agent').fill('0118 496 0300')
    await expect(position(page, 2).getByRole('heading', { name: longName })).toBeVisible()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      // The layout adapts to the new width in the next frame.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    if (initialSize) await page.setViewportSize(initialSize)
  })

  await test.step('the solicitor is deleted before the save: it is refused, and the error follows the link when it moves', async () => {
    await position(page, 2).getByLabel('Solicitor', { exact: true }).fill(name)
    await page.getByRole('option', { name, exact: false }).first().click()
    await staff.call(deleteContact, { params: { companyId, contactId } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const why = 'This contact does not exist any more, or it is not yours to see. Choose another, or enter a name.'
    await expect(position(page, 2).getByText(why)).toBeVisible()
    await expect(position(page, 2).getByLabel('Solicitor', { exact: true })).toBeFocused()
    await position(page, 2).getByLabel('Solicitor', { exact: true }).press('Escape')
    await position(page, 2).getByRole('button', { name: 'Move down' }).click()
    await expect(position(page, 1).getByText(why)).toBeVisible()
    await position(page, 1)
      .getByRole('button', { name: `Clear ${name}` })
      .click()
    await expect(page.getByText(why)).toHaveCount(0)
    await position(page, 1).getByLabel('Solicitor', { exact: true }).fill('Bracken & Moss')
    await page.keyboard.press('Tab')
    await save(page)
    await page.reload()
    await expect(position(page, 1)).toContainText('Agent Fordwick Homes')
    await expect(position(page, 1)).toContainText('Solicitor Bracken & Moss')
  })
})

test('Chain: properties to link are paged; Update all linked properties skips chains of other branches', {
  tag: '@full',
}, async ({ page, agency }) => {
  const far = '1 Far Field'
  const other = await agency.takeOn(far, { branchId: await agency.addBranch('Southcote') })
  const property = await sell(agency, '2 Near Nook', 'Dorcas Applewhite')
  for (let n = 1; n <= 16; n += 1) await agency.takeOn(`${n} Neighbour Road`)
  await agency.signIn(page, 'staff')

  await test.step('pages of fifteen', async () => {
    await page.goto(property.url('chain'))
    await page.getByRole('button', { name: 'Start chain' }).click()
    await openPosition(page, 1)
    await position(page, 1).getByRole('button', { name: 'Add link above' }).click()
    await position(page, 2).getByLabel('Link an existing property').fill('RG3')
    await expect(page.getByText(/^1–15 of \d+$/)).toBeVisible()
    await expect(page.getByRole('option')).toHaveCount(15)
    const first = await page.getByRole('option').first().textContent()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText(/^16–\d+ of \d+$/)).toBeVisible()
    await expect(page.getByRole('option').first()).not.toHaveText(first ?? '')
    await page.keyboard.press('Escape')
    await position(page, 2).getByLabel('Link an existing property').fill(far)
    await expect(page.getByText('No properties found.')).toBeVisible()
    await save(page)
  })

  await test.step('Update all linked properties names the property of another branch that it skips', async () => {
    const admin = await agency.as('company')
    const items = [{ thisProperty: true as const }, { propertyRef: other.params.propertyId }]
    await admin.call(saveChain, { params: property.params, body: { items } })
    await page.reload()
    await expect(position(page, 2)).toContainText('Sold by another branch')
    await page.getByLabel('Update all linked properties').check()
    await expect(page.getByText(`Not updated, being in another branch: ${far}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectSaveMessage(page, 'Chain saved')
    const { chain } = await admin.call(readProperty, { params: other.params })
    expect(chain.items).toEqual([])
  })
})

test('Chain as a table: four links typed without the mouse, and the same chain as cards', async ({ page, agency }) => {
  const here = await sell(agency, '3 Chain Close', 'Leopold Starling')
  await agency.signIn(page, 'staff')
  await page.goto(here.url('chain'))
  await page.getByRole('radio', { name: 'Table' }).check({ force: true })
  await page.getByRole('button', { name: 'Start chain' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add link above' })).toBeFocused()
  const cell = (column: string, n: number) => page.getByLabel(`${column}, position ${n}`, { exact: true })
  await expect(cell('Property address', 1)).toHaveCount(0)
  await page.keyboard.press('Enter')
  for (const n of [2, 3, 4]) {
    await expect(cell('Property address', n)).toBeFocused()
    await page.keyboard.type(`${n} Otter Row`)
    await page.keyboard.press('Tab')
    await page.keyboard.type(`Buyer of ${n}`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Nettlefold Homes')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0118 496 0212')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Quillfeather Law')
    if (n < 4) await page.keyboard.press('Enter')
  }
  await page.keyboard.press('ArrowDown')
  await expect(cell('Solicitor', 3)).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: '3 Otter Row is now position 2 of 4' })).toBeAttached()
  for (const [n, of] of [2, 3, 4].map((at, index) => [at, [3, 2, 4][index]] as const))
    await expect(cell('Buyer’s name', n)).toHaveValue(`Buyer of ${of}`)
  await page.keyboard.press('Control+Enter')
  await expectSaveMessage(page, 'Chain saved')
  await expect(page.getByText('No changes')).toBeVisible()
  await page.reload()
  await expect(cell('Property address', 2)).toHaveValue('3 Otter Row')
  await expect(cell('Agent’s telephone', 4)).toHaveValue(/0118 496 0212/)
  await expect(cell('Buyer’s name', 3)).toHaveValue('Buyer of 2')
  await page.getByRole('radio', { name: 'Cards' }).check({ force: true })
  await expect(position(page, 4)).toContainText('Nettlefold Homes')
})
