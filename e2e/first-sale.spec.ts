import { expect, test } from '@playwright/test'
import { agreeSale, newStreet, setState, tab, takeOn } from './sale.ts'
import { signIn } from './sign-in.ts'

const street = newStreet('Rehearsal Row')

test('a progressor takes a property on, agrees a sale, works the timeline and sees the sale move in the workflow report', async ({
  page,
}) => {
  await signIn(page, 'staff')

  await test.step('take the property on with a new vendor, and enter the asking price', async () => {
    await takeOn(page, { street, ownership: 'Freehold', price: '385000' })
    await expect(page.getByRole('main').getByRole('table').getByText('£385,000')).toBeVisible()
  })

  await test.step('record an offer and accept it', () =>
    agreeSale(page, { buyer: 'Fenwick Larkrise', amount: '378500', cash: false, chain: false }))

  await test.step('work the timeline: the memo, then draft contracts, which starts the searches', async () => {
    await tab(page, /^Timeline/)
    await setState(page, 'Memo of sale sent', 'Complete')
    await expect(page.getByText('Started because Memo of sale sent, the last selling step, was completed').first()).toBeVisible()
    await page.getByRole('button', { name: 'Save timeline' }).click()
    await expect(page.getByText('Timeline saved').first()).toBeVisible()
    await setState(page, 'Draft contracts issued', 'Complete')
    await page.getByRole('button', { name: 'Save timeline' }).click()
    await expect(page.getByText('No changes')).toBeVisible()
    await expect(
      page.getByRole('radiogroup', { name: 'State of Searches applied for' }).getByRole('radio', { name: 'In progress' }),
    ).toBeChecked()
  })

  await test.step('see the sale in the report, and its step', async () => {
    await page.getByRole('link', { name: 'Company workflow' }).click()
    const today = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', timeZone: 'Europe/London' })
      .format(new Date())
      .replace(' ', '-')
      .slice(0, 6)
    await page.getByRole('button', { name: 'Offer accepted' }).click()
    await page.getByRole('button', { name: 'Offer accepted' }).click()
    const row = page.getByRole('row').filter({ hasText: street })
    await expect(row).toBeVisible()
    await expect(row).toContainText('£378,500')
    await expect(row.getByRole('cell', { name: today }).first()).toBeVisible()
    await expect(row).toContainText('in 21 days')
    await row.getByRole('link', { name: new RegExp(street) }).click()
    await expect(page).toHaveURL(/\/property\/edit/)
  })
})

test('a property in the same postcode is pointed out before another is created', async ({ page }) => {
  await signIn(page, 'staff')
  await page.goto('/company/properties')
  const postcode =
    (
      await page
        .getByRole('row')
        .nth(1)
        .getByText(/RG\d+ \d\w\w/)
        .first()
        .textContent()
    )?.match(/RG\d+ \d\w\w/)?.[0] ?? ''
  await page.goto('/property/create')
  await page.getByLabel('Address line 1').fill('1 Duplicate Drive')
  await page.getByLabel('Postcode').fill(postcode.replace(' ', '').toLowerCase())
  await page.getByRole('radio', { name: 'New vendor' }).check({ force: true })
  await page.getByLabel('First name').fill('Wilmot')
  await page.getByLabel('Last name').fill('Penrose')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`wilmot.${Date.now()}@vendor.example`)
  await page.getByRole('button', { name: 'Create property' }).click()
  const question = page.getByRole('alertdialog', { name: 'Existing property found' })
  await expect(question).toContainText(postcode)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Address line 1')).toHaveValue('1 Duplicate Drive')
})

test('leaving an unsaved form asks first, and a session that ends keeps what was typed', async ({ page, context }) => {
  await signIn(page, 'company')
  await page.goto('/company/edit')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('Larkmead')
  await page.getByLabel('Telephone').first().fill('0118 496 0999')
  await page.getByRole('link', { name: 'Company workflow' }).click()
  const guard = page.getByRole('alertdialog', { name: 'Unsaved changes' })
  await expect(guard).toContainText('Are you sure you want to move page? You may have unsaved changes.')
  await guard.getByRole('button', { name: 'Stay on page' }).click()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/login\?/)
  await expect(page.getByText('Your session has ended. Sign in to carry on where you were.')).toBeVisible()
  await page.getByLabel('E-mail').fill('company@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('Demo-Password-2026')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/company\/edit/)
  await expect(page.getByLabel('Telephone').first()).toHaveValue('0118 496 0999')
})
