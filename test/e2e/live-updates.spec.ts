import { expect, test } from './support/fixtures.ts'
import { openTab, saveTimeline, setState } from './support/timeline-actions.ts'

const street = '1 Wagtail Walk'

test('what a colleague saves shows at once, on the property and in the list, and what somebody types stays', async ({
  page,
  agency,
  colleague: open,
}) => {
  const property = await agency.takeOn(street, { price: 300_000 })
  const address = property.url('edit')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('askingprice'))
  const colleague = await open('branch')
  const lister = await open('company')
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
    for (const one of [page, colleague]) await openTab(one, /^Timeline/)
    await setState(colleague, 'Property launched', 'Complete')
    await setState(page, 'Property launched', 'Delayed')
    await saveTimeline(page)
    await expect(colleague.getByText('A colleague has changed Property launched meanwhile.')).toBeVisible()
    await colleague.getByRole('button', { name: 'Save timeline' }).click()
    await expect(colleague.getByText(/also changed Property launched/)).toBeVisible()
    await colleague.getByRole('button', { name: 'Take theirs' }).click()
    await expect(
      colleague.getByRole('radiogroup', { name: 'State of Property launched' }).getByRole('radio', { name: 'Delayed' }),
    ).toBeChecked()
  })
})

test('the vendor’s phone shows a step as soon as it is saved', async ({ page, agency, colleague }) => {
  const property = await agency.takeOn('27 Rodway Road')
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await property.complete(['MemoOfSaleSent', 'MortgageAppSubmitted', 'MortgageValuationBooked'])
  const vendor = await colleague('vendor')
  await vendor.goto('/vendor')
  await expect(vendor.getByRole('heading', { level: 1 })).toHaveText('27 Rodway Road')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await setState(page, 'Mortgage valuation completed', 'Delayed')
  await saveTimeline(page)
  await expect(vendor.getByRole('region', { name: 'News' })).toContainText('Valuation completed: held up at the moment.')
  await expect(vendor.getByRole('button', { name: /^Messages, \d+ new$/ })).toBeVisible()
})
