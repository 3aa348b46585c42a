import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { openTab, saveTimeline, setState } from './support/timeline-actions.ts'

const street = '1 Wagtail Walk'

test('Live updates: a colleague’s save appears on the property and in lists, and unsaved input stays', async ({
  page,
  agency,
  colleague: openPageAs,
}) => {
  const property = await agency.takeOn(street, { price: 300_000 })
  const address = property.url('edit')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('askingprice'))
  const colleague = await openPageAs('branch')
  const companyPage = await openPageAs('company')
  await colleague.goto(address)
  await expect(colleague.getByRole('heading', { level: 1 })).toContainText(street)
  await companyPage.goto(`/company/properties?${new URLSearchParams({ q: street })}`)
  await expect(companyPage.getByRole('row').filter({ hasText: street })).toContainText('£300,000')

  await test.step('the list shows the new price', async () => {
    await page.getByRole('link', { name: 'Price reduction' }).first().click()
    await page.getByLabel('Price', { exact: true }).fill('290000')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSaveMessage(page, 'Asking price updated')
    await expect(companyPage.getByRole('row').filter({ hasText: street })).toContainText('£290,000')
  })

  const town = colleague.getByLabel('Town')
  await test.step('a form with unsaved input keeps it, says so, and its save is refused', async () => {
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

  await test.step('a form without input shows the new values', async () => {
    await colleague.getByRole('button', { name: 'Discard' }).click()
    await expect(colleague.getByLabel('Bedrooms')).toHaveValue('4')
    await page.getByLabel('Bedrooms').fill('5')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(colleague.getByLabel('Bedrooms')).toHaveValue('5')
  })

  await test.step('timeline: a step that both users changed asks which to keep', async () => {
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

test('Live updates: the vendor portal shows a step as soon as it is saved', async ({ page, agency, colleague }) => {
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
  await expect(vendor.getByRole('region', { name: 'News' })).toContainText('but this is held up at the moment.')
  await expect(vendor.getByRole('button', { name: /^Messages, \d+ new$/ })).toBeVisible()
})
