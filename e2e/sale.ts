import { expect, type Page } from '@playwright/test'

let taken = 0
const letters = 'ABDEFGHJLNPQRSTUWXYZ'
/** A postcode of no other property: one in the same postcode is asked about first. */
const postcode = (): string => `RG39 ${taken % 10}${letters[Date.now() % 20]}${letters[Math.floor(Date.now() / 20) % 20]}`

/** A street that no other test has. */
export const newStreet = (name: string): string => `${100 + (Math.floor(Date.now() / 1000) % 800)} ${name} ${(taken += 1)}`

export const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Property' }).getByRole('link', { name }).click()

type Taking = { street: string; ownership: 'Freehold' | 'Leasehold'; price: string }

/** Takes a property on with a new vendor, and enters its asking price. */
export async function takeOn(page: Page, { street, ownership, price }: Taking): Promise<void> {
  await page.goto('/property/create')
  await page.getByLabel('Address line 1').fill(street)
  await page.getByLabel('Town').fill('Reading')
  await page.getByLabel('Postcode').fill(postcode())
  await page.getByRole('radio', { name: ownership }).check({ force: true })
  await page.getByRole('radio', { name: 'New vendor' }).check({ force: true })
  await page.getByLabel('First name').fill('Odalys')
  await page.getByLabel('Last name').fill('Thimblewood')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`odalys.${Date.now()}@vendor.example`)
  await page.getByRole('button', { name: 'Create property' }).click()
  await expect(page).toHaveURL(/\/property\/askingprice-create/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(street)
  await page.getByLabel('Price', { exact: true }).fill(price)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Asking price updated')).toBeVisible()
}

/** Adds an offer and accepts it. */
export async function agreeSale(
  page: Page,
  offer: { buyer: string; amount: string; cash: boolean; chain: boolean },
): Promise<void> {
  await tab(page, /^Offers/)
  await page.getByRole('link', { name: 'Add offer' }).first().click()
  await page.getByLabel('Buyer name').fill(offer.buyer)
  await page.getByLabel('Amount').fill(offer.amount)
  await page.getByRole('radio', { name: offer.cash ? 'Cash' : 'Mortgage', exact: true }).check({ force: true })
  await page.getByRole('radio', { name: offer.chain ? 'In a chain' : 'No chain' }).check({ force: true })
  await page.getByRole('button', { name: 'Add offer' }).click()
  const manage = page.getByRole('form', { name: `Manage offer of ${offer.buyer}` })
  await manage.getByRole('radio', { name: 'Accepted' }).check({ force: true })
  await manage.getByRole('button', { name: 'Save offer' }).click()
  await page.getByRole('button', { name: 'Accept offer' }).click()
  await expect(page.getByText('Sold STC').first()).toBeVisible()
}

/** A state of a step of the timeline, by its words. */
export const setState = (page: Page, step: string, state: string) =>
  page
    .getByRole('radiogroup', { name: `State of ${step}` })
    .getByRole('radio', { name: state, exact: true })
    .check({ force: true })

/** Completes steps, one after another as the editor uncovers them, and saves. */
export async function complete(page: Page, ...steps: string[]): Promise<void> {
  for (const step of steps) await setState(page, step, 'Complete')
  await saveTimeline(page)
}

export async function saveTimeline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save timeline' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
}

export const legalSteps = [
  'Draft contracts issued',
  'Searches applied for',
  'Searches back',
  'Enquiries raised',
  'Enquiries answered',
]

/** From the last survey to the keys: exchange waits for a completion date. */
export async function exchangeAndComplete(page: Page, completion: string): Promise<void> {
  await complete(page, 'Reported to buyer', 'Docs & deposits received')
  const exchanged = page.getByRole('radiogroup', { name: 'State of Exchanged' })
  await expect(exchanged.getByRole('radio', { name: /^Complete\. Exchanged can be completed once/ })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Completion date' }).fill(completion)
  await page.getByRole('textbox', { name: 'Completion date' }).blur()
  await setState(page, 'Exchanged', 'Complete')
  await saveTimeline(page)
  await expect(phase(page)).toContainText('Exchanged')
  await complete(page, 'Completed')
  await expect(phase(page)).toContainText('Completed')
}

/** The property's header, which names its phase. */
export const phase = (page: Page) => page.locator('header.phead')
