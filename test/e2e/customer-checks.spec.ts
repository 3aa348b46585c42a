import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { readGateTemplate, saveGateTemplate } from '@gya/domain/features/gates/gates.contract.ts'
import { saveSaleFile } from '@gya/domain/features/sale-file/sale-file.contract.ts'
import { noSaleFile } from '@gya/domain/features/sale-file/sale-file.model.ts'
import type { Agency } from './support/agency.ts'
import { violationsOn } from './support/axe.ts'
import { expect, type Page, test } from './support/fixtures.ts'
import { proveListedKeys } from './support/listed-keys.ts'
import { printsByKey } from './support/print.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const inAYear = showDate(addDays(londonDay(new Date().toISOString()), noSaleFile.recheckDays))
const never = 'Never write here that a report was made or considered. The customer can ask for this file.'
const passport = { name: 'passport.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }

async function switchOn(agency: Agency): Promise<void> {
  const { officer: _officer, version: _version, ...off } = noSaleFile
  const company = await agency.as('company')
  await company.call(saveSaleFile, { params: { companyId: agency.companyId }, body: { ...off, checks: true } })
}

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

async function addCustomer(page: Page, side: 'vendor' | 'buyer', work: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('button', { name: `Add ${side}…` }).click()
  const dialog = page.getByRole('dialog')
  await work(dialog)
  await expect(dialog.getByText(never)).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expectSaveMessage(page, 'Customer entered')
}

/** Enters the next check that a customer needs. */
async function addCheck(page: Page, name: string, what: string, { result = 'Satisfied', file = false } = {}): Promise<void> {
  await card(page, name).getByRole('button', { name: 'Add check…' }).click()
  const dialog = page.getByRole('dialog', { name: `Check of ${name}` })
  await expect(dialog.getByRole('combobox', { name: 'What was checked' })).toContainText(what)
  await dialog.getByText(result, { exact: true }).click()
  await dialog.getByLabel('What was found, in words').fill(`${what}: what was found.`)
  if (file) await dialog.locator('input[type=file]').setInputFiles(passport)
  await dialog.getByRole('button', { name: 'Add check' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, name)).toContainText(`${what}: what was found.`)
}

test('Checks: switched on; staff enters the vendor; a reader sees the word; a politically exposed buyer waits for a decision before the offer is accepted', async ({
  agency,
  colleague,
  accounts,
  browser,
  baseURL,
}) => {
  test.slow()
  const property = await agency.takeOn('31 Rodway Road')
  const buyer = 'Fenwick Larkrise'
  await property.offer({ buyer, cash: true })
  const admin = await colleague('company')
  const staff = await colleague('staff')

  await test.step('without the register there is no word of it, and no request', async () => {
    const asked: string[] = []
    const note = (request: { url(): string }) => /\/(customers|sale-file|check-)/.test(request.url()) && asked.push(request.url())
    for (const page of [staff, admin]) page.on('request', note)
    await staff.goto(property.url('referrals'))
    await expect(staff.getByRole('link', { name: 'Record', exact: true })).toBeVisible()
    await expect(staff.getByRole('link', { name: 'Checks' })).toHaveCount(0)
    await admin.goto('/company/properties')
    await admin
      .getByRole('combobox', { name: /Status|Show/ })
      .first()
      .click()
    await expect(admin.getByRole('option', { name: 'To tidy' })).toBeVisible()
    await expect(admin.getByRole('option', { name: 'Checks open' })).toHaveCount(0)
    await admin.goto('/company/report')
    await admin.getByRole('button', { name: /^Columns/ }).click()
    await expect(admin.getByRole('checkbox', { name: 'Negotiator' })).toBeVisible()
    await expect(admin.getByRole('checkbox', { name: 'Checks' })).toHaveCount(0)
    for (const page of [staff, admin]) page.off('request', note)
    expect(asked.filter((url) => !url.includes('/assets/'))).toEqual([])
  })

  await test.step('a company admin switches it on', async () => {
    await admin.goto('/company/sale-file')
    await admin.getByText('On', { exact: true }).click()
    await admin.getByRole('combobox', { name: 'Nominated officer' }).click()
    await admin.getByRole('option').nth(1).click()
    await admin.getByRole('button', { name: 'Save', exact: true }).click()
    await expectSaveMessage(admin, 'Settings saved')
    await expect(admin.getByRole('link', { name: 'Checks', exact: true })).toBeVisible()
    const company = await agency.as('company')
    const params = { companyId: agency.companyId }
    const { items, version } = await company.call(readGateTemplate, { params })
    const chosen = items.map((item) => ({ ...item, active: item.auto?.endsWith('Checked') ?? false }))
    await company.call(saveGateTemplate, {
      params,
      body: { modes: { accept: 'block', exchange: 'off' }, items: chosen, version },
    })
  })

  const vendor = await agency.person('vendor')
  const vendorName = `${vendor.firstName} ${vendor.lastName}`
  await test.step('staff enters the vendor’s checks, with a file', async () => {
    await staff.goto(property.url('checks'))
    await expect(staff.getByText('Nobody is entered. Add the vendor from the sale.')).toBeVisible()
    await addCustomer(staff, 'vendor', (dialog) => expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(vendorName))
    await expect(card(staff, vendorName)).toContainText('Missing: identity, sanctions and political exposure')
    await addCheck(staff, vendorName, 'Identity', { file: true })
    await addCheck(staff, vendorName, 'Sanctions and political exposure')
    await expect(card(staff, vendorName)).toContainText(`Ready until ${inAYear}`)
    await expect(staff.getByRole('button', { name: 'passport.pdf' })).toHaveCount(0)
    expect(await violationsOn(staff)).toEqual([])
  })

  await test.step('a reader sees the word alone', async () => {
    const { id } = await agency.addPerson({ type: 'READER', firstName: 'Rosalind', lastName: 'Reader' })
    const context = await browser.newContext(baseURL ? { baseURL } : {})
    const reader = await context.newPage()
    await accounts.signIn(reader, id)
    await reader.goto(property.url('checks'))
    await expect(reader.getByRole('region', { name: 'Vendor' })).toContainText('Ready')
    await expect(reader.getByRole('button', { name: /Add|Strike|passport/ })).toHaveCount(0)
    await expect(card(reader, vendorName)).toHaveCount(0)
    await context.close()
  })

  await test.step('the buyer is politically exposed: the offer is not accepted', async () => {
    await addCustomer(staff, 'buyer', async (dialog) => {
      await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(buyer)
      await dialog.getByLabel('Politically exposed person', { exact: true }).check()
    })
    for (const what of ['Identity', 'Sanctions and political exposure', 'Source of funds']) await addCheck(staff, buyer, what)
    await expect(card(staff, buyer)).toContainText('Waits for a decision')
    await expect(card(staff, buyer).getByRole('button', { name: /^Decide/ })).toHaveCount(0)
    await staff.goto(property.url('offers'))
    await staff.getByRole('radio', { name: 'Accepted' }).check()
    await staff.getByRole('button', { name: 'Save offer' }).click()
    const dialog = staff.getByRole('alertdialog', { name: 'Accept this offer?' })
    const item = dialog.getByRole('listitem').filter({ hasText: 'Buyer’s identity' })
    await expect(item).toContainText(/waits for a decision/i)
    await expect(item.getByRole('link', { name: /^Go to the checks/ })).toHaveAttribute('href', /\/property\/checks/)
    await expect(dialog.getByRole('button', { name: 'Accept offer' })).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('a manager approves with a reason, and the offer is accepted', async () => {
    const manager = await colleague('branch')
    await manager.goto(property.url('checks'))
    await card(manager, buyer)
      .getByRole('button', { name: /^Decide/ })
      .click()
    const dialog = manager.getByRole('dialog', { name: `Decide about ${buyer}` })
    await dialog.getByLabel('Why').fill('Elected long ago, source of wealth known.')
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await expectSaveMessage(manager, 'Decision saved')
    await expect(card(manager, buyer)).toContainText('Elected long ago')
    await expect(manager.getByRole('button', { name: 'passport.pdf' })).toBeVisible()
    expect(await violationsOn(manager)).toEqual([])
    await staff.reload()
    await staff.getByRole('radio', { name: 'Accepted' }).check()
    await staff.getByRole('button', { name: 'Save offer' }).click()
    await staff.getByRole('alertdialog', { name: 'Accept this offer?' }).getByRole('button', { name: 'Accept offer' }).click()
    await expect(staff.getByText('Sold STC').first()).toBeVisible()
  })
})

test('Checks: a company with an owner; a sanctions match cannot be approved; a struck check does not count; the keys', {
  tag: '@core',
}, async ({ page, agency }) => {
  test.slow()
  await switchOn(agency)
  const property = await agency.takeOn('32 Rodway Road')
  const buyer = 'Larkspur Lettings Ltd'
  await property.sell({ buyer, cash: true })
  await agency.signIn(page, 'branch')
  await page.goto(property.url('checks'))
  await addCustomer(page, 'buyer', async (dialog) => dialog.getByText('Company', { exact: true }).click())
  await expect(card(page, buyer)).toContainText('Missing: ownership, sanctions and political exposure, source of funds, an owner')
  for (const what of ['Ownership', 'Sanctions and political exposure', 'Source of funds']) await addCheck(page, buyer, what)
  await expect(card(page, buyer)).toContainText('Missing: an owner')
  await card(page, buyer).getByRole('button', { name: 'Add owner…' }).click()
  const dialog = page.getByRole('dialog', { name: `Owner of ${buyer}` })
  await dialog.getByLabel('Name', { exact: true }).fill('Philippa Larkspur')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expectSaveMessage(page, 'Customer entered')
  await expect(card(page, buyer)).toContainText('Ready until')
  const owner = card(page, 'Philippa Larkspur')
  await expect(owner).toContainText(`Owner of ${buyer}`)
  for (const what of ['Identity', 'Sanctions and political exposure']) await addCheck(page, 'Philippa Larkspur', what)

  await test.step('a struck check stays and does not count', async () => {
    await owner.getByRole('button', { name: 'Strike out… of the check: Identity' }).click()
    await page.getByRole('dialog').getByLabel('Why').fill('Of another person.')
    await page.getByRole('dialog').getByRole('button', { name: 'Strike out' }).click()
    await expectSaveMessage(page, 'Check struck out')
    await expect(owner).toContainText('Missing: identity')
    await expect(owner).toContainText('Of another person.')
  })

  await test.step('a sanctions match cannot be approved, unless it is removed with a reason', async () => {
    await owner.getByRole('button', { name: 'Change… for Philippa Larkspur' }).click()
    await page.getByRole('dialog').getByLabel('Sanctions match').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expectSaveMessage(page, 'Customer saved')
    await owner.getByRole('button', { name: /^Decide/ }).click()
    await expect(page.getByRole('dialog').getByRole('radio', { name: 'Approve' })).toBeDisabled()
    await expect(page.getByRole('dialog')).toContainText('A confirmed sanctions match cannot be approved.')
    await page.keyboard.press('Escape')
    await owner.getByRole('button', { name: 'Change… for Philippa Larkspur' }).click()
    await page.getByRole('dialog').getByLabel('Sanctions match').uncheck()
    await page.getByRole('dialog').getByLabel('Why a reason is removed').fill('Somebody else: another day of birth.')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(owner).toContainText('Reason removed: Somebody else')
  })

  await addCustomer(page, 'vendor', async (dialog) => dialog.getByLabel('Cash', { exact: true }).check())
  const whole = page.getByRole('region', { name: 'Whole header' })
  const opens = (key: string, title: string | RegExp) => async () => {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: title })).toBeHidden()
  }
  await page.getByRole('heading', { level: 1 }).click()
  await proveListedKeys(page, 'Keys of the checks', {
    A: opens('a', /^Check of/),
    D: opens('d', /^Decide about/),
    H: async () => {
      await page.keyboard.press('h')
      await expect(whole).toBeVisible()
      await page.keyboard.press('h')
      await expect(whole).toBeHidden()
    },
    'Ctrl P': () => printsByKey(page),
  })
})

test('Checks of a company: filtered, linked, and taken as the inspector’s file', async ({ page, agency }) => {
  test.slow()
  await switchOn(agency)
  const property = await agency.takeOn('33 Rodway Road')
  await agency.signIn(page, 'company')
  await page.goto('/company/checks')
  await expect(page.getByText('Every customer is checked.')).toBeVisible()
  await page.goto(property.url('checks'))
  await addCustomer(page, 'vendor', async (dialog) => dialog.getByLabel('Cash', { exact: true }).check())
  const { firstName, lastName } = await agency.person('vendor')
  await page.goto('/company/checks')
  await expect(page.getByText('Every customer is checked.')).toBeVisible()
  await page.getByText('To decide 1').click()
  await expect(page.getByRole('row', { name: new RegExp(`33 Rodway Road.*${firstName} ${lastName}`) })).toContainText(
    'Waits for a decision',
  )
  await page.getByRole('combobox', { name: 'Side' }).click()
  await page.getByRole('option', { name: 'Buyer' }).click()
  await expect(page.getByText('Nobody matches these filters.')).toBeVisible()
  await expect(page).toHaveURL(/state=to-decide/)
  await page.reload()
  await expect(page.getByText('Nobody matches these filters.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('button', { name: 'Inspector’s file…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Inspector’s file' })
  await dialog.getByRole('button', { name: 'Make the file' }).click()
  await expectSaveMessage(page, 'The file is being made')
  const button = dialog.getByRole('button', { name: /^Download the file of/ })
  await expect(button).toBeVisible({ timeout: 60_000 })
  expect(await violationsOn(page)).toEqual([])
  const download = page.waitForEvent('download')
  await button.click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
})
