import { expect, test } from './support/fixtures.ts'

test('First paint: the static shell has the size of the app’s, and is hidden when signed out', async ({ page, signInToDemo }) => {
  const holdCode = () => page.route('**/assets/*.js', () => undefined)
  const shell = page.locator('.app.first > .side')

  await page.context().clearCookies()
  await holdCode()
  await page.goto('/branch/report', { waitUntil: 'commit' })
  await expect(page.locator('html[data-first="signed-out"]')).toHaveCount(1)
  await expect(shell).toBeHidden()
  await page.unrouteAll()

  await signInToDemo(page, 'staff')
  await page.goto('/branch/report')
  const real = page.locator('.app:not(.first) > .side')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('gya.colour-scheme', 'dark'))
  const stands = await real.boundingBox()

  await holdCode()
  await page.goto('/branch/report', { waitUntil: 'commit' })
  await expect(shell).toBeVisible()
  expect(await shell.boundingBox()).toEqual(stands)
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toHaveCount(1)
  await page.unrouteAll()
  await page.evaluate(() => localStorage.removeItem('gya.colour-scheme'))
})

test('First paint: a loading property page is no wider than a phone', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/api/property/**', () => undefined)
  const place = 'branch=0198c0de-0000-7000-8000-000000000001&property=0198c0de-0000-7000-8000-000000000002'
  await page.goto(`/property/timeline?${place}`)
  await expect(page.getByRole('status', { name: 'Loading, please wait.' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.unrouteAll()
})
