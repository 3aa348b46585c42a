import { expect, test } from '@playwright/test'
import { setState, tab } from './sale.ts'
import { signIn } from './sign-in.ts'

test('a step that the agency saves is what the vendor then sees, in plain words, and nothing of the agency’s own', async ({
  page,
  browser,
}) => {
  await signIn(page, 'staff')
  await page.goto('/company/properties?q=27+Rodway')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/property\/edit/)
  await tab(page, /^Timeline/)
  await setState(page, 'Searches back', 'Complete')
  await page.getByRole('button', { name: 'Save timeline' }).click()
  await expect(page.getByText('Timeline saved').first()).toBeVisible()

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const vendor = await phone.newPage()
  await signIn(vendor, 'vendor')
  await expect(vendor).toHaveURL(/\/vendor/)
  await expect(vendor.getByRole('heading', { level: 1 })).toHaveText('27 Rodway Road')
  const legal = vendor.getByRole('region', { name: 'Legal' })
  await expect(legal.getByRole('listitem').filter({ hasText: 'Searches back, Done' })).toBeVisible()
  await expect(vendor.getByRole('region', { name: 'News' })).toContainText('Searches back: done.')
  await expect(vendor.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:/)
  await expect(vendor.getByRole('main')).not.toContainText(/fee/i)

  await vendor.getByRole('button', { name: /^Messages, \d+ new$/ }).click()
  const newest = vendor.getByRole('dialog').getByRole('listitem').first()
  await expect(newest).toContainText('Searches back: done.')
  await expect(newest).toContainText('New')
  await newest.getByRole('button', { name: '27 Rodway Road' }).click()
  await expect(vendor.getByRole('dialog')).toBeHidden()
  await vendor.reload()
  await vendor.getByRole('button', { name: 'Messages', exact: true }).click()
  await expect(newest).toContainText('Searches back: done.')
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
  await phone.close()
})

test('the agents’ app sends a vendor to theirs, and theirs sends an agent back', async ({ page, browser }) => {
  await signIn(page, 'vendor')
  await page.goto('/company/properties', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/vendor/)
  const agent = await browser.newPage()
  await signIn(agent, 'staff')
  await agent.goto('/vendor', { waitUntil: 'commit' })
  await expect(agent).toHaveURL(/\/company\/properties/)
  await agent.close()
})
