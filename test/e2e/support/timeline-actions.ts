import { expect, type Locator, type Page } from '@playwright/test'

export const openTab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Property', exact: true }).getByRole('link', { name }).click()

/** Sets the state of a step. */
export const setState = (page: Page, step: string, state: string) =>
  page
    .getByRole('radiogroup', { name: `State of ${step}` })
    .getByRole('radio', { name: state, exact: true })
    .check({ force: true })

/** Clicks a state that asks for confirmation before it is set. */
export const clickState = (page: Page, step: string, state: string) =>
  page
    .getByRole('radiogroup', { name: `State of ${step}` })
    .getByRole('radio', { name: state, exact: true })
    .click({ force: true })

/** Completes steps in order, as the editor shows them, and saves. */
export async function completeSteps(page: Page, ...steps: string[]): Promise<void> {
  for (const step of steps) await setState(page, step, 'Complete')
  await saveTimeline(page)
}

export async function saveTimeline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save timeline' }).click()
  await confirmSave(page)
}

/** Waits for the save. A day relative to today may be a Saturday, a Sunday or a bank holiday, about which the form asks first. */
export async function confirmSave(page: Page): Promise<void> {
  const saved = page.getByText('No changes')
  const question = page.getByRole('alertdialog', { name: 'Save anyway?' })
  await expect(saved.or(question)).toBeVisible()
  if (await question.isVisible()) await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(saved).toBeVisible()
}

export const legalSteps = [
  'Draft contracts issued',
  'Searches applied for',
  'Searches back',
  'Enquiries raised',
  'Enquiries answered',
]

/** Exchanges and completes a sale: exchange requires a completion date, and completion that this day has come. */
export async function exchangeAndComplete(page: Page, completion: string): Promise<void> {
  await completeSteps(page, 'Reported to buyer', 'Docs & deposits received')
  const exchanged = page.getByRole('radiogroup', { name: 'State of Exchanged' })
  await expect(exchanged.getByRole('radio', { name: /^Complete\. Exchanged needs a completion date/ })).toBeDisabled()
  await setCompletionDate(page, completion)
  await setState(page, 'Exchanged', 'Complete')
  await saveTimeline(page)
  await expect(propertyHeader(page)).toContainText('Exchanged')
  const completed = page.getByRole('radiogroup', { name: 'State of Completed' })
  await expect(completed.getByRole('radio', { name: /^Complete\. The completion date is in the future/ })).toBeDisabled()
  await setCompletionDate(page, ukDay(0))
  await completeSteps(page, 'Completed')
  await expect(propertyHeader(page)).toContainText('Completed')
}

/** A day relative to today in London, as DD/MM/YYYY. */
export const ukDay = (days: number): string =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'Europe/London' }).format(
    Date.now() + days * 86_400_000,
  )

async function setCompletionDate(page: Page, day: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Completion date' }).fill(day)
  await page.getByRole('textbox', { name: 'Completion date' }).blur()
}

/** Opens the header below its line. */
export async function openHeader(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Whole header (H)' }).click()
  return page.getByRole('region', { name: 'Whole header' })
}

/** Shows the phase. */
export const propertyHeader = (page: Page) => page.locator('header.phead')
