import { expect, test } from './support/fixtures.ts'

test('a viewing whose answer was lost is saved once, however often the button is pressed', async ({ page, agency }) => {
  const property = await agency.takeOn('3 Lost Answer Lane')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('viewing-create'))
  await page.getByLabel('Client').fill('Perdita Vance')
  const keys: (string | undefined)[] = []
  await page.route('**/viewings', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Add viewing' }).click()
  await expect(page.getByText('The server cannot be reached.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add viewing' }).click()
  await expect(page).toHaveURL(/\/property\/viewings/)
  await expect(page.getByRole('row', { name: /Perdita Vance/ })).toHaveCount(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('branch staff find a vendor of another branch by the exact address only, and cannot take a property on for them', async ({
  page,
  agency,
}) => {
  const vendor = await agency.person('vendor')
  await agency.takeOn('4 Other Branch Road', { branchId: await agency.addBranch('Caversham'), owner: { _id: vendor.id } })
  await agency.signIn(page, 'staff')
  await page.goto(`/property/create?branch=${agency.branchId}`)

  const lookup = page.getByRole('combobox', { name: 'Vendor’s e-mail' })
  await lookup.fill(vendor.email.slice(0, -3))
  await expect(page.getByText('No user found.')).toBeVisible()
  await lookup.fill(vendor.email)
  const found = page.getByRole('option', { name: /A vendor of another branch/ })
  await expect(found).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText(vendor.lastName)).toHaveCount(0)

  await page.getByLabel('Address line 1').fill('5 Elsewhere Street')
  await page.getByLabel('Postcode').fill('RG38 1ZZ')
  await page.getByRole('radio', { name: 'New vendor' }).check({ force: true })
  await page.getByLabel('First name').fill(vendor.firstName)
  await page.getByLabel('Last name').fill(vendor.lastName)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(vendor.email)
  await page.getByRole('button', { name: 'Create property' }).click()
  await expect(page.getByText(/already a vendor of another branch/).first()).toBeVisible()
})
