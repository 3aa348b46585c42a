import { restoreProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { openHeader, ukDay } from './support/timeline-actions.ts'

const street = '7 Inkwell Lane'

test('Info: contract, fee and notice; History; edit vendor; delete and restore the property', async ({
  page,
  agency,
  colleague,
  platform,
}) => {
  const owner = { firstName: 'Isolde', lastName: 'Brackenbury', email: `isolde.${agency.stamp}@vendor.example` }
  const property = await agency.takeOn(street, { price: 300_000, owner })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('askingprice'))

  await test.step('two asking prices: chart and table', async () => {
    await page.getByRole('link', { name: 'Price reduction' }).click()
    await page.getByLabel('Price', { exact: true }).fill('285000')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSaveMessage(page, 'Asking price updated')
    await expect(page.getByRole('img', { name: /2 prices, from £300,000 .* to £285,000/ })).toBeVisible()
    await expect(page.getByRole('table').getByText('−£15,000 (−5.0 %)')).toBeVisible()
  })

  await test.step('contract end and fee update while typing', async () => {
    await page.getByRole('navigation', { name: 'Property' }).getByRole('button', { name: 'Take on' }).click()
    await page
      .getByRole('menuitem', { name: 'Info' })
      .or(page.getByRole('link', { name: 'Info' }))
      .click()
    await page.getByLabel('Contract signed').fill('01/09/2025')
    await page.getByLabel('Contract term').fill('12')
    await expect(page.getByText('Contract ends 24/11/2025')).toBeVisible()
    await page.getByRole('textbox', { name: 'Agency fee' }).fill('1.25')
    const fee = page.getByRole('region', { name: 'Fee' })
    await expect(fee).toContainText('£3,562.50')
    await expect(fee).toContainText('£3,206.25')
    await expect(fee).toContainText('Estimate')
    await expect(fee).toContainText('Excluding VAT.')
  })

  await test.step('notice: default, standard period, warning inside the contract term', async () => {
    await page.getByLabel('Contract signed').fill(ukDay(-7))
    await page.getByLabel('Notice given', { exact: true }).check()
    await expect(page.getByLabel('Negotiated notice')).toHaveValue('1')
    await expect(page.getByText(`Notice ends ${ukDay(1)}`)).toBeVisible()
    await page.getByRole('button', { name: 'Use standard (14 days)' }).click()
    await expect(page.getByText(`Notice ends ${ukDay(14)}`)).toBeVisible()
    await expect(page.getByText('inside the contract term')).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSaveMessage(page, 'Management information saved')
    await page.reload()
    await expect(page.getByLabel('Contract term')).toHaveValue('12')
    await expect(page.getByLabel('Negotiated notice')).toHaveValue('14')
    await expect(page.getByText(`Notice ends ${ukDay(14)}`)).toBeVisible()
  })

  await test.step('after the notice the screen proposes to withdraw', async () => {
    await page.getByLabel('Notice given on').fill(ukDay(-20))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`The notice ended on ${ukDay(-6)}.`)).toBeVisible()
  })

  await test.step('History: filter and address', async () => {
    await openHeader(page)
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History' })
    await expect(history.getByText('Notice given').first()).toBeVisible()
    await expect(history.getByText('Property taken on')).toBeVisible()
    await history.getByRole('combobox', { name: 'What' }).click()
    await page.getByRole('option', { name: 'Asking price' }).click()
    await expect(history.getByText('Property taken on')).toBeHidden()
    await expect(history.getByText('£285,000')).toBeVisible()
    await page.reload()
    await expect(history.getByText('Property taken on')).toBeVisible()
    await history.getByRole('button', { name: 'Close' }).click()
    await expect(history).toBeHidden()
    await expect(page).not.toHaveURL(/panel=/)
  })

  await test.step('edit the vendor', async () => {
    await page.goto(property.url('edit'))
    await page.getByRole('button', { name: 'Edit vendor' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit vendor' })
    await dialog.getByLabel('Last name').fill('Brackenbury-Finch')
    await dialog.getByLabel('Push notification').check()
    await dialog.getByRole('button', { name: 'Save vendor' }).click()
    await expect(page.getByRole('form', { name: 'Manage property' }).getByText('Isolde Brackenbury-Finch')).toBeVisible()
    await expect(page.getByText('E-mail, Push notification')).toBeVisible()
    await page.getByRole('button', { name: 'Resend e-mail verification' }).click()
    await expectSaveMessage(page, 'New email verification was sent succesfully.')
    await expect(page.getByRole('button', { name: 'Delete property' })).toBeHidden()
  })

  await test.step('a company admin deletes the property by typing its address', async () => {
    const admin = await colleague('company')
    await admin.goto(property.url('edit'))
    await admin.getByRole('button', { name: 'Delete property' }).click()
    const dialog = admin.getByRole('alertdialog', { name: 'Delete property' })
    await dialog.getByLabel('Type it here').fill(street.slice(0, -1))
    await expect(dialog.getByRole('button', { name: 'Delete property' })).toBeDisabled()
    await dialog.getByLabel('Type it here').fill(` ${street.toLowerCase()} `)
    await dialog.getByRole('button', { name: 'Delete property' }).click()
    await expect(admin).toHaveURL(/\/company\/properties/)
    await admin.goto(`/company/properties?q=${encodeURIComponent(street)}`)
    await expect(admin.getByText('No results found.')).toBeVisible()
    await expect(admin.getByRole('link', { name: `Manage ${street}` })).toBeHidden()
    await page.reload()
    await expect(page.getByText('No property found.')).toBeVisible()
  })

  await test.step('a platform admin restores it, and History records that', async () => {
    const { companyId, propertyId } = property.params
    await platform.call(restoreProperty, { params: { companyId, deletedPropertyId: propertyId } })
    await page.goto(`${property.url('edit')}&panel=history`)
    await expect(page.getByText('Deleted property brought back')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toContainText(street)
  })
})
