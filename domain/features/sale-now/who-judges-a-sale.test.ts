import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Only `saleNow` decides from a phase or the state of a step what is open, late, next, asked or told (decision 102), and only `phase.ts`
 * names phases. A file that is not listed may not compare one. That a step is complete (C) or not applicable (NA) is recorded, not judged.
 */

const root = join(import.meta.dirname, '../../..')

const comparisons = [/\bphase (===|!==) '/, /\bstate (===|!==) '(NS|IP|B)'/, /\.includes\((property\.)?phase\)/]

/** Filters of rows by their stored phase. */
const filters = [/\bphase (=|<>) '/, /\bphase (not )?in \(/, /\.phase['`]?, '(!=|=|not in|in)', /]

const fixed = [
  // The rules by which a step changes, and the phase itself.
  /^domain\/features\/timeline\//,
  /^web\/features\/timeline\//,
  /^domain\/features\/sale-now\//,
  // What a file says of a sale.
  /^domain\/features\/imports\//,
  /^server\/features\/imports\//,
  // What forecasts learn from the states that steps had.
  /^domain\/features\/forecast\/(known-days|sale-facts)\.ts$/,
  // The order of phases in which templates apply.
  /^domain\/features\/tasks\/task-templates\.ts$/,
  // The phases that a setting names: bands of Today's order, sales with updates.
  /^domain\/features\/(today\/points|vendor-updates\/vendor-updates\.rules)\.ts$/,
  // The state that a person enters or proposes.
  /^domain\/features\/party-links\/proposals\.rules\.ts$/,
  /^web\/features\/report\/(bulk-dialog\.tsx|cell-edits\.ts)$/,
  // Labels of states, and lists of all steps.
  /^domain\/features\/report\/step-cell\.ts$/,
  /^server\/features\/record\/file\/sale-section\.ts$/,
  /^web\/app\/sale-paper\.tsx$/,
  // The record of a step as it is written.
  /^server\/features\/properties\/write\/step-events\.ts$/,
]

const filtersOfStoredPhases = [
  'server/features/assignment/assignment.repository.ts',
  'server/features/assignment/share-sales.ts',
  'server/features/calendar-feeds/feed-dates.read-model.ts',
  'server/features/contacts/assignments.repository.ts',
  'server/features/conversations/parties.repository.ts',
  'server/features/dashboard/metric-sql.ts',
  'server/features/forecast/forecast-sales.ts',
  'server/features/forecast/sale-forecasts.repository.ts',
  'server/features/imports/matching/match-properties.ts',
  'server/features/members/release-sales.ts',
  'server/features/properties/projections/dashboard-rows.ts',
  'server/features/properties/properties-list.read-model.ts',
  'server/features/properties/read/expected-conditions.ts',
  'server/features/properties/read/report-row-order.ts',
  'server/features/properties/write/identifiers.ts',
  'server/features/report/report.read-model.ts',
  'server/features/search/search.read-model.ts',
  'server/features/today/action-items.read-model.ts',
  'server/features/today/people.read-model.ts',
  'server/features/today/today.read-model.ts',
  'server/features/vendor-updates/vendor-updates.read-model.ts',
  'server/features/week/week.read-model.ts',
]

const filesWith = (patterns: readonly RegExp[]): string[] => {
  const files = ['domain', 'server', 'web'].flatMap((part) => globSync(`${part}/**/*.{ts,tsx}`, { cwd: root }))
  const product = files.filter((file) => !/node_modules|\.test\.tsx?$|\/testing\/|^server\/demo\//.test(file))
  expect(product.length).toBeGreaterThan(900)
  return product
    .filter((file) => patterns.some((pattern) => pattern.test(readFileSync(join(root, file), 'utf8'))))
    .toSorted((a, b) => a.localeCompare(b))
}

test('no other file compares a phase or the state of a step', () => {
  const found = filesWith(comparisons)
  expect(found.filter((file) => !fixed.some((rule) => rule.test(file)))).toEqual([])
  expect(fixed.filter((rule) => !found.some((file) => rule.test(file)))).toEqual([])
})

test('rows are filtered by their stored phase in these files', () => {
  expect(filesWith(filters)).toEqual(filtersOfStoredPhases)
})
