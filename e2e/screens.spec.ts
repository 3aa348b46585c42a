import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { type Role, signIn } from './sign-in.ts'

/** Every screen there is, as the role that uses it most. Property screens open on the first property of the list. */
const screens: readonly [Role, readonly string[]][] = [
  ['vendor', ['/vendor']],
  ['platform', ['/company/manage', '/company/create', '/gya/mailbox', '/profile']],
  [
    'company',
    [
      '/company/edit',
      '/company/properties',
      '/company/report',
      '/branch/manage',
      '/branch/create',
      '/branch/edit',
      '/branch/report',
    ],
  ],
  [
    'staff',
    [
      '/property/create',
      '/property/edit',
      '/property/timeline',
      '/property/askingprice',
      '/property/askingprice-create',
      '/property/offers',
      '/property/offer-create',
    ],
  ],
]
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

/** The new size and scheme are painted and nothing fades any more: a colour on its way is not the page's. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })

/** Looks at a screen in every size and scheme; answers what axe has against it and what is wider than the window. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.getByRole('main')).toBeVisible()
      await settled(page)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      const where = `${size.width} ${colorScheme}`
      faults.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target.join(' ')}`))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (overflow > 0) faults.push(`${where}: ${overflow} px wider than the window`)
    }
  return faults
}

test.describe.configure({ timeout: 240_000 })

for (const [role, paths] of screens)
  for (const path of paths)
    test(`${path} has nothing that axe finds, in any size and scheme, and logs no error`, async ({ page }) => {
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(error.message))
      await signIn(page, role)
      if (path.startsWith('/property/') && path !== '/property/create') {
        await page.getByRole('row').nth(1).getByRole('link').first().click()
        await expect(page).toHaveURL(/\/property\/edit/)
        await page.goto(`${path}${new URL(page.url()).search}`)
      } else await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await faultsOf(page)).toEqual([])
      expect(errors).toEqual([])
    })

test('the sign-in site has nothing that axe finds', async ({ page }) => {
  for (const path of [
    '/login',
    '/login?ended=1',
    '/login/forgot',
    '/login/reset#token=abcdefghijklmnopqrstuvwxyz',
    '/login/verify#token=abcdefghijklmnopqrstuvwxyz',
  ]) {
    await page.goto(path)
    expect(await faultsOf(page), path).toEqual([])
  }
})
