import { expect, type Page, test } from '@playwright/test'
import { agreeSale, complete, newStreet, tab, takeOn } from './sale.ts'
import { signIn } from './sign-in.ts'

test.describe.configure({ timeout: 120_000 })

const position = (page: Page, n: number) => page.getByRole('article', { name: `Position ${n}`, exact: true })
const open = (page: Page, n: number) => page.getByRole('button', { name: `Open position ${n}` }).click()

/** A property that is sold; answers where it stands. */
async function sell(page: Page, street: string, buyer: string): Promise<string> {
  await takeOn(page, { street, ownership: 'Freehold', price: '385000' })
  await agreeSale(page, { buyer, amount: '380000', cash: false, chain: true })
  return new URL(page.url()).search
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Chain saved').first()).toBeVisible()
  await expect(page.getByText('No changes')).toBeVisible()
}

/** Links a property to a position, typing the first line of its address to confirm. */
async function link(page: Page, n: number, street: string): Promise<void> {
  await position(page, n).getByLabel('Link an existing property').fill(street)
  await page.getByRole('option', { name: street }).click()
  const question = page.getByRole('alertdialog', { name: 'Link an existing property' })
  await expect(question.getByRole('button', { name: 'Link property' })).toHaveAttribute('aria-disabled', 'true')
  await question.getByLabel('Type it here').fill(street)
  await question.getByRole('button', { name: 'Link property' }).click()
  await expect(position(page, n)).toContainText('Linked')
}

test('a chain is started on a sold property, grows, follows a linked property’s timeline, and is given to it', async ({
  page,
}) => {
  await signIn(page, 'staff')
  const [below, own] = [newStreet('Linked Lane'), newStreet('Chain Close')]
  const other = await sell(page, below, 'Dorcas Applewhite')
  const here = await sell(page, own, 'Leopold Starling')

  await test.step('start it, and add two links above', async () => {
    await tab(page, /^Chain/)
    await page.getByRole('button', { name: 'Start chain' }).click()
    await expect(position(page, 1)).toContainText('This property')
    await open(page, 1)
    await expect(position(page, 1).getByRole('button', { name: 'Add link below' })).toHaveCount(0)
    await position(page, 1).getByRole('button', { name: 'Add link above' }).click()
    await expect(position(page, 2).getByLabel('Property address')).toBeFocused()
    await position(page, 2).getByLabel('Buyer’s name').fill('Leopold Starling')
    await position(page, 2).getByRole('combobox', { name: 'Sale type' }).click()
    await page.getByRole('option', { name: 'First-time buyer' }).click()
    await position(page, 1).getByRole('button', { name: 'Add link above' }).click()
    await expect(position(page, 2).getByLabel('Buyer’s name')).toHaveCount(0)
  })

  await test.step('link the other property, move it to the foot by keyboard, and save', async () => {
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

  await test.step('its ticks follow what is completed on the linked property’s timeline', async () => {
    await page.goto(`/property/timeline${other}`)
    await complete(page, 'Memo of sale sent', 'Draft contracts issued')
    await page.goto(`/property/chain${here}`)
    await expect(position(page, 1)).toContainText('2 of 10')
    await expect(position(page, 1).getByRole('listitem').filter({ hasText: 'Draft contracts' })).toContainText('Done')
  })

  await test.step('update all linked: the other property shows the same chain from its side', async () => {
    await page.getByLabel('Update all linked properties').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('All linked properties were updated.')).toBeVisible()
    await position(page, 1).getByRole('link', { name: below }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(below)
    await tab(page, /^Chain/)
    await expect(position(page, 1)).toContainText('This property')
    await expect(position(page, 2)).toContainText(own)
    await expect(position(page, 3)).toContainText('Leopold Starling')
  })

  await test.step('a link is cleared and the chain reset, each by typing the first line of the address', async () => {
    await open(page, 2)
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
    await expect(page.getByText('Chain saved').first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Start chain' })).toBeVisible()
  })
})

test('leaving an unsaved chain asks first; a save that meets a newer one keeps what was typed and says whose it is', async ({
  page,
  browser,
}) => {
  await signIn(page, 'staff')
  const here = await sell(page, newStreet('Two Hands Terrace'), 'Perpetua Coinsworth')
  await page.goto(`/property/chain${here}`)
  await page.getByRole('button', { name: 'Start chain' }).click()
  await page.getByRole('link', { name: 'Company workflow' }).click()
  const guard = page.getByRole('alertdialog', { name: 'Unsaved changes' })
  await guard.getByRole('button', { name: 'Stay on page' }).click()
  await open(page, 1)
  await position(page, 1).getByLabel('General notes').fill('Mine')

  const colleague = await (await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })).newPage()
  await signIn(colleague, 'company')
  await colleague.goto(`/property/chain${here}`)
  await colleague.getByRole('button', { name: 'Start chain' }).click()
  await save(colleague)
  await colleague.context().close()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Ottoline Farthingale saved this chain on/)).toBeVisible()
  await expect(position(page, 1).getByLabel('General notes')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
  await expect(position(page, 1)).toContainText('This property')
})

/** A call of the API with the session of the page: for what has to be there, or what somebody else does meanwhile. */
async function call(page: Page, method: 'get' | 'post' | 'delete' | 'patch', path: string, data?: object) {
  const answer = await page.request[method](`/api/${path}`, { headers: { 'x-client': 'Web' }, ...(data ? { data } : {}) })
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

test('what is typed by hand is taken as it is; a contact that was deleted meanwhile is said on its link, and can be chosen again', async ({
  page,
}) => {
  await signIn(page, 'staff')
  const { company } = await call(page, 'get', 'user/me')
  const name = `Short & Lived ${Date.now()}`
  const contact = await call(page, 'post', `companycontacts/${company._id}`, { name })
  const here = await sell(page, newStreet('Hostile Heights'), 'Isolde Waverley')
  const hostile = `<b>${'x'.repeat(190)}</b>`
  const tall = page.viewportSize()

  await test.step('a name that is left without a choice stays, however long and whatever it holds; nothing is wider than the window', async () => {
    await page.goto(`/property/chain${here}`)
    await page.getByRole('button', { name: 'Start chain' }).click()
    await open(page, 1)
    await position(page, 1).getByRole('button', { name: 'Add link above' }).click()
    await position(page, 2).getByLabel('Property address').fill(hostile)
    await position(page, 2).getByLabel('Agent', { exact: true }).fill('Fordwick Homes')
    await page.keyboard.press('Tab')
    await position(page, 2).getByLabel('Telephone of the agent').fill('0118 496 0300')
    await expect(position(page, 2).getByRole('heading', { name: hostile })).toBeVisible()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    if (tall) await page.setViewportSize(tall)
  })

  await test.step('the solicitor is deleted before the save: nothing is saved, and the field says why wherever its link is moved', async () => {
    await position(page, 2).getByLabel('Solicitor', { exact: true }).fill(name)
    await page.getByRole('option', { name, exact: false }).first().click()
    await call(page, 'delete', `companycontacts/${company._id}/${contact._id}`)
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

test('a property to link is found page by page; an update of all says whose chain it passes over, and their chain is left alone', async ({
  page,
}) => {
  await signIn(page, 'company')
  const { company } = await call(page, 'get', 'user/me')
  const { branches } = await call(page, 'get', `company/${company._id}`)
  const southcote = branches.find((branch: { name: string }) => branch.name === 'Southcote')
  const [far, near] = [newStreet('Far Field'), newStreet('Near Nook')]
  const other = await call(page, 'post', `property/${company._id}/${southcote._id}`, {
    address: { line1: far, postcode: 'RG39 4ZZ' },
    owner: { firstName: 'Odalys', lastName: 'Far', email: `far.${Date.now()}@vendor.example` },
  })
  await signIn(page, 'staff')
  const here = await sell(page, near, 'Dorcas Applewhite')

  await test.step('fifteen at a time, with the pages before and after', async () => {
    await page.goto(`/property/chain${here}`)
    await page.getByRole('button', { name: 'Start chain' }).click()
    await open(page, 1)
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

  await test.step('a company admin links a property of another branch; staff of this one update all and are told', async () => {
    const { search } = new URL(page.url())
    const place = new URLSearchParams(search)
    const path = `property/${company._id}/${place.get('branch')}/${place.get('property')}`
    await signIn(page, 'company')
    await call(page, 'patch', `${path}/chain`, { items: [{ thisProperty: true }, { propertyRef: other._id }] })
    await signIn(page, 'staff')
    await page.goto(`/property/chain${search}`)
    await expect(position(page, 2)).toContainText('Sold by another branch')
    await page.getByLabel('Update all linked properties').check()
    await expect(page.getByText(`Not updated, being in another branch: ${far}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Chain saved').first()).toBeVisible()
    await signIn(page, 'company')
    const { chain } = await call(page, 'get', `property/${company._id}/${southcote._id}/${other._id}`)
    expect(chain.items).toEqual([])
  })
})
