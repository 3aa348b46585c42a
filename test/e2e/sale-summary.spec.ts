import { expectNoViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

test('Where this sale stands: five sentences in the header and the panel; a link opens the entry of the record that proves it', async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('27 Proved Road')
  await property.sell({ buyer: 'Mona Vane' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await expect(page.getByRole('radiogroup', { name: 'State of Memo of sale sent' })).toBeVisible()
  await page.keyboard.press('h')
  const stands = page.getByRole('region', { name: 'Where this sale stands' })
  await expect(stands.getByText('27 Proved Road is sold to Mona Vane')).toBeVisible()
  await expect(stands.getByText('Nothing is overdue.')).toBeVisible()
  await stands
    .getByRole('link', { name: /^Entry of .*27 Proved Road is sold/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/property\/record\?.*id=/)
  await expect(page.getByRole('row', { name: /Offer accepted/ })).toHaveAttribute('aria-current', 'true')
  await expectNoViolations(page, 'header open, an entry marked')

  await page.goto(`/branch/report?branch=${property.params.branchId}`)
  await page
    .getByRole('gridcell', { name: /Due in 2 days/ })
    .first()
    .click()
  await page.keyboard.press('Space')
  const panel = page.getByRole('complementary', { name: 'Property: 27 Proved Road' })
  await expect(panel.getByText('27 Proved Road is sold to Mona Vane')).toBeVisible()
  await expectNoViolations(page, 'panel')

  await page.goto(property.url('timeline'))
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(stands.getByRole('listitem')).toHaveCount(1)
  await stands.getByRole('button', { name: 'More' }).click()
  expect(await stands.getByRole('listitem').count()).toBeGreaterThan(2)
})
