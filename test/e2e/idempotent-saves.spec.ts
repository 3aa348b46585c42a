import { expect, test } from './support/fixtures.ts'

test('POST viewings: a save whose response was lost is stored once, however often it is retried', { tag: '@core' }, async ({
  page,
  agency,
}) => {
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
