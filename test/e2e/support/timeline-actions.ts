import { expect, type Page } from '@playwright/test'

export const openTab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Property', exact: true }).getByRole('link', { name }).click()

/** A state of a step of the timeline, by its words. */
export const setState = (page: Page, step: string, state: string) =>
  page
    .getByRole('radiogroup', { name: `State of ${step}` })
    .getByRole('radio', { name: state, exact: true })
    .check({ force: true })

/** The same where a question comes first: the state is not set by the click. */
export const clickState = (page: Page, step: string, state: string) =>
  page
    .getByRole('radiogroup', { name: `State of ${step}` })
    .getByRole('radio', { name: state, exact: true })
    .click({ force: true })

/** Completes steps, one after another as the editor uncovers them, and saves. */
export async function completeSteps(page: Page, ...steps: string[]): Promise<void> {
  for (const step of steps) await setState(page, step, 'Complete')
  await saveTimeline(page)
}

export async function saveTimeline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save timeline' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
}

export const legalSteps = [
  'Draft contracts issued',
  'Searches applied for',
  'Searches back',
  'Enquiries raised',
  'Enquiries answered',
]

/** From the last survey to the keys: exchange waits for a completion date, completion for that day to have come. */
export async function exchangeAndComplete(page: Page, completion: string): Promise<void> {
  await completeSteps(page, 'Reported to buyer', 'Docs & deposits received')
  const exchanged = page.getByRole('radiogroup', { name: 'State of Exchanged' })
  await expect(exchanged.getByRole('radio', { name: /^Complete\. Exchanged needs a completion date/ })).toBeDisabled()
  await setCompletionDate(page, completion)
  await setState(page, 'Exchanged', 'Complete')
  await saveTimeline(page)
  await expect(propertyHeader(page)).toContainText('Exchanged')
  const completed = page.getByRole('radiogroup', { name: 'State of Completed' })
  await expect(completed.getByRole('radio', { name: /^Complete\. The completion date has not come yet/ })).toBeDisabled()
  await setCompletionDate(page, ukDay(0))
  await completeSteps(page, 'Completed')
  await expect(propertyHeader(page)).toContainText('Completed')
}

/** The day so many days from today in London, as a person types it. */
export const ukDay = (days: number): string =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'Europe/London' }).format(
    Date.now() + days * 86_400_000,
  )

async function setCompletionDate(page: Page, day: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Completion date' }).fill(day)
  await page.getByRole('textbox', { name: 'Completion date' }).blur()
}

/** The property's header, which names its phase. */
export const propertyHeader = (page: Page) => page.locator('header.phead')
