import { expect, type Page, test } from '@playwright/test'
import { agreeSale, complete, exchangeAndComplete, legalSteps, newStreet, phase, tab } from './sale.ts'
import { signIn } from './sign-in.ts'

test.describe.configure({ timeout: 240_000 })

type Sale = { line1: string; path: string; search: string }

/** A call of the API with the session of the page: for what has to be there before the screens are looked at. */
async function call(page: Page, method: 'get' | 'post' | 'patch' | 'put', path: string, data?: object) {
  const answer = await page.request[method](`/api/${path}`, { headers: { 'x-client': 'Web' }, ...(data ? { data } : {}) })
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** A property with a new vendor, taken on through the API. */
async function takeOn(page: Page, companyId: string, branchId: string, name: string): Promise<Sale> {
  const line1 = newStreet(name)
  const { _id } = await call(page, 'post', `property/${companyId}/${branchId}`, {
    address: { line1, postcode: 'RG39 4ZZ' },
    ownership: 'freehold',
    owner: {
      firstName: 'Odalys',
      lastName: name.split(' ')[0],
      email: `${line1.replaceAll(' ', '.').toLowerCase()}@vendor.example`,
    },
  })
  return { line1, path: `property/${companyId}/${branchId}/${_id}`, search: `?branch=${branchId}&property=${_id}` }
}

/** An offer on a property that is accepted, through the API. */
async function sell(page: Page, { path }: Sale, buyer: string, cashBuy: boolean): Promise<void> {
  const { offers } = await call(page, 'post', `${path}/offer`, { name: buyer, amount: 300_000, cashBuy, chain: true })
  await call(page, 'patch', `${path}/offer`, { _id: offers[0]._id, state: 'A' })
}

/** Steps by their numeric ids, in the order of a sale. */
const keys = {
  memo: 30,
  legal: [31, 32, 33, 34, 35],
  financial: [26, 27, 28, 29],
  noSurvey: 36,
  closing: [22, 23],
  exchanged: 24,
  completed: 25,
}
const setComplete = (page: Page, { path }: Sale, steps: number[], more: object = {}) =>
  call(page, 'put', `${path}/timeline`, { timeline: steps.map((key) => ({ key, state: 'C' })), ...more })

const inDays = (locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'Europe/London' }).format(
    Date.now() + 20 * 86_400_000,
  )

const position = (page: Page, n: number) => page.getByRole('article', { name: `Position ${n}`, exact: true })

async function openChain(page: Page, { search, line1 }: Sale): Promise<void> {
  await page.goto(`/property/chain${search}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(line1)
  await expect(position(page, 1)).toBeVisible()
}

async function typeAddress(page: Page, title: string, line1: string, confirm: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: title })
  await question.getByLabel('Type it here').fill(line1)
  await question.getByRole('button', { name: confirm }).click()
  await expect(question).toBeHidden()
}

/** Links a position to a property that is found by its address. */
async function link(page: Page, n: number, { line1 }: Sale): Promise<void> {
  await position(page, n).getByLabel('Link an existing property').fill(line1)
  await page.getByRole('option', { name: line1 }).click()
  await typeAddress(page, 'Link an existing property', line1, 'Link property')
  await expect(position(page, n)).toContainText('Linked')
}

/** What a chain shows from the onward purchase to the buyer's end, whichever of its properties it is opened at. */
async function expectChain(page: Page, sales: readonly Sale[], at: Sale, words: readonly string[]): Promise<void> {
  await openChain(page, at)
  await expect(page.getByRole('article', { name: /^Position/ })).toHaveCount(sales.length)
  for (const [index, { line1 }] of sales.entries()) {
    const card = position(page, index + 1)
    await expect(card).toContainText(line1)
    await expect(card).toContainText(words[index] ?? '')
    await expect(card.getByText('This property', { exact: true })).toHaveCount(line1 === at.line1 ? 1 : 0)
  }
}

test('four sales of two branches are one chain: edited, linked, broken by a fall-off, restored, exchanged and completed', async ({
  page,
}) => {
  await signIn(page, 'company')
  const { company } = await call(page, 'get', 'user/me')
  const { branches } = await call(page, 'get', `company/${company._id}`)
  const [tilehurst, southcote] = ['Tilehurst', 'Southcote'].map(
    (name) => branches.find((branch: { name: string }) => branch.name === name)?._id as string,
  ) as [string, string]
  // From the onward purchase to the buyer's end.
  const onward = await takeOn(page, company._id, southcote, 'Onward Orchard')
  const middle = await takeOn(page, company._id, tilehurst, 'Middle Meadow')
  const own = await takeOn(page, company._id, southcote, 'Owners Oak')
  const first = await takeOn(page, company._id, tilehurst, 'First Fields')
  const sales = [onward, middle, own, first]
  await sell(page, onward, 'Magnus Thimblewood', false)
  await sell(page, middle, 'Odalys Owners', false)
  await sell(page, first, 'Leopold Starling', true)

  await test.step('agree the fourth sale, start its chain, and add three links above', async () => {
    await page.goto(`/property/offers${own.search}`)
    await agreeSale(page, { buyer: 'Odalys First', amount: '378500', cash: false, chain: true })
    await tab(page, /^Chain/)
    await page.getByRole('button', { name: 'Start chain' }).click()
    await page.getByRole('button', { name: 'Open position 1' }).click()
    for (const count of [2, 3, 4]) {
      await position(page, 1).getByRole('button', { name: 'Add link above' }).click()
      await expect(page.getByText(`${count} links, from the buyer’s end to the onward purchase`)).toBeVisible()
    }
  })

  await test.step('link the three others, move this one up to its place by keyboard, and update all linked', async () => {
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
    await expect(page.getByText('All linked properties were updated.')).toBeVisible()
    await expect(page.getByText('No changes')).toBeVisible()
    for (const at of [onward, first]) await expectChain(page, sales, at, Array(4).fill('On track'))
    await expect(position(page, 4)).toContainText('First-time buyer')
    await expect(position(page, 4)).toContainText('Buyer Leopold Starling')
    await expect(position(page, 1)).toContainText('Larkmead, Southcote')
    await expect(position(page, 2)).toContainText('Larkmead, Tilehurst')
  })

  await test.step('what is completed on the timeline of one is ticked in the chain of another', async () => {
    await page.goto(`/property/timeline${middle.search}`)
    await complete(page, 'Memo of sale sent', 'Draft contracts issued')
    await openChain(page, first)
    await expect(position(page, 2)).toContainText('2 of 10')
    await expect(position(page, 2).getByRole('listitem').filter({ hasText: 'Draft contracts' })).toContainText('Done')
    await expect(position(page, 4).getByRole('listitem').filter({ hasText: 'Mortgage offer' })).toContainText('Cash')
    await expect(position(page, 1)).toContainText('0 of 10')
  })

  await test.step('the traffic light of a property is what is known of its chain', async () => {
    const header = phase(page)
    await expect(header.getByText('Unknown', { exact: true })).toBeVisible()
    for (const [chain, light] of [
      ['Incomplete chain', 'Incomplete'],
      ['Completed chain', 'Complete'],
    ] as const) {
      await page.goto(`/property/mireport${first.search}`)
      await page.getByRole('combobox', { name: 'Chain' }).click()
      await page.getByRole('option', { name: chain }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(header.getByText(light, { exact: true })).toBeVisible()
    }
  })

  await test.step('a fall-off in the middle says whose chains show this sale, and they show that it fell off', async () => {
    await page.goto(`/property/timeline${middle.search}`)
    await page.getByRole('button', { name: 'Perform fall off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Perform fall off' })
    const shown = dialog.getByRole('listitem').filter({ hasText: 'show this sale and will show that it fell off.' })
    for (const { line1 } of [onward, own, first]) await expect(shown).toContainText(line1)
    await dialog.getByLabel('Reason').fill('The buyer’s job fell through')
    await dialog.getByLabel('Type it here').fill(middle.line1)
    await dialog.getByRole('button', { name: 'Perform fall off' }).click()
    await expect(dialog).toBeHidden()
    for (const at of [first, middle]) await expectChain(page, sales, at, ['On track', 'Sale fell off', 'On track', 'On track'])
    await expect(position(page, 2)).toContainText('0 of 10')
  })

  await test.step('its restore brings back the sale, its ticks, and the chain as it was', async () => {
    await page.goto(`/property/fall-offs${middle.search}`)
    await page.getByRole('button', { name: 'Restore the fall off of Odalys Owners' }).click()
    await typeAddress(page, 'Restore this sale?', middle.line1, 'Restore sale')
    for (const at of [own, middle]) await expectChain(page, sales, at, ['On track', '2 of 10', 'On track', 'On track'])
    await expect(position(page, 2)).toContainText('On track')
    await expect(position(page, 4)).toContainText('First-time buyer')
  })

  await test.step('all four exchange, the one in the middle on its own timeline: every chain shows it', async () => {
    for (const sale of [onward, own, first]) {
      const financial = sale === first ? [] : keys.financial
      await setComplete(page, sale, [keys.memo, ...keys.legal, ...financial, keys.noSurvey, ...keys.closing])
      await setComplete(page, sale, [keys.exchanged], { completionDate: inDays('en-CA') })
    }
    await expectChain(page, sales, middle, ['Exchanged', 'On track', 'Exchanged', 'Exchanged'])
    for (const n of [1, 3, 4]) await expect(position(page, n)).toContainText('9 of 10')
    await tab(page, /^Timeline/)
    await complete(page, ...legalSteps.slice(1), 'Not having survey')
    await complete(
      page,
      'Mortgage app submitted',
      'Mortgage valuation booked',
      'Mortgage valuation completed',
      'Mortgage approved',
    )
    await exchangeAndComplete(page, inDays('en-GB'))
    await expectChain(page, sales, onward, ['Exchanged', 'Completed', 'Exchanged', 'Exchanged'])
  })

  await test.step('and complete: each of the four chains shows four completed sales', async () => {
    for (const sale of [onward, own, first]) await setComplete(page, sale, [keys.completed])
    for (const at of sales) await expectChain(page, sales, at, Array(4).fill('Completed'))
  })
})
