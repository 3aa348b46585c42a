import type { Page } from '@playwright/test'

/** A state of a step of the timeline, by its words. */
export const setState = (page: Page, step: string, state: string) =>
  page
    .getByRole('radiogroup', { name: `State of ${step}` })
    .getByRole('radio', { name: state, exact: true })
    .check({ force: true })
