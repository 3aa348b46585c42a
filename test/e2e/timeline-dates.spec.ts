import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { expect, test } from './support/fixtures.ts'
import { clickState, confirmSave, openTab, saveTimeline, setState } from './support/timeline-actions.ts'

const today = londonDay(new Date().toISOString())
const daysAgo = (days: number) => showDate(addDays(today, -days))

test('Timeline: states by keyboard, dates, moved due date, notes, confirmations', async ({ page, agency }) => {
  const property = await agency.takeOn('1 Date Row')
  await property.sell({ buyer: 'Dora Tabb' })
  await agency.signIn(page, 'staff')
  await page.goto(property.url('offers'))
  const manage = page.getByRole('form', { name: 'Manage offer of Dora Tabb' })
  await manage.getByRole('textbox', { name: 'Accepted on' }).fill(daysAgo(10))
  await manage.getByRole('button', { name: 'Save offer' }).click()
  await expect(manage.getByText(`Accepted ${daysAgo(10)}`)).toBeVisible()

  await openTab(page, /^Timeline/)
  await expect(page.getByRole('region', { name: 'Sale', exact: true }).getByLabel('Completion date')).toBeVisible()
  const state = (step: string) => page.getByRole('radiogroup', { name: `State of ${step}` })
  await state('Memo of sale sent').getByRole('radio').first().focus()
  await page.keyboard.press('c')
  await expect(state('Memo of sale sent').getByRole('radio', { name: 'Complete' })).toBeChecked()
  await page.getByRole('textbox', { name: 'Completed on: Memo of sale sent' }).fill(daysAgo(8))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('group', { name: 'Save' })).toContainText('4 unsaved changes')
  await saveTimeline(page)

  await page.getByRole('button', { name: 'Dates of Draft contracts issued' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dates of Draft contracts issued' })
  await expect(dialog.getByRole('textbox', { name: 'Started on' })).toHaveValue(daysAgo(8))
  await dialog.getByRole('textbox', { name: 'Due on' }).fill(showDate(addDays(today, 40)))
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Solicitor away')
  await dialog.getByRole('button', { name: 'Use these dates' }).click()
  await expect(
    page.getByText(`Due moved to ${showDate(addDays(today, 40))} from ${showDate(addDays(today, 13))}: Solicitor away`),
  ).toBeVisible()
  await saveTimeline(page)

  await page.getByRole('button', { name: 'Add a note on Draft contracts issued' }).click()
  const writing = page.getByRole('dialog', { name: 'Add a note' })
  await writing.getByRole('textbox', { name: 'Note' }).fill('Draft is on its way')
  await writing.getByRole('button', { name: 'Save' }).click()
  const notes = page.getByRole('region', { name: 'Notes' })
  await expect(notes).toContainText('Draft is on its way')
  await expect(notes.getByRole('link', { name: 'Draft contracts issued' })).toBeVisible()

  await page.getByRole('switch', { name: 'Show all steps' }).click({ force: true })
  await page.getByRole('button', { name: 'Complete up to Searches back (Shift+C)' }).click()
  for (const step of ['Draft contracts issued', 'Searches applied for', 'Searches back'])
    await expect(state(step).getByRole('radio', { name: 'Complete' })).toBeChecked()
  await setState(page, 'Mortgage app submitted', 'Delayed')
  await saveTimeline(page)
  await page.getByRole('button', { name: 'Dates of Searches back' }).click()
  const corrected = page.getByRole('dialog', { name: 'Dates of Searches back' })
  await corrected.getByRole('textbox', { name: 'Completed on' }).fill(daysAgo(11))
  await page.keyboard.press('Tab')
  await expect(corrected.getByText('A step of the sale cannot be dated before the offer was accepted.').first()).toBeVisible()
  await corrected.getByRole('textbox', { name: 'Completed on' }).fill(daysAgo(1))
  await corrected.getByRole('button', { name: 'Use these dates' }).click()
  await saveTimeline(page)
  await expect(page.getByText(`Completed ${daysAgo(1)}`)).toBeVisible()

  await test.step('reopening a completed step asks for confirmation, by keyboard too', async () => {
    const complete = state('Searches back').getByRole('radio', { name: 'Complete' })
    const question = page.getByRole('alertdialog', { name: 'Set Searches back to delayed?' })
    await complete.focus()
    await page.keyboard.press('b')
    await expect(question).toContainText(`It was completed on ${daysAgo(1)}.`)
    await page.keyboard.press('Escape')
    await expect(complete).toBeChecked()
    await clickState(page, 'Searches back', 'Delayed')
    await question.getByRole('button', { name: 'Set to delayed' }).click()
    await expect(state('Searches back').getByRole('radio', { name: 'Delayed' })).toBeChecked()
    // All steps before it are complete, so only this one changes.
    await state('Searches back').getByRole('radio', { name: 'Delayed' }).press('Shift+C')
    await expect(page.getByText('No changes')).toBeVisible()
  })

  await test.step('completing on a day other than the completion date asks which is right', async () => {
    await page.getByRole('textbox', { name: 'Completion date' }).fill(daysAgo(1))
    await setState(page, 'Exchanged', 'Complete')
    await page.getByRole('textbox', { name: 'Completed on: Exchanged' }).fill(daysAgo(3))
    await page.keyboard.press('Tab')
    await setState(page, 'Completed', 'Complete')
    await page.getByRole('button', { name: 'Save timeline' }).click()
    const question = page.getByRole('alertdialog', { name: 'Which day is right?' })
    await expect(question).toContainText(
      `Completed on ${daysAgo(0)}, but the completion date is ${daysAgo(1)}. Which one is right?`,
    )
    await question.getByRole('button', { name: `${daysAgo(1)}: set the day of Completed to it` }).click()
    await confirmSave(page)
    await expect(page.getByText(`Completed ${daysAgo(1)}`)).toHaveCount(2)
  })

  await openTab(page, /^Notes/)
  await page.getByLabel('Search notes').fill('nothing like it')
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.getByLabel('Search notes').fill('on its way')
  await expect(page.getByText('Draft is on its way')).toBeVisible()
})
