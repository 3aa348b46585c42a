import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { violationsOn } from './support/axe.ts'
import { test as base, expect, type Page } from './support/fixtures.ts'
import { navigate } from './support/navigate.ts'
import { screens } from './support/screens.ts'
import type { Role } from './support/sign-in.ts'
import { waitForPaint } from './support/wait-for-paint.ts'

const desktop = { size: { width: 1440, height: 900 }, colorScheme: 'light' } as const
const laptop = { size: { width: 1024, height: 768 }, colorScheme: 'light' } as const
const phone = { size: { width: 390, height: 844 }, colorScheme: 'dark' } as const
type View = typeof desktop | typeof laptop | typeof phone

/** Violations with the rows after the fifth hidden, because hundreds of similar rows take axe a minute. */
async function violationsInFirstRows(page: Page): Promise<string[]> {
  const rows = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('tbody > tr:nth-child(n+6), .pcards > li:nth-child(n+6) { display: none !important }')
    document.adoptedStyleSheets.push(sheet)
    return sheet
  })
  const violations = await violationsOn(page)
  await rows.evaluate((sheet) => document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1))
  return violations
}

/** Checks the width of a screen in every view, runs axe in the given ones, and returns violations and overflow. */
async function faultsOf(page: Page, withAxe: readonly View[]): Promise<string[]> {
  const faults: string[] = []
  for (const view of [desktop, laptop, phone]) {
    const { size, colorScheme } = view
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await expect(page.getByRole('main')).toBeVisible()
    await waitForPaint(page)
    const where = `${size.width} ${colorScheme}`
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (overflow > 0) faults.push(`${where}: ${overflow} px wider than the window`)
    if (withAxe.includes(view)) faults.push(...(await violationsInFirstRows(page)).map((violation) => `${where}: ${violation}`))
  }
  return faults
}

type Session = { page: Page; errors: string[] }
type Subjects = { branch: string; property: string; contact: string; party: string }

/** One page per role stays open for all tests: screens are opened by navigation, without a reload. */
const test = base.extend<object, { session: (role: Role) => Promise<Session>; subjects: Subjects }>({
  session: [
    async ({ browser, accounts, demoIds }, use) => {
      const sessions = new Map<Role, Session>()
      await use(async (role) => {
        const open = sessions.get(role)
        if (open) return open
        const page = await browser.newPage()
        const errors: string[] = []
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
        page.on('pageerror', (error) => errors.push(error.message))
        await accounts.signIn(page, demoIds[role])
        sessions.set(role, { page, errors })
        return { page, errors }
      })
      for (const { page } of sessions.values()) await page.close()
    },
    { scope: 'worker' },
  ],
  // Query parameters of the branch, property, contact and party whose screens are opened.
  subjects: [
    async ({ accounts, demoIds }, use) => {
      const staff = await accounts.client(demoIds.staff)
      const params = { companyId: (await staff.call(readMe)).company?._id ?? '' }
      const [branch] = (await staff.call(listBranches, { params })).data
      const [property] = (await staff.call(listCompanyProperties, { params, query: { sort: 'address:asc' } })).data
      const [contact] = (await staff.call(listContacts, { params })).data
      await use({
        branch: `?branch=${branch?._id}`,
        property: `?branch=${property?.branch._id}&property=${property?._id}`,
        contact: `?contact=${contact?._id}`,
        party: `?party=firm:${contact?._id}`,
      })
    },
    { scope: 'worker' },
  ],
})

/** The query parameters a screen needs. */
function searchOf(path: string, { branch, property, contact, party }: Subjects): string {
  if (path === '/chase') return party
  if (path.startsWith('/property/') && path !== '/property/create') return property
  if (path.startsWith('/branch/') && !['/branch/manage', '/branch/create'].includes(path)) return branch
  return ['/company/pocs', '/company/create-poc'].includes(path) ? contact : ''
}

const isCreateForm = (path: string): boolean => /create|add-|existing-user/.test(path)

/** True if the first enabled field of the form has the focus. */
const hasFocusInForm = (page: Page) =>
  page.evaluate(() => {
    const fields = ':is(input, textarea, [role="combobox"]):not(:disabled, [readonly], [type="file"])'
    return document.activeElement !== null && document.activeElement === document.querySelector(`main form ${fields}`)
  })

async function checkScreen({ page, errors }: Session, path: string, subjects: Subjects, withAxe: readonly View[]): Promise<void> {
  errors.length = 0
  await navigate(page, `${path}${searchOf(path, subjects)}`)
  await expect(page).toHaveURL((url) => url.pathname === path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  if (isCreateForm(path)) expect(await hasFocusInForm(page), 'the first field has the focus').toBe(true)
  expect(await faultsOf(page, withAxe)).toEqual([])
  expect(errors).toEqual([])
}

/** Screens of daily work, which the fast tier opens. Those of settings and the platform are in the extended tier. */
const isDaily = (path: string): boolean =>
  /^\/(property|branch|today|chase|updates|vendor)\b|^\/company\/(contacts|properties|report|users)$/.test(path)

// axe takes most of the time. The fast and extended tiers run it once per screen, alternating between the light scheme on desktops and the
// dark scheme on phones.
for (const [role, paths] of screens)
  for (const [index, path] of paths.entries()) {
    const [now, later] = index % 2 === 0 ? [desktop, phone] : [phone, desktop]
    const tag = isDaily(path) ? ['@core'] : []
    test(`${path}: no axe violations, fits every size, logs no errors`, { tag }, async ({ session, subjects }) =>
      checkScreen(await session(role), path, subjects, [now]),
    )
    test(`${path}: no axe violations in the other view`, { tag: '@full' }, async ({ session, subjects }) =>
      checkScreen(await session(role), path, subjects, [later]),
    )
  }

test('Sign-in site: no axe violations, no Content-Security-Policy violations', { tag: '@core' }, async ({ page }) => {
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
    expect(await faultsOf(page, [desktop, phone]), path).toEqual([])
  }
  expect(refused).toEqual([])
})
