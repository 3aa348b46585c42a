import { expect, test } from './support/fixtures.ts'

/** Enters the reason in the dialog that opens when entering a company. */
const reason = 'Ticket 4711: the report does not add up'

test('Support access: entering requires a reason and shows a bar; the company sees and ends the access', async ({
  page,
  agency,
  colleague,
  signInAsPlatformAdmin,
}) => {
  const admin = await colleague('company')
  await signInAsPlatformAdmin(page)

  await test.step('Cancel leads back to the companies', async () => {
    await page.goto(`/company/properties?company=${agency.companyId}`)
    const dialog = page.getByRole('dialog', { name: `Enter ${agency.name}` })
    await expect(dialog.getByText('Its administrator is notified by e-mail')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Manage Companies/ })).toBeVisible()
  })

  await test.step('with a reason the page that was wanted opens', async () => {
    await page.goto(`/company/properties?company=${agency.companyId}`)
    const dialog = page.getByRole('dialog', { name: `Enter ${agency.name}` })
    await dialog.getByLabel('Reason').fill('too short')
    await expect(dialog.getByRole('button', { name: 'Enter', exact: true })).toBeDisabled()
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Enter', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: `You are in ${agency.name}` })).toContainText(reason)
  })

  await test.step('an administrator sees it, and ends it', async () => {
    await admin.goto('/company/support-access')
    const row = admin.getByRole('row').filter({ hasText: reason })
    await expect(row).toContainText('Inside now')
    await row.getByRole('button', { name: 'End now' }).click()
    await expect(row).toContainText('Past')
    await page.reload()
    await expect(page.getByRole('dialog', { name: `Enter ${agency.name}` })).toBeVisible()
  })

  await test.step('with approval: asks, waits, goes on by itself once approved, and leaves', async () => {
    await admin.getByText('An administrator approves each access first').click()
    await expect(admin.getByText('An undecided request lapses')).toBeVisible()
    await page.reload()
    const dialog = page.getByRole('dialog', { name: `Enter ${agency.name}` })
    await dialog.getByLabel('Reason').fill(`${reason} again`)
    await dialog.getByRole('button', { name: 'Ask to enter' }).click()
    await expect(dialog.getByText(`Waiting for an administrator of ${agency.name}.`)).toBeVisible()
    await admin.reload()
    const row = admin.getByRole('row').filter({ hasText: `${reason} again` })
    await row.getByRole('button', { name: 'Approve' }).click()
    await expect(row).toContainText('Inside now')
    await expect(page.getByRole('heading', { level: 1, name: /^Properties/ })).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: `Leave ${agency.name}` }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Manage Companies/ })).toBeVisible()
    await expect(page.getByText(`You are in ${agency.name}`)).toHaveCount(0)
  })
})
