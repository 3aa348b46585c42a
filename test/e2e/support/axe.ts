import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { waitForPaint } from './wait-for-paint.ts'

/**
 * WCAG 2.2 AA violations on the page once it is painted: colours that still change are measured as contrasts that nobody sees.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  await waitForPaint(page)
  // No screen has frames, so axe need not open a second page for its results.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.map(({ id, nodes: [node] }) => `${id} at ${node?.target.join(' ')}: ${node?.failureSummary}`)
}

/** axe finds no violation. `state` names it in the message of a failure. */
export async function expectNoViolations(page: Page, state = 'page'): Promise<void> {
  expect((await violationsOn(page)).map((violation) => `${state}: ${violation}`)).toEqual([])
}
