import { expect, type Page, test } from './support/fixtures.ts'
import { clickState, completeSteps, exchangeAndComplete, legalSteps, saveTimeline, ukDay } from './support/timeline-actions.ts'

test('Timeline: a cash sale skips the mortgage steps, and exchange needs a completion date', { tag: '@core' }, async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('1 Cash Close')
  await property.sell({ buyer: 'Perpetua Coinsworth', cash: true })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await completeSteps(page, 'Memo of sale sent')
  const financial = page.getByRole('region', { name: 'Financial' })
  await expect(financial).toContainText('Cash buy (No action)')
  await expect(financial.getByRole('radiogroup')).toHaveCount(0)
  await completeSteps(page, ...legalSteps)
  await expect(page.getByText(/Started because/).first()).toBeVisible()
  await completeSteps(page, 'Not having survey')
  await exchangeAndComplete(page, ukDay(14))
})

async function book(page: Page, type: string, day: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Survey type' }).click()
  await page.getByRole('option', { name: type, exact: true }).click()
  const survey = page.getByRole('region', { name: 'Survey' })
  const add = survey.getByRole('button', { name: /^Add survey/ })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await survey.getByRole('textbox', { name: 'Survey date' }).last().fill(day)
  await survey.getByRole('textbox', { name: 'Survey date' }).last().blur()
  await add.click()
  await expect(page.getByRole('radiogroup', { name: `State of ${type}` })).toBeVisible()
}

test('Timeline: a leasehold sale with three surveys: book, await a report, remove', { tag: '@full' }, async ({
  page,
  agency,
}) => {
  const property = await agency.takeOn('1 Leasehold Lane', { ownership: 'leasehold' })
  await property.sell({ buyer: 'Barnaby Flatman', chain: true })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await completeSteps(page, 'Memo of sale sent')
  await book(page, 'Home buyers survey', ukDay(3))
  await book(page, 'Electrical', ukDay(4))
  await book(page, 'Roof', ukDay(5))
  await saveTimeline(page)
  const not = page.getByRole('radiogroup', { name: 'State of Not having survey' })
  await expect(not.getByRole('radio', { name: 'Not applicable' })).toBeChecked()

  await page.getByRole('checkbox', { name: 'Awaiting reports' }).first().check({ force: true })
  await expect(page.getByText(/Awaiting reports/).first()).toBeVisible()
  await saveTimeline(page)

  await page.getByRole('button', { name: 'Remove' }).last().click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete this survey? You must save the timeline to execute this change.',
  )
  await question.getByRole('button', { name: 'Remove survey' }).click()
  await saveTimeline(page)
  await expect(page.getByRole('radiogroup', { name: 'State of Roof' })).toHaveCount(0)

  await completeSteps(page, 'Home buyers survey', 'Electrical')
  await completeSteps(page, ...legalSteps)
  await completeSteps(
    page,
    'Mortgage app submitted',
    'Mortgage valuation booked',
    'Mortgage valuation completed',
    'Mortgage approved',
  )
  await exchangeAndComplete(page, ukDay(21))
})

test('Timeline: reopening a completed step resets the steps it started, and shows a message', async ({ page, agency }) => {
  const property = await agency.takeOn('1 Second Thought')
  await property.sell({ buyer: 'Isolde Waverley' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('timeline'))
  await completeSteps(page, 'Memo of sale sent')
  await completeSteps(page, 'Draft contracts issued')
  await clickState(page, 'Draft contracts issued', 'Delayed')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set to delayed' }).click()
  await expect(page.getByText(/please review them with Show all steps/)).toBeVisible()
  await saveTimeline(page)
  await page.getByText('Show all steps', { exact: true }).first().click()
  const searches = page.getByRole('radiogroup', { name: 'State of Searches applied for' })
  await expect(searches.getByRole('radio', { checked: true })).toHaveCount(0)
})
