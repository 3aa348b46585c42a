import { expect, test } from './support/fixtures.ts'

test('Calendar: create a feed on the profile, whose address is shown once; read it without signing in; an administrator ends it', async ({
  page,
  agency,
  colleague,
  request,
}) => {
  await agency.signIn(page, 'branch')
  await page.goto('/profile')
  const panel = page.getByRole('region', { name: 'Calendar' })
  await expect(panel.getByText('from an address that only you should know')).toBeVisible()

  await panel.getByRole('button', { name: 'New calendar' }).click()
  const making = page.getByRole('dialog', { name: 'New calendar' })
  await making.getByLabel('Name').fill('My telephone')
  await making.getByLabel('Surveys').uncheck()
  await making.getByLabel('Only sales I progress').check()
  await making.getByRole('button', { name: 'Make calendar' }).click()

  const shown = page.getByRole('dialog', { name: 'My telephone' })
  const address = await shown.getByText('/api/calendar/').textContent()
  expect(address).toMatch(/\/api\/calendar\/[\w-]{43}\.ics$/)
  const path = new URL(address ?? '').pathname
  expect((await request.get(path)).status()).toBe(200)
  await shown.getByRole('button', { name: 'I have added it' }).click()

  await page.reload()
  const row = panel.getByRole('listitem').filter({ hasText: 'My telephone' })
  await expect(row).toContainText('Viewings, Completions, Contract ends, Notice ends · own sales')
  await expect(row).toContainText('Last read')
  await expect(page.getByText('/api/calendar/')).toHaveCount(0)

  const admin = await colleague('company')
  const { id } = await agency.person('branch')
  await admin.goto(`/user-edit?of=company&user=${id}`)
  const ofMember = admin.getByRole('region', { name: 'Calendars' })
  await ofMember.getByRole('button', { name: 'End My telephone' }).click()
  await admin.getByRole('button', { name: 'End calendar' }).click()
  await expect(ofMember.getByText('reads no calendar from GYA')).toBeVisible()
  expect((await request.get(path)).status()).toBe(404)
})
