import { expect, type Page, test } from '@playwright/test'
import { password, signIn } from './support/sign-in.ts'

/** Everything that a page can read of what the browser keeps for it, and the addresses it has been at. */
const keptOf = (page: Page) =>
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

test('what the browser keeps of a day’s work holds no password and no session, and the session is out of a page’s reach', async ({
  page,
}) => {
  await signIn(page, 'staff@demo.example')
  const cookies = await page.context().cookies()
  const secrets = cookies.filter(({ httpOnly }) => httpOnly)
  expect(secrets.map(({ name }) => name).toSorted()).toEqual(['gya_browser', 'gya_session'])
  expect(secrets.map(({ sameSite }) => sameSite)).toEqual(['Lax', 'Lax'])
  const kept: string[] = []
  for (const path of ['/property/manage', '/company/properties', '/profile']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    kept.push(await keptOf(page))
  }
  expect(kept.join('')).toContain('gya_session_present=1')
  expect([password, ...secrets.map(({ value }) => value)].filter((secret) => kept.join('').includes(secret))).toEqual([])
})

test('the token of a link from an e-mail leaves the address as soon as it is opened, and a page that is loaded again still has it', async ({
  page,
}) => {
  const token = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
  await page.goto(`/login/reset#token=${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/login\/reset$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('This link is not complete.')).toHaveCount(0)
  const [, , , address] = JSON.parse(await keptOf(page)) as string[]
  expect(address).not.toContain(token)
})
