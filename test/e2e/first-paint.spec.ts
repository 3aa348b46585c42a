import { expect, test } from './support/fixtures.ts'

test('First paint: the static shell has the size of the app’s, and is hidden when signed out', async ({ page, signInToDemo }) => {
  const holdCode = () => page.route(/\/assets\/(?!early-)[^/]*\.js$/, () => undefined)
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
  await expect(page.locator('html[data-colour-scheme="dark"]')).toHaveCount(1)
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

test('First load: the data is requested before the code has run, and each URL once', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  const sent: string[] = []
  page.on('request', (request) => void sent.push(new URL(request.url()).pathname))
  for (const [path, call] of [
    ['/branch/report', '/api/property/mi/report/'],
    ['/company/properties', '/api/company/properties/'],
    ['/property/manage', '/api/property/list/'],
    ['/today', '/api/today/'],
  ] as const) {
    sent.length = 0
    // Delayed until the data is requested; without it the app's code would not run.
    const held = Promise.withResolvers<void>()
    await page.route(/\/assets\/(?!early-)[^/]*\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => sent.some((name) => name.startsWith(call)), path).toBe(true)
    held.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('tbody tr:not(.skel) td, .today-row:not(.skel)').first()).toBeVisible()
    const calls = sent.filter((name) => name === '/api/user/me' || (name.startsWith(call) && !name.endsWith('/counts')))
    expect([...new Set(calls)].toSorted()).toEqual(calls.toSorted())
    await page.unrouteAll()
  }
})

test('First load: a reload requests the data before the account has loaded, and each URL once', async ({
  page,
  signInToDemo,
}) => {
  await signInToDemo(page, 'staff')
  const row = page.locator('tbody tr:not(.skel) td').first()
  await page.goto('/branch/report')
  await expect(row).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => void sent.push(new URL(request.url()).pathname))
  const isReport = (name: string) => name.startsWith('/api/property/mi/report/')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/user/me', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => sent.some(isReport)).toBe(true)
  held.resolve()
  await expect(row).toBeVisible()
  expect(sent.filter((name) => name === '/api/user/me' || isReport(name))).toHaveLength(2)
})

test('First load: nothing is requested without a session', { tag: '@core' }, async ({ page }) => {
  await page.context().clearCookies()
  const sent: string[] = []
  page.on('request', (request) => void sent.push(new URL(request.url()).pathname))
  await page.goto('/branch/report')
  await expect(page).toHaveURL(/\/login/)
  expect(sent.filter((path) => path.startsWith('/api/'))).toEqual([])
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await expect(page.getByText('Your session has ended.')).toHaveCount(0)
  await expect(page).toHaveURL(/\/login\?next=%2Fbranch%2Freport$/)
})
