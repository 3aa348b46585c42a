import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { readGateTemplate, saveGateTemplate } from '@gya/domain/features/gates/gates.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

test('Gates: an offer added as accepted shows the required checks', async ({ page, agency }) => {
  const property = await agency.takeOn('28 Rodway Road')
  const company = await agency.as('company')
  const params = { companyId: agency.companyId }
  const { items, version } = await company.call(readGateTemplate, { params })
  const chosen = items.map((item) => ({ ...item, active: item.title.startsWith('Vendor’s identity') }))
  await company.call(saveGateTemplate, { params, body: { modes: { accept: 'block', exchange: 'off' }, items: chosen, version } })
  const yesterday = showDate(addDays(londonDay(new Date().toISOString()), -1))
  await agency.signIn(page, 'staff')
  await page.goto(property.url('offer-create'))
  await page.getByLabel('Buyer name').fill('Fenwick Larkrise')
  await page.getByLabel('Amount').fill('380000')
  await page.getByRole('radio', { name: 'Accepted' }).check({ force: true })
  await page.getByRole('radio', { name: 'Cash' }).check({ force: true })
  await page.getByRole('radio', { name: 'No chain' }).check({ force: true })
  await page.getByLabel('Accepted on').fill(yesterday)
  await page.getByLabel('Accepted on').blur()
  await page.getByRole('button', { name: 'Add offer' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Accept this offer?' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Vendor’s identity' })).toContainText('No reference yet')
  await expect(dialog.getByRole('button', { name: 'Accept offer' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Add the evidence of Vendor’s identity' }).click()
  await dialog.getByLabel('Reference for Vendor’s identity').fill('Larkproof 88213')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Accept offer' }).click()
  await expect(page.getByText('Sold STC').first()).toBeVisible()
  await expect(page.getByText(`Accepted ${yesterday}`)).toBeVisible()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
})

test('Gates: block before acceptance; evidence inline, override with a reason, then the offer is accepted', async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('27 Rodway Road')
  const staff = await agency.as('staff')
  const offer = { name: 'Fenwick Larkrise', amount: 380_000, cashBuy: false, chain: true }
  await staff.call(addOffer, { params: property.params, body: offer })

  await test.step('the company switches its gate to block, with two items', async () => {
    await agency.signIn(page, 'company')
    await page.goto(`/company/gates?company=${agency.companyId}`)
    const accept = page.getByRole('region', { name: 'Before an offer is accepted' })
    await expect(accept).toContainText('1 pending offer lacks')
    await accept.getByRole('radio', { name: 'Block' }).check()
    const off = ['Buyer’s identity and AML checked', 'Mortgage in principle seen', 'Buyer’s solicitor known']
    for (const title of off) await accept.getByRole('switch', { name: `On for ${title}` }).uncheck()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Save gates' }).click()
    await expectSaveMessage(page, 'Gates saved')
  })

  const openDialog = async () => {
    await page.goto(property.url('offers'))
    await page.getByRole('radio', { name: 'Accepted' }).check()
    await page.getByRole('button', { name: 'Save offer' }).click()
    return page.getByRole('alertdialog', { name: 'Accept this offer?' })
  }

  await test.step('staff see what is missing and add the evidence of one item', async () => {
    await agency.signIn(page, 'staff')
    const dialog = await openDialog()
    const items = dialog.getByRole('region', { name: 'What has to be there before' }).getByRole('listitem')
    await expect(items.filter({ hasText: 'Vendor’s identity' })).toContainText('No reference yet')
    await expect(dialog.getByRole('button', { name: 'Accept offer' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('button', { name: 'Add the evidence of Vendor’s identity' }).click()
    await dialog.getByLabel('Reference for Vendor’s identity').fill('Larkproof 88213')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(items.filter({ hasText: 'Vendor’s identity' })).toContainText('Larkproof 88213')
    await expect(items.filter({ hasText: 'Chain checked' })).toContainText('The chain is unknown')
    await expect(items.filter({ hasText: 'Chain checked' }).getByRole('link')).toHaveAttribute('href', /\/property\/mireport/)
    await expect(dialog.getByRole('button', { name: /^Override/ })).toHaveCount(0)
    await expectNoViolations(page)
  })

  await test.step('a branch administrator goes on without the other, and accepts', async () => {
    await agency.signIn(page, 'branch')
    const dialog = await openDialog()
    await dialog.getByRole('button', { name: 'Override Chain checked' }).click()
    await dialog.getByLabel('Why you go on without').fill('The agent above confirms it on Monday.')
    await dialog.getByRole('button', { name: 'Override', exact: true }).click()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Chain checked' })).toContainText('The agent above confirms it')
    await dialog.getByRole('button', { name: 'Accept offer' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Sold STC').first()).toBeVisible()
  })
})
