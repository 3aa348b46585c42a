import { expect, test } from './support/fixtures.ts'
import { expectSaveMessage } from './support/save-messages.ts'

const title = 'Open house'

test('Company timeline: edit; existing branches keep theirs', async ({ page, agency }) => {
  await agency.signIn(page, 'company')
  await page.goto('/company/timeline')
  await expect(page.getByText('This is the company’s property sales timeline.')).toBeVisible()
  await expect(page.getByRole('region', { name: /^(Selling|Financial|Legal|Survey|Completing)$/ })).toHaveCount(5)

  await page.getByLabel('Title of Viewings').fill(title)
  await page.getByLabel('Days to complete Viewings').fill('32')
  await page.getByRole('button', { name: 'Save timeline' }).click()
  await expect(page.getByText('Use 0 to 31.').first()).toBeVisible()
  await page.getByLabel('Days to complete Viewings').fill('30')
  await page.getByLabel('Description of Viewings').fill('Every viewer is asked for feedback.')
  await page.getByLabel('Not applicable: Not having survey').setChecked(true, { force: true })
  await expect(page.getByText('2 unsaved changes')).toBeVisible()

  await page.getByRole('link', { name: 'Company workflow' }).click()
  await page.getByRole('alertdialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay on page' }).click()
  await page.getByRole('button', { name: 'Save timeline' }).click()
  await expectSaveMessage(page, 'The timeline was successfully saved.')

  await page.reload()
  await expect(page.getByLabel('Title of Viewings')).toHaveValue(title)
  await expect(page.getByLabel('Days to complete Viewings')).toHaveValue('30')
  await expect(page.getByLabel('Not applicable: Not having survey')).toBeChecked()

  await page.goto('/branch/manage')
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click()
  await page.getByRole('navigation', { name: 'Branch' }).getByRole('link', { name: 'Timeline' }).click()
  await expect(page.getByText('These are the branch’s default timeline values')).toBeVisible()
  await expect(page.getByLabel('Title of Viewings')).toHaveValue('Viewings')
})

test('Company timeline: branch roles have no tab and no access', async ({ page, agency }) => {
  for (const role of ['branch', 'staff'] as const) {
    await agency.signIn(page, role)
    await page.goto('/company/edit')
    const tabs = page.getByRole('navigation', { name: 'Company' })
    await expect(tabs.getByRole('link')).toHaveText(['Company', 'Branches', 'Properties', 'Contacts', 'Workflow'])
    await page.goto('/company/timeline')
    await expect(page.getByRole('button', { name: 'Save timeline' })).toHaveCount(0)
  }
})
