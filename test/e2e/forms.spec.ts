import { expectNoViolations } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'

const top = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate((button) => button.getBoundingClientRect().top)

test('Offer form: an error shown on blur does not move the control being clicked', async ({ page, agency }) => {
  const property = await agency.takeOn('4 Shifting Sands')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('offer-create'))
  await page.getByLabel('Amount').fill('a lot')
  const cash = page.getByRole('radio', { name: 'Cash', exact: true })
  const box = await cash.locator('xpath=ancestor::label').boundingBox()
  if (!box) throw new Error('The choice is out of sight.')
  await page.mouse.move(box.x + box.width / 2, box.y + 3)
  await page.mouse.down()
  await expect(page.getByLabel('Amount')).not.toBeFocused()
  await expect(page.getByText('Enter an amount in pounds')).toHaveCount(0)
  await page.mouse.up()
  await expect(page.getByText('Enter an amount in pounds')).toBeVisible()
  await expect(cash).toBeChecked()
})

test('Phone: the top bar hides while scrolling down, and the Save bar appears with a change', async ({ page, agency }) => {
  const property = await agency.takeOn('6 Pocket Lane')
  await agency.signIn(page, 'staff')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(property.url('edit'))
  const save = page.getByRole('group', { name: 'Save' })
  await expect(page.getByLabel('Address line 1')).toBeVisible()
  await expect(save).toBeHidden()
  await page.getByLabel('Town').fill('Caversham')
  await expect(save).toBeInViewport()
  await page.evaluate(() => scrollTo({ top: 0 }))
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const bar = page.locator('.pbar')
  await expect(bar).toBeInViewport()
  await page.mouse.wheel(0, 400)
  await expect(bar).not.toBeInViewport()
  await page.mouse.wheel(0, -60)
  await expect(bar).toBeInViewport()
  await expect.poll(() => top(page, 'Save')).toBeGreaterThan(700)
})

test('Phone: the current tab is visible once the counts are loaded', async ({ page, agency }) => {
  const property = await agency.takeOn('8 Pocket Lane')
  await property.sell({ buyer: 'Perdita Vance' })
  await agency.signIn(page, 'staff')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(property.url('fall-offs'))
  const tabs = page.getByRole('navigation', { name: 'Property', exact: true })
  await expect(tabs.getByRole('link', { name: /^Fall Offs\s*0/ })).toBeInViewport({ ratio: 0.99 })
})

test('Offer form: an empty deposit stays empty', async ({ page, agency }) => {
  const property = await agency.takeOn('9 Empty Purse Row')
  const offer = await property.offer({ buyer: 'Perdita Vance' })
  await agency.signIn(page, 'staff')
  await page.goto(`${property.url('offers')}&offer=${offer}`)
  await expect(page.getByLabel('Deposit size')).toHaveValue('')
})

test('Offer form: errors of the contract are shown before anything is sent; the calendar picks a day by keys', async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('10 Calendar Close')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('offer-create'))
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByLabel('Amount').fill('250000')
  await page.getByRole('button', { name: 'Add offer' }).click()
  await expect(page.getByText(/^Enter the buyer.s name\.$/)).toBeVisible()
  expect(sent).toEqual([])

  const day = page.getByRole('textbox', { name: 'Offered on' })
  await day.fill('30/03/2026')
  await day.press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Choose a day' })
  await expect(calendar.getByRole('button', { name: /^Monday,? 30 March 2026, selected$/ })).toBeFocused()
  await expectNoViolations(page, 'calendar')
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(day).toBeFocused()
  await day.press('ArrowDown')
  await expect(calendar.getByRole('button', { name: /30 March 2026/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(day).toHaveValue('28/02/2026')
  await expect(day).toBeFocused()
})

test('Lists of options: each option is on one line with its note', async ({ page, agency }) => {
  await agency.takeOn('7 Narrow Passage')
  await agency.signIn(page, 'staff')
  await page.goto('/property/create')
  await page.getByLabel('Find address').fill('7 Narrow')
  const option = page.getByRole('option', { name: /^7 Narrow Passage, / })
  const [label, note] = [option.locator('span').first(), option.locator('small')]
  await expect(note).toBeVisible()
  const [{ height = 0, x = 0, width = 0 }, beside] = [(await label.boundingBox()) ?? {}, await note.boundingBox()]
  expect(height).toBeLessThanOrEqual(20)
  expect(beside?.x).toBeGreaterThanOrEqual(x + width)
})
