import { expect, type Page, test } from '@playwright/test'
import { password, signIn } from './support/sign-in.ts'

/** Everything the page can read from browser storage and history, as JSON. */
const readStorage = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
      performance.getEntriesByType('resource').map(({ name }) => name),
      (await indexedDB.databases()).map(({ name }) => name),
      await caches.keys(),
    ]),
  )

test('Browser storage: contains no password or session token, and the session cookie is HttpOnly', async ({ page }) => {
  await signIn(page, 'staff@demo.example')
  const cookies = await page.context().cookies()
  const secrets = cookies.filter(({ httpOnly }) => httpOnly)
  expect(secrets.map(({ name }) => name).toSorted()).toEqual(['gya_browser', 'gya_session'])
  expect(secrets.map(({ sameSite }) => sameSite)).toEqual(['Lax', 'Lax'])
  const stored: string[] = []
  for (const path of ['/property/manage', '/company/properties', '/profile']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    stored.push(await readStorage(page))
  }
  expect(stored.join('')).toContain('gya_session_present=1')
  expect([password, ...secrets.map(({ value }) => value)].filter((secret) => stored.join('').includes(secret))).toEqual([])
})

test('Password reset: the token is removed from the URL when the page opens and survives a reload', async ({ page }) => {
  const token = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
  await page.goto(`/login/reset#token=${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/login\/reset$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('This link is not complete.')).toHaveCount(0)
  const [, , , address] = JSON.parse(await readStorage(page)) as string[]
  expect(address).not.toContain(token)
})
