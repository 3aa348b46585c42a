import { readFile } from 'node:fs/promises'
import { listCheckpoints, readCompanyRecord } from '@gya/domain/features/record/record.contract.ts'
import { password } from './support/accounts.ts'
import { expectNoViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

test('Record: verify, compare with a checkpoint e-mail; a changed entry is reported on both pages', async ({
  page,
  agency,
  accounts,
}) => {
  const property = await agency.takeOn('41 Ledger Lane')
  await property.offer({ buyer: 'Perdita Windle' })
  const company = await agency.as('company')
  const params = { companyId: agency.companyId }
  await expect.poll(async () => (await company.call(readCompanyRecord, { params })).unsealed).toBe(0)
  await accounts.query(`select graphile_worker.add_job('sign-checkpoints')`, [])
  const checkpoints = async () => (await company.call(listCheckpoints, { params })).data
  await expect.poll(async () => (await checkpoints()).length).toBe(1)
  const [kept] = await checkpoints()
  await agency.signIn(page, 'company')
  await page.goto('/company/record')
  const verify = page.getByRole('region', { name: 'Verify', exact: true })
  const compare = async (text: string) => {
    await verify.getByLabel('Compare with an e-mail you kept').fill(text)
    await verify.getByRole('button', { name: 'Compare' }).click()
  }

  await test.step('whole, also against the checkpoint of the e-mail, however it was quoted', async () => {
    await expect(page.getByRole('heading', { name: 'Not verified yet' })).toBeVisible()
    await expect(verify.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-disabled', 'true')
    await verify.getByRole('button', { name: 'Verify now' }).click()
    await expect(page.getByRole('heading', { name: /^Whole up to entry/ })).toBeVisible()
    await compare(`Marnie wrote:\n${kept?.note.replaceAll(/^/gm, '> ')}`)
    await expect(page.getByText(/^It is also the record of the checkpoint you pasted/)).toBeVisible()
    await compare('Keep this e-mail.')
    await expect(page.getByText(`This is not a checkpoint of ${agency.name}.`)).toBeVisible()
  })

  await test.step('somebody with the database changes the amount of the offer', async () => {
    const { propertyId } = property.params
    await accounts.tamper(
      `update event set data = data || '{"amount": 1}' where property_id = '${propertyId}' and kind = 'offer-added'`,
    )
    await verify.getByRole('button', { name: 'Verify now' }).click()
    await expect(page.getByRole('heading', { name: 'Not whole' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Not whole' }).getByRole('alert')).toContainText(
      /The record holds up to entry [\d,]+ \(.*\)\. Entry [\d,]+ was changed after it was written\./,
    )
    await page.getByText('What this shows').click()
    await expect(page.getByText(/nor who sat at the keyboard/)).toBeVisible()
    await expectNoViolations(page, 'not whole')
  })

  await test.step('every page of a record says so', async () => {
    await agency.signIn(page, 'staff')
    await page.goto(property.url('record'))
    await expect(page.getByRole('heading', { name: 'Not whole' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Not whole' }).getByRole('alert')).toContainText('was changed')
    await expectNoViolations(page, 'record of a property, not whole')
  })
})

test('Record: the ledger, a record file after step-up, its downloads and verdict, a masked copy, and verification by the company', {
  tag: '@full',
}, async ({ page, agency, accounts }) => {
  const property = await agency.takeOn('27 Ledger Lane')
  await property.sell({ buyer: 'Perdita Windle' })
  const company = await agency.as('company')
  const unsealed = async () => {
    const params = { companyId: agency.companyId }
    return (await company.call(readCompanyRecord, { params })).unsealed
  }
  await expect.poll(unsealed).toBe(0)
  await agency.signIn(page, 'branch')
  const made = page.getByRole('region', { name: 'Made before' }).getByRole('listitem')

  await test.step('the ledger lists the entries with their numbers', async () => {
    await page.goto(property.url('record'))
    const row = page.getByRole('region', { name: 'Record', exact: true }).getByRole('row').filter({ hasText: 'Perdita Windle' })
    await expect(row.first()).toContainText('Tamsin Larkspur')
    await expect(page.getByRole('heading', { name: 'Not verified yet' })).toBeVisible()
    await expect(page.getByText('No record file was made of this property.')).toBeVisible()
    await expectNoViolations(page, 'ledger')
  })

  await test.step('filters leave entries out, and with them what the file would hold', async () => {
    const ledger = page.getByRole('region', { name: 'Record', exact: true })
    const counted = page.getByRole('listitem').filter({ hasText: 'Entries' }).locator('b')
    const all = Number(await counted.textContent())
    await page.getByRole('combobox', { name: 'What' }).click()
    await page.getByRole('option', { name: 'Offers' }).click()
    await expect.poll(async () => Number(await counted.textContent())).toBeLessThan(all)
    await expect(ledger.getByText('Perdita Windle').first()).toBeVisible()
    await expect(ledger.getByText('Asking price')).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Who' }).click()
    await page.getByRole('option', { name: 'Tamsin Larkspur' }).click()
    await page.getByRole('textbox', { name: 'Until' }).fill('01/01/2020')
    await page.keyboard.press('Tab')
    await expect(page.getByText('No entry of this property matches these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(async () => Number(await counted.textContent())).toBe(all)
  })

  await test.step('a full copy asks who it is, and is ready with its verdict', async () => {
    const { id } = await agency.person('branch')
    await accounts.query(`update session set confirmed_on = confirmed_on - interval '11 minutes' where user_id = $1`, [id])
    const make = page.getByRole('button', { name: 'Make the file' })
    await expect(make).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('For whom').fill('The Property Ombudsman')
    await page.getByLabel('Why').fill('Complaint C-118')
    await make.click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expectSaveMessage(page, 'The file is being created')
    await expect(made).toContainText('Full, for The Property Ombudsman')
    await expect(made).toContainText(/Whole up to entry \d+/)
    await expectNoViolations(page, 'file made')
  })

  await test.step('PDF and ZIP are saved', async () => {
    for (const [form, begin] of [
      ['PDF', '%PDF'],
      ['ZIP', 'PK'],
    ] as const) {
      const download = page.waitForEvent('download')
      await made.getByRole('button', { name: new RegExp(`^${form} for The Property Ombudsman`) }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(new RegExp(` Record \\d{4}-\\d\\d-\\d\\d\\.${form.toLowerCase()}$`))
      expect((await readFile(await file.path())).subarray(0, begin.length).toString()).toBe(begin)
    }
  })

  await test.step('the record tells of it, and shows the verdict', async () => {
    await expect.poll(unsealed).toBe(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Whole up to entry/ })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Complaint C-118' })).toContainText('Marnie Quillfeather')
  })

  await test.step('a masked copy has a PDF alone', async () => {
    await page.getByRole('radio', { name: 'For a party, masked' }).check()
    await page.getByRole('radio', { name: 'Buyer’s side' }).check()
    await page.getByLabel('For whom').fill('The buyer’s solicitor')
    await page.getByLabel('Why').fill('They asked when searches were ordered.')
    await page.getByRole('button', { name: 'Make the file' }).click()
    const masked = made.filter({ hasText: 'Masked, for The buyer’s solicitor' })
    await expect(masked.getByRole('button', { name: /^PDF/ })).toBeVisible()
    await expect(masked.getByRole('button', { name: /^ZIP/ })).toHaveCount(0)
  })

  await test.step('the company verifies its record', async () => {
    await agency.signIn(page, 'company')
    await page.goto('/company/record')
    await page.getByRole('button', { name: 'Verify now' }).click()
    await expect(page.getByRole('heading', { name: /^Whole up to entry/ })).toBeVisible()
    await expectNoViolations(page, 'company record')
  })
})
