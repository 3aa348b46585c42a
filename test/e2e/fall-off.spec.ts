import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'
import { openTab } from './support/timeline-actions.ts'

test('Fall off: puts the property back on the market; restore; delete', { tag: '@core' }, async ({ page, agency }) => {
  const line1 = '27 Rodway Road'
  const property = await agency.takeOn(line1)
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await property.complete(['MemoOfSaleSent'])
  const staff = await agency.as('staff')
  await staff.call(updateManagementInfo, { params: property.params, body: { agencyFeeType: 0, agencyFeePercent: 1.25 } })
  const viewed = { when: addDays(londonDay(new Date().toISOString()), -10) }
  await staff.call(addViewing, {
    params: property.params,
    body: { ...viewed, name: 'Ann Agreed', tel: '0118 496 0142', mayContact: true },
  })
  await staff.call(addViewing, { params: property.params, body: { ...viewed, name: 'Ned Notasked', tel: '0118 496 0143' } })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await expect(page.getByText('Sold STC').first()).toBeVisible()
  const selling = page.getByRole('button', { name: /^Selling/ })
  await expect(selling).toHaveAttribute('aria-expanded', 'false')

  await test.step('perform: consequences, reason, typed address', async () => {
    const arrived = Promise.withResolvers<void>()
    await page.route('**/reset/preview', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Perform fall off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Perform fall off' })
    const reason = dialog.getByRole('combobox', { name: 'Reason' })
    const before = await reason.boundingBox()
    await expect(dialog.getByLabel('Type it here')).toHaveCount(0)
    arrived.resolve()
    await expect(dialog).toContainText('is marked rejected')
    expect(await reason.boundingBox()).toEqual(before)
    await expect(dialog).toContainText('excluding VAT is lost')
    await expect(dialog).toContainText('1 of them agreed to be contacted')
    await reason.click()
    await page.getByRole('option', { name: 'Mortgage refused' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Whose doing' })).toContainText('Lender')
    await dialog.getByLabel('What happened').fill('Buyer changed their mind')
    await expect(dialog).toContainText('24 of 500')
    const perform = dialog.getByRole('button', { name: 'Perform fall off' })
    await expect(perform).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('Type it here').fill(` ${line1.toUpperCase()} `)
    await perform.click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/property\/fall-offs/)
    await expect(page.getByText('For sale').first()).toBeVisible()
    await openTab(page, /^Timeline/)
    await expect(page.getByRole('button', { name: 'Perform fall off' })).toBeHidden()
    await expect(selling).toHaveAttribute('aria-expanded', 'true')
  })

  await test.step('whom to ask next: numbers only of who agreed; what came of it is kept', async () => {
    await openTab(page, /^Fall Offs/)
    const rescue = page.getByRole('region', { name: 'Who else may buy' }).first()
    await expect(rescue.getByRole('row').filter({ hasText: 'Ned Notasked' })).toContainText(
      'Not asked whether we may contact them',
    )
    const agreed = rescue.getByRole('row').filter({ hasText: 'Ann Agreed' })
    await expect(agreed.getByRole('link', { name: '0118 496 0142' })).toBeVisible()
    await agreed.getByRole('button', { name: 'Log a conversation with Ann Agreed' }).click()
    const log = page.getByRole('dialog', { name: 'Log: Ann Agreed' })
    await log.getByRole('button', { name: 'Spoke' }).click()
    await log.getByRole('button', { name: 'Log conversation' }).click()
    await expect(log).toBeHidden()
    const mark = agreed.getByRole('combobox', { name: 'What came of asking Ann Agreed' })
    await expect(mark).toContainText('Called')
    await mark.click()
    await page.getByRole('option', { name: 'Interested', exact: true }).click()
    await expect(mark).toContainText('Interested')
  })

  await test.step('restore the sale', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Buyer changed their mind' })
    await expect(row).toContainText('Not restored')
    await row.getByRole('button', { name: /^Restore/ }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Restore this sale?' })
    await dialog.getByLabel('Type it here').fill(line1)
    await dialog.getByRole('button', { name: 'Restore sale' }).click()
    await expectSaveMessage(page, 'Sale restored')
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d[ap]m/)
    await expect(row.getByRole('button', { name: /^Restore/ })).toBeHidden()
    await expect(page.getByText('Sold STC').first()).toBeVisible()
  })

  await test.step('delete from the list', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Buyer changed their mind' })
    await row.getByRole('button', { name: /^Delete/ }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this fall off?' })
    await dialog.getByLabel('Type it here').fill(line1)
    await dialog.getByRole('button', { name: 'Delete fall off' }).click()
    await expect(row).toBeHidden()
  })
})

test('Fall off: one without a reason is classified in the list, and counts in the analysis of the forecast', async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('31 Reason Road')
  await property.sell({ buyer: 'Fenwick Larkrise' })
  await (await agency.as('staff')).call(performFallOff, { params: property.params, body: { note: 'They gave no reason' } })
  await agency.signIn(page, 'branch')
  const analysis = page.getByRole('region', { name: 'What fell through' })
  await page.goto('/branch/forecast?view=risk')
  await expect(analysis.getByRole('region', { name: 'By reason' }).getByRole('row', { name: /^Not classified/ })).toContainText(
    '1',
  )

  await page.goto(property.url('fall-offs'))
  await page.getByRole('button', { name: 'Classify the fall off of Fenwick Larkrise' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Mortgage refused' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Whose doing' })).toContainText('Lender')
  await dialog.getByRole('button', { name: 'Save reason' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'They gave no reason' })).toContainText('Mortgage refused')

  await page.goto('/branch/forecast?view=risk')
  await expect(analysis.getByRole('region', { name: 'By reason' }).getByRole('row', { name: /^Mortgage refused/ })).toBeVisible()
  await expect(analysis.getByRole('region', { name: 'By party' }).getByRole('row', { name: /^Lender/ })).toBeVisible()
  await expect(analysis.getByText('Not classified')).toBeHidden()
})
