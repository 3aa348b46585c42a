import { expect, type Page, test } from './support/fixtures.ts'
import { navigate } from './support/navigate.ts'
import { screens } from './support/screens.ts'

const banner = (page: Page) => page.getByText('You are offline.')
const waitingMessage = (page: Page) => page.getByText('Waiting for the connection').first()

test('Offline: a banner; a save waits, is guarded, and is sent once after reconnecting', async ({ page, context, agency }) => {
  const property = await agency.takeOn('8 Tunnel Mouth')
  await agency.signIn(page, 'staff')
  await page.goto(property.url('viewings'))
  await page.getByRole('link', { name: 'Add viewing' }).first().click()
  await page.getByLabel('Client').fill('Perdita Vance')
  await context.setOffline(true)
  await expect(banner(page)).toBeVisible()
  await page.getByRole('button', { name: 'Add viewing' }).click()
  await expect(waitingMessage(page)).toBeVisible()
  await expect(page.getByText('A save waits for the connection')).toBeVisible()
  await page.getByRole('link', { name: /^Offers/ }).click()
  await page.getByRole('alertdialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay on page' }).click()

  await page.getByRole('button', { name: 'Do not send' }).click()
  await expect(page.getByText('nothing was sent').first()).toBeVisible()
  await expect(page.getByLabel('Client')).toHaveValue('Perdita Vance')
  await page.getByRole('button', { name: 'Add viewing' }).click()
  await expect(waitingMessage(page)).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/property\/viewings/)
  await expect(page.getByRole('row', { name: /Perdita Vance/ })).toHaveCount(1)
  await expect(banner(page)).toHaveCount(0)
})

/** Texts of empty states. */
const emptyStateText =
  /\bno \w+( of contact)? found|\bno [\w ]+ yet\b|nothing (was|is|waits)|nobody (yet|is)|no [\w ]+ (fit|like|to show|called)|there is no /i

for (const [role, paths] of screens.filter(([name]) => name !== 'vendor'))
  test(`Server error: no screen of ${role} shows an empty state`, async ({ page, signInToDemo }) => {
    await signInToDemo(page, role)
    await page.route(
      (url) => url.pathname.startsWith('/api/') && !/user\/me$|\/live/.test(url.pathname),
      (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong on our side.' } }),
    )
    const place = 'branch=0198c0de-0000-7000-8000-000000000001&property=0198c0de-0000-7000-8000-000000000002'
    for (const path of paths) {
      await navigate(page, `${path}?${place}&contact=0198c0de-0000-7000-8000-000000000003&ticket=sealed`)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0)
      expect.soft(await page.getByRole('main').innerText(), path).not.toMatch(emptyStateText)
    }
  })
