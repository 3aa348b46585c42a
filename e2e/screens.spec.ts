import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { screens } from './screens.ts'
import { type Role, signIn } from './sign-in.ts'

const wide = { width: 1440, height: 900 }
const small = { width: 1024, height: 768 }
const phone = { width: 390, height: 844 }
/**
 * Every size and scheme is looked at for what is wider than the window; axe, which takes seconds each time, looks at a wide
 * screen in light and at a phone in dark: both schemes' colours, both arrangements of the controls.
 */
const views = [
  { size: wide, colorScheme: 'light', axe: true },
  { size: wide, colorScheme: 'dark', axe: false },
  { size: small, colorScheme: 'light', axe: false },
  { size: phone, colorScheme: 'light', axe: false },
  { size: phone, colorScheme: 'dark', axe: true },
] as const

/** The new size and scheme are painted and nothing fades any more: a colour on its way is not the page's. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })

/** Looks at a screen in every view; answers what axe has against it and what is wider than the window. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const { size, colorScheme, axe } of views) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.getByRole('main')).toBeVisible()
    await settled(page)
    const where = `${size.width} ${colorScheme}`
    if (axe) {
      // No screen has frames, so that axe need not open a second page for what it found; and rows beyond the fifth are like those before.
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .exclude('tbody > tr:nth-child(n+6)')
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      faults.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target.join(' ')}`))
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (overflow > 0) faults.push(`${where}: ${overflow} px wider than the window`)
  }
  return faults
}

/** Each role signs in once; its screens share that session, as they do in a working day. */
const sessions = new Map<Role, Awaited<ReturnType<BrowserContext['storageState']>>>()
async function signedIn(page: Page, role: Role): Promise<void> {
  const session = sessions.get(role)
  if (session) await page.context().addCookies(session.cookies)
  else {
    await signIn(page, role)
    sessions.set(role, await page.context().storageState())
  }
}

/** A property of the demo that is far on, as its screens are addressed; the stories beside this leave it alone. */
let property: string | undefined
async function propertySearch(page: Page): Promise<string> {
  if (property === undefined) {
    await page.goto('/company/properties?sort=address:asc')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/property\/edit/)
    property = new URL(page.url()).search
  }
  return property
}

/** The first branch of the list: an administrator of the company belongs to none. */
async function branchSearch(page: Page): Promise<string> {
  await page.goto('/branch/manage')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/branch\/report/)
  return new URL(page.url()).search
}

/** A contact of its own, with one person: the demo company has none. */
async function contactSearch(page: Page): Promise<string> {
  const headers = { 'x-client': 'Web' }
  const { company } = await (await page.request.get('/api/user/me')).json()
  const made = await page.request.post(`/api/companycontacts/${company._id}`, {
    headers,
    data: { name: `Screens & Sons ${Date.now()}`, pocs: [{ name: 'Ursa Pike', email: 'ursa@screens.example' }] },
  })
  return `?contact=${(await made.json())._id}`
}

/** What stands behind the path of a screen: which property, branch or contact. */
async function searchOf(page: Page, path: string): Promise<string> {
  if (path.startsWith('/property/') && path !== '/property/create') return propertySearch(page)
  if (path.startsWith('/branch/') && !['/branch/manage', '/branch/create'].includes(path)) return branchSearch(page)
  return ['/company/pocs', '/company/create-poc'].includes(path) ? contactSearch(page) : ''
}

test.describe.configure({ timeout: 240_000 })

for (const [role, paths] of screens)
  for (const path of paths)
    test(`${path} has nothing that axe finds, in any size and scheme, and logs no error`, async ({ page }) => {
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(error.message))
      await signedIn(page, role)
      await page.goto(`${path}${await searchOf(page, path)}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await faultsOf(page)).toEqual([])
      expect(errors).toEqual([])
    })

test('the sign-in site has nothing that axe finds, and wants nothing that its policy refuses', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => /Content Security Policy/i.test(message.text()) && refused.push(message.text()))
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
  expect(refused).toEqual([])
})
