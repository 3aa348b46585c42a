import { expect, test } from 'vitest'
import { briefIssues } from './brief-issues.ts'

const issue = (level: 'error' | 'empty' | 'warning', message: string, code = 'x') => ({ level, column: 'Beds', message, code })
const implied = (title: string) => ({
  level: 'warning' as const,
  column: null,
  message: `${title}: taken as done on 29/12/2025.`,
  code: 'implied',
})

test.each([
  ['no issue', [], [], 0],
  ['errors are shown in full', [issue('error', 'a'), issue('error', 'b'), issue('warning', 'c')], ['Beds: a', 'Beds: b'], 1],
  ['of the others the first', [issue('empty', 'a'), issue('warning', 'b'), issue('warning', 'c')], ['Beds: a'], 2],
  ['steps taken as done are one', [implied('Memo'), implied('Valuation')], ['2 steps taken as done on assumed days.'], 0],
  ['a single one in full', [implied('Memo')], ['Memo: taken as done on 29/12/2025.'], 0],
  ['they come last', [implied('Memo'), implied('Valuation'), issue('warning', 'a')], ['Beds: a'], 1],
])('a row of the check says in brief: %s', (_what, issues, shown, more) => {
  const brief = briefIssues(issues)
  expect(brief.shown.map(({ words }) => words)).toEqual(shown)
  expect(brief.more).toBe(more)
})
