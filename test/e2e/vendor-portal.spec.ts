import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { setState } from './support/timeline-actions.ts'

test('Vendor portal: shows saved steps, messages and settings, and no fees', { tag: '@core' }, async ({
  page,
  agency,
  colleague,
}) => {
  const property = await agency.takeOn('27 Rodway Road')
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await property.complete(['MemoOfSaleSent', 'DraftContractsIssued', 'SearchesAppliedFor'])
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await setState(page, 'Searches back', 'Complete')
  await page.getByRole('button', { name: 'Save timeline' }).click()
  await expectSaveMessage(page, 'Timeline saved')

  const vendor = await colleague('vendor')
  await vendor.setViewportSize({ width: 390, height: 844 })
  await vendor.goto('/')
  await expect(vendor).toHaveURL(/\/vendor/)
  await expect(vendor.getByRole('heading', { level: 1 })).toHaveText('27 Rodway Road')
  const legal = vendor.getByRole('region', { name: 'Legal' })
  await expect(legal.getByRole('listitem').filter({ hasText: 'Searches back, Done' })).toBeVisible()
  await expect(vendor.getByRole('region', { name: 'News' })).toContainText('The searches came back.')
  await expect(vendor.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:/)
  await expect(vendor.getByRole('main')).not.toContainText(/fee/i)

  await vendor.getByRole('button', { name: /^Messages, \d+ new$/ }).click()
  const newest = vendor.getByRole('dialog').getByRole('listitem').first()
  await expect(newest).toContainText('The searches came back.')
  await expect(newest).toContainText('New')
  await newest.getByRole('button', { name: '27 Rodway Road' }).click()
  await expect(vendor.getByRole('dialog')).toBeHidden()
  await vendor.reload()
  await vendor.getByRole('button', { name: 'Messages', exact: true }).click()
  await expect(newest).toContainText('The searches came back.')
  await expect(newest).not.toContainText('New')
  await vendor.getByRole('button', { name: 'Close' }).click()

  await vendor.getByRole('button', { name: 'Your account' }).click()
  const letters = vendor.getByRole('switch', { name: 'Write to me when a step of my sale is saved' })
  await expect(letters).toBeChecked()
  await vendor.getByRole('dialog').getByText('Write to me when a step of my sale is saved').click()
  await expect(letters).not.toBeChecked()
  await vendor.reload()
  await vendor.getByRole('button', { name: 'Your account' }).click()
  await expect(letters).not.toBeChecked()
})

test('Redirects: vendors to the vendor portal, staff to the app', async ({ page, agency }) => {
  await agency.takeOn('27 Rodway Road')
  await agency.signIn(page, 'vendor')
  await page.goto('/company/properties', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/vendor/)
  await agency.signIn(page, 'staff')
  await page.goto('/vendor', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/company\/properties/)
})
