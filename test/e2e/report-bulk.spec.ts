import { addDays, londonDay, showDate, showDayMonth } from '@gya/domain/common/dates.ts'
import { listConversations, logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { createTask, listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import type { Agency, Property } from './support/agency.ts'
import { expect, test } from './support/fixtures.ts'
import { beforeNextSave, cell, openReport, saved, sellAll } from './support/report.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const today = londonDay(new Date().toISOString())

const read = async (agency: Agency, { params }: Property) => (await agency.as('staff')).call(readProperty, { params })

test('Workflow report: if a colleague saves a row between preview and Apply, nothing is saved, and a new preview is shown', async ({
  page,
  agency,
}) => {
  const [first] = (await sellAll(agency, ['1 Stale Bulk', '2 Stale Bulk'])) as [Property]
  await agency.signIn(page, 'branch')
  await openReport(page)
  await beforeNextSave(page, () => first.complete(['DraftContractsIssued']))
  await cell(page, '1 Stale Bulk', 'draftContract').focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar').getByRole('button', { name: 'Set step' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set step: 2 sales' })
  await dialog.getByRole('combobox', { name: 'Step' }).click()
  await page.getByRole('option', { name: 'Draft contracts issued', exact: true }).click()
  await expect(dialog.getByText('2 will change')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change 2' }).click()
  await expect(dialog.getByText('Nothing was saved; this is what would happen now')).toBeVisible()
  await expect(dialog.getByText('Some of these have changed since you looked.')).toBeVisible()
  await expect(dialog.getByText('1 will change, 1 already is so')).toBeVisible()
  await expect(cell(page, '2 Stale Bulk', 'draftContract')).not.toHaveText(showDayMonth(today))
  await dialog.getByRole('button', { name: 'Change 1' }).click()
  await expect(dialog).toBeHidden()
  await expect(cell(page, '2 Stale Bulk', 'draftContract')).toHaveText(showDayMonth(today))
})

test('Workflow report: one conversation and one task for the selected rows', async ({ page, agency }) => {
  const properties = await sellAll(agency, ['1 Log Row', '2 Log Row'])
  const staff = await agency.as('staff')
  const params = { companyId: agency.companyId }
  await agency.signIn(page, 'staff')
  await openReport(page)
  await cell(page, '1 Log Row', 'draftContract').focus()
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('toolbar', { name: '2 rows selected' })

  await test.step('the parties of both sales are read in one call', async () => {
    let calls = 0
    page.on('request', (request) => (calls += /^\/api\/part(y|ies)\b/.test(new URL(request.url()).pathname) ? 1 : 0))
    await bar.getByRole('button', { name: 'Log' }).click()
    const who = page.getByRole('dialog', { name: 'Who was it with?' })
    await expect(who.getByRole('button', { name: /Odalys Thimblewood.*2 sales/ })).toBeVisible()
    expect(calls).toBe(1)
    await who.getByRole('button', { name: /Odalys Thimblewood/ }).click()
  })

  await test.step('log it', async () => {
    const dialog = page.getByRole('dialog', { name: 'Log: Odalys Thimblewood' })
    await dialog.getByRole('button', { name: 'Spoke' }).click()
    await dialog.getByRole('button', { name: 'Log conversation' }).click()
    await expect(dialog).toHaveCount(0)
    for (const property of properties) {
      const query = { propertyId: property.params.propertyId }
      await expect
        .poll(async () => (await staff.call(listConversations, { params, query })).data.map(({ sales }) => sales.length))
        .toEqual([2])
    }
  })

  await test.step('e-mail: whom to write to comes first, then one message a party', async () => {
    await bar.getByRole('button', { name: 'E-mail' }).click()
    const roles = page.getByRole('dialog', { name: 'Who are you writing to?' })
    await expect(roles.getByRole('button', { name: /^Vendor 1 message.*2 sales/ })).toBeFocused()
    await expect(roles.getByRole('button', { name: /^Buyer 0 messages, 2 without an address/ })).toBeVisible()
    await roles.getByRole('button', { name: /^Vendor 1 message/ }).click()
    const dialog = page.getByRole('dialog', { name: 'E-mail: vendor, 1 message' })
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Your sales')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Dear {recipient}, {#sales}{line1} {/sales}')
    await expect(dialog.getByRole('region', { name: 'As it will go' })).toContainText('2 Log Row')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(/E-mailed: .*, 2 sales/)).toBeVisible()
  })

  await test.step('add a task to both', async () => {
    await bar.getByRole('button', { name: 'Add task' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a task to 2 sales' })
    await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Send the leasehold pack')
    await dialog.getByRole('button', { name: 'Add 2 tasks' }).click()
    await expect(dialog).toBeHidden()
    for (const property of properties) {
      const query = { propertyId: property.params.propertyId }
      await expect
        .poll(async () => (await staff.call(listTasks, { params, query })).data.map(({ title }) => title))
        .toEqual(['Send the leasehold pack'])
    }
  })
})

test('Workflow report: progressor and expected exchange are saved from their cells', async ({ page, agency }) => {
  const [property] = (await sellAll(agency, ['1 Day Row'])) as [Property]
  await agency.person('branch')
  await agency.signIn(page, 'staff')
  await openReport(page, ['address', 'phase', 'progressor', 'expectedExchange', 'draftContract'])
  const exchange = cell(page, '1 Day Row', 'expectedExchange')
  await expect(cell(page, '1 Day Row', 'phase')).toHaveText('Sold STC')
  await exchange.focus()
  const day = addDays(today, 21)
  await page.keyboard.press('Enter')
  await page.keyboard.type(showDate(day))
  await page.keyboard.press('Enter')
  await saved(page)
  await expect.poll(async () => (await read(agency, property)).expectedExchange).toBe(day)

  const progressor = cell(page, '1 Day Row', 'progressor')
  await progressor.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Marnie')
  await expect(page.getByRole('option', { name: 'Marnie Quillfeather' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(progressor).toHaveText('Marnie Quillfeather')
  await saved(page)
  await expect(progressor).toHaveText('Marnie Quillfeather')
})

test('Workflow report: a step that a colleague saved meanwhile is refused at its cell, with the name', async ({
  page,
  agency,
}) => {
  const [property] = (await sellAll(agency, ['1 Meanwhile Row'])) as [Property]
  const { firstName, lastName } = await agency.person('staff')
  await agency.signIn(page, 'branch')
  await openReport(page)
  await beforeNextSave(page, () => property.complete(['DraftContractsIssued']))
  await cell(page, '1 Meanwhile Row', 'draftContract').focus()
  await page.keyboard.press('b')
  await expect(page.getByRole('alert').filter({ hasText: `${firstName} ${lastName} has changed this meanwhile.` })).toBeVisible()
  await expect(cell(page, '1 Meanwhile Row', 'draftContract')).toHaveText(showDayMonth(today))
})

test('Workflow report: 12 sales are assigned with one preview, and reverted with one undo', { tag: '@full' }, async ({
  page,
  agency,
}) => {
  test.slow()
  const properties = await sellAll(
    agency,
    Array.from({ length: 12 }, (_, at) => `${at + 1} Handover Row`),
  )
  const staff = await agency.as('staff')
  await agency.person('branch')
  const entries = async () => {
    const kinds: string[] = []
    for (const { params } of properties) {
      const { data } = await staff.call(readHistory, { params, query: { group: 'contacts' } })
      kinds.push(...data.map(({ kind }) => kind).filter((kind) => kind === 'progressor-assigned'))
    }
    return kinds.length
  }
  const before = await entries()
  await agency.signIn(page, 'staff')
  await openReport(page, ['address', 'progressor', 'draftContract'])
  await cell(page, '12 Handover Row', 'draftContract').focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar').getByRole('button', { name: 'Assign progressor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign progressor: 12 sales' })
  await dialog.getByRole('combobox', { name: 'Sales progressor' }).click()
  await page.getByRole('option', { name: 'Marnie Quillfeather' }).click()
  await expect(dialog.getByText('12 will change')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change 12' }).click()
  await expect(dialog).toBeHidden()
  expect(await entries()).toBe(before + 12)
  const theirs = page.locator('td[data-col="progressor"]').filter({ hasText: 'Marnie Quillfeather' })
  await expect(theirs).toHaveCount(12)
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(theirs).toHaveCount(0)
})

test('Property: an open form of a sale can be saved after a colleague logged a call and added a task about it', async ({
  page,
  agency,
}) => {
  const [property] = (await sellAll(agency, ['1 Open Form'])) as [Property]
  const colleague = await agency.as('branch')
  const { id: vendor } = await agency.person('vendor')
  const { companyId, propertyId } = property.params
  await agency.signIn(page, 'staff')
  await page.goto(property.url('mireport'))
  await page.getByLabel('Contract signed').fill('01/09/2025')
  await page.getByLabel('Contract term').fill('12')
  const sales = [{ propertyId, outcome: 'spoke' as const }]
  await colleague.call(logConversation, { params: { companyId }, body: { partyRef: `vendor:${vendor}`, sales } })
  await colleague.call(createTask, { params: { companyId }, body: { title: 'Send the leasehold pack', propertyId } })
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaveMessage(page, 'Management information saved')
})
