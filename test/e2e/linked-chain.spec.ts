import type { Agency, Property } from './support/agency.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { propertyHeader } from './support/timeline-actions.ts'

/** A property sold to a buyer who is in a chain. */
async function sell(
  agency: Agency,
  line1: string,
  branchId: string,
  offer: { buyer: string; cash?: boolean },
): Promise<Property> {
  const property = await agency.takeOn(line1, { branchId })
  await property.sell({ ...offer, chain: true })
  return property
}

const memoAndLegal = [
  'MemoOfSaleSent',
  'DraftContractsIssued',
  'SearchesAppliedFor',
  'SearchesBack',
  'EnquiriesRaised',
  'EnquiriesAnswered',
] as const
const financial = ['MortgageAppSubmitted', 'MortgageValuationBooked', 'MortgageValuationCompleted', 'MortgageApproved'] as const
const closing = ['NotHavingSurvey', 'ReportedToBuyer', 'DocumentsAndDepositsReceived'] as const

async function exchange(sale: Property, { cash }: { cash: boolean }): Promise<void> {
  await sale.complete([...memoAndLegal, ...(cash ? [] : financial), ...closing])
  await sale.complete(['Exchanged'], { completionDate: inDays(20) })
}

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Europe/London' })

const position = (page: Page, n: number) => page.getByRole('article', { name: `Position ${n}`, exact: true })

async function openChain(page: Page, property: Property): Promise<void> {
  await page.goto(property.url('chain'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(property.line1)
  await expect(position(page, 1)).toBeVisible()
}

async function typeAddress(page: Page, title: string, line1: string, confirm: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: title })
  await question.getByLabel('Type it here').fill(line1)
  await question.getByRole('button', { name: confirm }).click()
  await expect(question).toBeHidden()
}

/** Finds a property by its address and links a position to it. */
async function link(page: Page, n: number, { line1 }: Property): Promise<void> {
  await position(page, n).getByLabel('Link an existing property').fill(line1)
  await page.getByRole('option', { name: line1 }).click()
  await typeAddress(page, 'Link an existing property', line1, 'Link property')
  await expect(position(page, n)).toContainText('Linked')
}

/** Opens the chain at one of its properties and checks each position, from the onward purchase to the buyer's end. */
async function expectChain(page: Page, sales: readonly Property[], at: Property, words: readonly string[]): Promise<void> {
  await openChain(page, at)
  await expect(page.getByRole('article', { name: /^Position/ })).toHaveCount(sales.length)
  for (const [index, { line1 }] of sales.entries()) {
    const card = position(page, index + 1)
    await expect(card).toContainText(line1)
    await expect(card).toContainText(words[index] ?? '')
    await expect(card.getByText('This property', { exact: true })).toHaveCount(line1 === at.line1 ? 1 : 0)
  }
}

test('Chain of four sales in two branches: edit, link, fall off, restore, exchange, complete', { tag: '@full' }, async ({
  page,
  agency,
}) => {
  const [tilehurst, southcote] = [agency.branchId, await agency.addBranch('Southcote')]
  // From the onward purchase to the buyer's end.
  const onward = await sell(agency, '1 Onward Orchard', southcote, { buyer: 'Magnus Thimblewood' })
  const middle = await sell(agency, '2 Middle Meadow', tilehurst, { buyer: 'Odalys Owners' })
  const own = await sell(agency, '3 Owners Oak', southcote, { buyer: 'Odalys First' })
  const first = await sell(agency, '4 First Fields', tilehurst, { buyer: 'Leopold Starling', cash: true })
  const sales = [onward, middle, own, first]
  for (const sale of sales) await sale.setChainStatus(2)
  await agency.signIn(page, 'company')

  await test.step('start the chain of one sale and add three links', async () => {
    await page.goto(own.url('chain'))
    await page.getByRole('button', { name: 'Start chain' }).click()
    await page.getByRole('button', { name: 'Open position 1' }).click()
    for (const count of [2, 3, 4]) {
      await position(page, 1).getByRole('button', { name: 'Add link above' }).click()
      await expect(page.getByText(`${count} links, from the buyer’s end to the onward purchase`)).toBeVisible()
    }
  })

  await test.step('link the other three, move this one by keyboard, update all linked properties', async () => {
    await link(page, 4, first)
    await link(page, 3, middle)
    await link(page, 2, onward)
    await position(page, 1).getByRole('button', { name: 'Close position 1' }).press('Alt+ArrowUp')
    await expect(position(page, 2).getByRole('button', { name: 'Close position 2' })).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(page.getByText(`${own.line1} is now position 3 of 4`)).toBeAttached()
    await position(page, 4).getByRole('combobox', { name: 'Sale type' }).click()
    await page.getByRole('option', { name: 'First-time buyer' }).click()
    await page.getByLabel('Update all linked properties').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectSaveMessage(page, 'All linked properties were updated.')
    await expect(page.getByText('No changes')).toBeVisible()
    for (const at of [onward, first]) await expectChain(page, sales, at, Array(4).fill('On track'))
    await expect(position(page, 4)).toContainText('First-time buyer')
    await expect(position(page, 4)).toContainText('Buyer Leopold Starling')
    await expect(position(page, 1)).toContainText(`${agency.name}, Southcote`)
    await expect(position(page, 2)).toContainText(`${agency.name}, Tilehurst`)
  })

  await test.step('a step completed on one timeline is ticked in the chains', async () => {
    await middle.complete(['MemoOfSaleSent', 'DraftContractsIssued'])
    await openChain(page, first)
    await expect(position(page, 2)).toContainText('2 of 10')
    await expect(position(page, 2).getByRole('listitem').filter({ hasText: 'Draft contracts' })).toContainText('Done')
    await expect(position(page, 4).getByRole('listitem').filter({ hasText: 'Mortgage offer' })).toContainText('Cash')
    await expect(position(page, 1)).toContainText('0 of 10')
  })

  await test.step('the header shows the chain status', async () => {
    const header = propertyHeader(page)
    await expect(header.getByText('Incomplete', { exact: true })).toBeVisible()
    for (const [chain, light] of [
      ['Unknown', 'Unknown'],
      ['Complete', 'Complete'],
    ] as const) {
      await page.goto(first.url('mireport'))
      await page.getByRole('combobox', { name: 'Chain' }).click()
      await page.getByRole('option', { name: chain, exact: true }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(header.getByText(light, { exact: true })).toBeVisible()
    }
  })

  await test.step('a fall-off names the chains that show this sale, and they show it', async () => {
    await page.goto(middle.url('timeline'))
    await page.getByRole('button', { name: 'Perform fall off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Perform fall off' })
    const shown = dialog.getByRole('listitem').filter({ hasText: 'Nothing of them changes by itself.' })
    for (const { line1 } of [onward, own, first]) await expect(shown).toContainText(line1)
    await dialog.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Circumstances changed' }).click()
    await dialog.getByLabel('What happened').fill('The buyer’s job fell through')
    await dialog.getByLabel('Type it here').fill(middle.line1)
    await dialog.getByRole('button', { name: 'Perform fall off' }).click()
    await expect(dialog).toBeHidden()
    await expectChain(page, sales, first, ['On track', 'Sale fell off', 'On track', 'On track'])
    await expectChain(page, [onward, middle], middle, ['On track', 'Sale fell off'])
    await expect(position(page, 2)).toContainText('0 of 10')
    await page.goto(own.url('timeline'))
    await expect(page.getByRole('status').filter({ hasText: `${middle.line1} fell off on` })).toContainText(
      'circumstances changed',
    )
  })

  await test.step('restoring it restores the sale, its ticks and the chain', async () => {
    await page.goto(middle.url('fall-offs'))
    await page.getByRole('button', { name: 'Restore the fall off of Odalys Owners' }).click()
    await typeAddress(page, 'Restore this sale?', middle.line1, 'Restore sale')
    for (const at of [own, middle]) await expectChain(page, sales, at, ['On track', '2 of 10', 'On track', 'On track'])
    await expect(position(page, 2)).toContainText('On track')
    await expect(position(page, 4)).toContainText('First-time buyer')
  })

  await test.step('three sales exchange', async () => {
    for (const sale of [onward, own, first]) await exchange(sale, { cash: sale === first })
    await expectChain(page, sales, middle, ['Exchanged', 'On track', 'Exchanged', 'Exchanged'])
    for (const n of [1, 3, 4]) await expect(position(page, n)).toContainText('9 of 10')
  })

  await test.step('the middle sale exchanges and completes', async () => {
    await exchange(middle, { cash: false })
    await middle.complete(['Completed'], { completionDate: inDays(0) })
    await expectChain(page, sales, onward, ['Exchanged', 'Completed', 'Exchanged', 'Exchanged'])
  })

  await test.step('all four complete', async () => {
    for (const sale of [onward, own, first]) await sale.complete(['Completed'], { completionDate: inDays(0) })
    for (const at of sales) await expectChain(page, sales, at, Array(4).fill('Completed'))
  })
})
