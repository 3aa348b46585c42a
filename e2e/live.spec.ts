import { type Browser, expect, type Page, test } from '@playwright/test'
import { newStreet, saveTimeline, setState, tab, takeOn } from './sale.ts'
import { type Role, signIn } from './sign-in.ts'

/** Another person at another browser. */
async function another(browser: Browser, role: Role): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, role)
  return page
}

const street = newStreet('Wagtail Walk')

test('what a colleague saves shows at once, on the property and in the list, and what somebody types stays', async ({
  page,
  browser,
}) => {
  await signIn(page, 'staff')
  await takeOn(page, { street, ownership: 'Freehold', price: '300000' })
  const address = page.url().replace('askingprice-create', 'edit').replace('askingprice', 'edit')
  const colleague = await another(browser, 'branch')
  const lister = await another(browser, 'company')
  await colleague.goto(address)
  await expect(colleague.getByRole('heading', { level: 1 })).toContainText(street)
  await lister.goto(`/company/properties?${new URLSearchParams({ q: street })}`)
  await expect(lister.getByRole('row').filter({ hasText: street })).toContainText('£300,000')

  await test.step('a list has the new price without being asked', async () => {
    await page.getByRole('link', { name: 'Price reduction' }).first().click()
    await page.getByLabel('Price', { exact: true }).fill('290000')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Asking price updated').first()).toBeVisible()
    await expect(lister.getByRole('row').filter({ hasText: street })).toContainText('£290,000')
  })

  const town = colleague.getByLabel('Town')
  await test.step('a form that is being typed in keeps what is typed, says so, and is refused when it is saved', async () => {
    await town.fill('Wokingham')
    await page.goto(address)
    await page.getByLabel('Bedrooms').fill('4')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(colleague.getByText('A colleague has changed this meanwhile.')).toBeVisible()
    await expect(town).toHaveValue('Wokingham')
    await expect(town).toBeFocused()
    await colleague.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(colleague.getByText(/saved this on .* after you opened it/)).toBeVisible()
    await expect(town).toHaveValue('Wokingham')
  })

  await test.step('a form in which nothing was typed shows what was saved', async () => {
    await colleague.getByRole('button', { name: 'Discard' }).click()
    await expect(colleague.getByLabel('Bedrooms')).toHaveValue('4')
    await page.getByLabel('Bedrooms').fill('5')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(colleague.getByLabel('Bedrooms')).toHaveValue('5')
  })

  await test.step('on the timeline other steps simply change; of the same step it asks', async () => {
    for (const one of [page, colleague]) await tab(one, /^Timeline/)
    await setState(colleague, 'Property launched', 'Complete')
    await setState(page, 'Property launched', 'Blocked')
    await saveTimeline(page)
    await expect(colleague.getByText('A colleague has changed Property launched meanwhile.')).toBeVisible()
    await colleague.getByRole('button', { name: 'Save timeline' }).click()
    await expect(colleague.getByText(/also changed Property launched/)).toBeVisible()
    await colleague.getByRole('button', { name: 'Take theirs' }).click()
    await expect(
      colleague.getByRole('radiogroup', { name: 'State of Property launched' }).getByRole('radio', { name: 'Blocked' }),
    ).toBeChecked()
  })
  await colleague.context().close()
  await lister.context().close()
})

test('the vendor’s phone shows a step as soon as it is saved', async ({ page, browser }) => {
  const vendor = await another(browser, 'vendor')
  await expect(vendor.getByRole('heading', { level: 1 })).toHaveText('27 Rodway Road')
  await signIn(page, 'staff')
  await page.goto('/company/properties?q=27+Rodway')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await tab(page, /^Timeline/)
  await setState(page, 'Mortgage valuation completed', 'In progress')
  await saveTimeline(page)
  await expect(vendor.getByRole('region', { name: 'News' })).toContainText('Valuation completed: under way.')
  await expect(vendor.getByRole('button', { name: /^Messages, \d+ new$/ })).toBeVisible()
  await vendor.context().close()
})
