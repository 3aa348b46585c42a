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

for (const [what, answer] of [
  ['a page of a proxy', { contentType: 'text/html', body: '<!doctype html><title>Sign in to the network</title>' }],
  ['half a body', { contentType: 'application/json', body: '{"_id":"' }],
] as const)
  test(`PUT property answered by ${what}: the form stays, and Try again says that it was saved already`, async ({
    page,
    agency,
  }) => {
    const property = await agency.takeOn('5 Proxy Parade')
    await agency.signIn(page, 'staff')
    await page.goto(property.url('edit'))
    await page.getByLabel('Bedrooms').fill('4')
    let sent = 0
    await page.route('**/api/property/*/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      sent += 1
      if (sent > 1) return route.continue()
      await route.fetch()
      return route.fulfill({ status: 200, ...answer })
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/it is not known whether this was saved/).first()).toBeVisible()
    await expect(page.getByLabel('Bedrooms')).toHaveValue('4')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/This was saved already, at \d\d:\d\d\./)).toBeVisible()
    await expect(page.getByLabel('Bedrooms')).toHaveValue('4')
    expect(sent).toBe(2)
  })
