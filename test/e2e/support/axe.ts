import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** axe finds no WCAG 2.2 AA violation on the page as it is now. `state` names it in the message of a failure. */
export async function expectNoViolations(page: Page, state = 'page'): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(
    violations.map(({ id, nodes: [node] }) => `${state}: ${id} at ${node?.target.join(' ')}: ${node?.failureSummary}`),
  ).toEqual([])
}
