import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { waitForPaint } from './wait-for-paint.ts'

/** WCAG 2.2 AA violations on the painted page: colours in transition would be measured as contrasts that are never visible. */
export async function violationsOn(page: Page): Promise<string[]> {
  await waitForPaint(page)
  // No screen has frames, so axe does not need a second page for its results.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.map(({ id, nodes: [node] }) => `${id} at ${node?.target.join(' ')}: ${node?.failureSummary}`)
}

/** Expects no axe violations. `state` names the state in the failure message. */
export async function expectNoViolations(page: Page, state = 'page'): Promise<void> {
  expect((await violationsOn(page)).map((violation) => `${state}: ${violation}`)).toEqual([])
}
