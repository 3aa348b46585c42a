import { password } from './support/accounts.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

// Ends sessions and changes settings, so every test has its own accounts.

test('Profile: lists the sessions of the account and ends others', async ({ page, agency, colleague }) => {
  const elsewhere = await colleague('branch')
  await colleague('branch')
  await agency.signIn(page, 'branch')
  await page.goto('/profile')
  const panel = page.getByRole('list').filter({ hasText: 'This one' })
  await expect(panel).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await panel
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await elsewhere.goto('/profile')
  await expect(elsewhere).toHaveURL(/\/login/)
})

test('A session that was ended elsewhere shows a message at the next action; signing in restores the page and its input', {
  tag: '@core',
}, async ({ page, agency, colleague }) => {
  const member = await colleague('staff')
  const { id, email } = await agency.person('staff')
  await member.goto('/profile')
  const surname = member.getByRole('textbox', { name: 'Last name' })
  await surname.fill('Larkspur-Vane')

  await agency.signIn(page, 'company')
  await page.goto(`/user-edit?of=company&user=${id}`)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText(/is not signed in anywhere/)).toBeVisible()

  await member.getByRole('button', { name: 'Submit' }).click()
  await expect(member.getByText('Your session has ended. Sign in to carry on where you were.')).toBeVisible()
  // The focus is in the first empty field.
  await expect(member.getByLabel('E-mail')).toBeFocused()
  await member.keyboard.type(email)
  await member.getByLabel('Password', { exact: true }).fill(password)
  await member.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(member).toHaveURL(/\/profile$/)
  await expect(surname).toHaveValue('Larkspur-Vane')
})

test('Profile: changing the e-mail address requires the password again and is pending until confirmed', async ({
  page,
  agency,
}) => {
  const { email } = await agency.person('branch')
  const newEmail = `new.${email}`
  await agency.signIn(page, 'branch')
  await page.goto('/profile')
  // The server requires this 10 minutes after the sign-in.
  let refusals = 0
  await page.route('**/api/user/me', async (route) => {
    if (route.request().method() !== 'PUT' || refusals > 0) return route.continue()
    refusals += 1
    return route.fulfill({
      status: 403,
      json: { code: 'CONFIRM_IDENTITY', message: 'Confirm that it is you.', requestId: 'r' },
    })
  })
  await page.getByRole('textbox', { name: 'E-mail' }).fill(newEmail)
  await page.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill('Not-My-Password-2026')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`${newEmail} becomes the new address`)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email)
})

test('Company and User: restrict the domains of document e-mails, end a member’s sessions', { tag: '@full' }, async ({
  page,
  agency,
  colleague,
}) => {
  const member = await colleague('staff')
  const { email } = await agency.person('staff')
  await agency.signIn(page, 'company')
  await page.goto('/company/edit')
  const domains = page.getByLabel('Send documents only to')
  await domains.fill('not a domain')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/is not a domain/)).toBeVisible()
  await domains.fill('law.example, demo.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'Company saved')
  await expect(domains).toHaveValue('demo.example, law.example')
  await domains.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'Company saved')
  await expect(domains).toHaveValue('')
  await page.goto('/branch/manage')
  await page.getByRole('row').filter({ hasText: 'Tilehurst' }).getByRole('link', { name: 'Tilehurst', exact: true }).click()
  await page.getByRole('navigation', { name: 'Branch' }).getByRole('link', { name: 'Users' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('link', { name: /^Manage / })
    .click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText(/is not signed in anywhere/)).toBeVisible()
  await member.goto('/profile')
  await expect(member).toHaveURL(/\/login/)
})
