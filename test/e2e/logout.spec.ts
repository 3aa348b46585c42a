import type { Route } from '@playwright/test'
import { expect, type Page, test } from './support/fixtures.ts'
import { signIn } from './support/sign-in.ts'

const logOut = (page: Page) => page.getByRole('button', { name: 'Logout' }).click()
const rows = (page: Page) => page.getByRole('row')
const sessionCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.startsWith('gya_session')).map(({ name }) => name)

test('Logout: Back and a second tab show nothing of the app', { tag: '@core' }, async ({ page, context, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.goto('/company/properties')
  await page.goto('/branch/report')
  await expect(rows(page).nth(3)).toBeVisible()
  const second = await context.newPage()
  await second.goto('/company/properties')
  await expect(rows(second).nth(3)).toBeVisible()

  await logOut(page)
  await expect(page).toHaveURL(/\/login\?farewell=signed-out$/)
  await expect(page.getByText('You are signed out.')).toBeVisible()
  expect(await sessionCookies(page)).toEqual([])
  await expect(second).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(rows(page)).toHaveCount(0)
})

const failures: Record<string, (route: Route) => Promise<void> | void> = {
  'is aborted': (route) => route.abort(),
  'is answered 500': (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x' } }),
  'is answered 503': (route) => route.fulfill({ status: 503, body: 'Service unavailable' }),
  'is never answered': () => undefined,
}

for (const [how, fail] of Object.entries(failures))
  test(`POST user/logout ${how}: this browser is signed out, shows a message, and ends the session later`, {
    tag: how === 'is answered 500' ? [] : '@full',
  }, async ({ page, signInToDemo }) => {
    await signInToDemo(page, 'staff')
    await page.goto('/branch/report')
    await expect(rows(page).nth(3)).toBeVisible()
    await page.route('**/api/user/logout', fail)
    await logOut(page)
    const notice = page.getByText(
      'Signed out on this device. The server could not be reached; the session ends there when it can be.',
    )
    await expect(notice).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    expect(await sessionCookies(page)).toEqual(['gya_session'])

    await page.goto('/branch/report')
    await expect(page).toHaveURL(/\/login\?/)
    await expect(notice).toBeVisible()
    await page.unroute('**/api/user/logout')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('You are signed out.')).toBeVisible()
    await expect.poll(() => sessionCookies(page)).toEqual([])
  })

test('Login while a logout is pending: the new session works', async ({ page, signInToDemo }) => {
  await signInToDemo(page, 'staff')
  await page.goto('/')
  await page.route('**/api/user/logout', (route) => route.abort())
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, 'branch@demo.example')
  await page.goto('/branch/manage')
  await expect(rows(page).nth(1)).toBeVisible()
})

test('Logout: unsaved edits ask for confirmation', async ({ page, agency }) => {
  await agency.signIn(page, 'staff')
  await page.goto('/profile')
  await page.getByLabel('First name').fill('Unsaved')
  await logOut(page)
  const question = page
    .getByRole('alertdialog', { name: 'Unsaved changes' })
    .or(page.getByRole('dialog', { name: 'Unsaved changes' }))
  await question.getByRole('button', { name: 'Stay on page' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Unsaved')
  await logOut(page)
  await question.getByRole('button', { name: 'Leave page' }).click()
  await expect(page).toHaveURL(/\/login\?farewell=signed-out$/)
})
