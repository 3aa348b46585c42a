import { deleteBranch } from '@gya/domain/features/deletion/deletion.contract.ts'
import { expect, test } from './support/fixtures.ts'

test('Set-up list: steps, sample sale, dismissal', async ({ page, agency, platform }) => {
  await agency.signIn(page, 'company')
  await page.goto('/')
  const list = page.getByRole('region', { name: `Set up ${agency.name}` })
  await expect(list.getByText('1 of 6 done')).toBeVisible()
  await list.getByRole('link', { name: 'Review the timeline' }).click()
  await page.goto('/')
  await expect(list.getByText('2 of 6 done')).toBeVisible()
  await expect(list.getByRole('link', { name: 'Bring your sales' })).toBeVisible()
  await expect(list.getByRole('link', { name: 'Add a branch , done' })).toBeVisible()
  await expect(page.getByText('No properties yet')).toBeVisible()

  await list.getByRole('button', { name: 'Create sample sale' }).click()
  await expect(page.getByRole('row', { name: /Sample sale, 1 Example Street/ })).toBeVisible()
  await expect(list.getByText('it counts in the figures until it is deleted')).toBeVisible()
  await list.getByRole('link', { name: 'Open sample sale' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sample sale')
  await page.goto('/')
  await list.getByRole('button', { name: 'Delete sample sale' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No properties yet')).toBeVisible()

  await list.getByRole('link', { name: /Add contacts/ }).click()
  await expect(page).toHaveURL(/create-contact/)
  await page.goto('/')
  await list.getByRole('button', { name: 'Dismiss the set-up list' }).click()
  await expect(list).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('No properties yet')).toBeVisible()
  await expect(list).toHaveCount(0)

  await test.step('without a branch, Create property links to Add Branch', async () => {
    await platform.call(deleteBranch, { params: { companyId: agency.companyId, branchId: agency.branchId } })
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/property/create')
    await expect(page.getByRole('main').getByText('There is no branch yet')).toBeVisible()
    await page.getByRole('link', { name: 'Add Branch' }).last().click()
    await expect(page).toHaveURL(/\/branch\/create/)
  })
})
