import { showCount } from '@gya/domain/common/show-count.ts'
import type { RowIssue } from '@gya/domain/features/imports/imports.model.ts'

type Issue = Pick<RowIssue, 'level' | 'column' | 'message' | 'code'>
type Brief = { level: RowIssue['level']; words: string }

const wordsOf = ({ column, message }: Issue): string => (column ? `${column}: ${message}` : message)

/**
 * The issues of a row of the list: errors in full, of the others the first, and how many there are more. Steps that are taken as done are
 * one of them. The opened row has them all.
 */
export function briefIssues(issues: readonly Issue[]): { shown: Brief[]; more: number } {
  const errors = issues.filter(({ level }) => level === 'error')
  const implied = issues.filter(({ level, code }) => level !== 'error' && code === 'implied')
  const others = issues.filter(({ level, code }) => level !== 'error' && code !== 'implied')
  const lines: Brief[] = [...errors, ...others].map((one) => ({ level: one.level, words: wordsOf(one) }))
  const [first] = implied
  if (first)
    lines.push({
      level: first.level,
      words: implied.length === 1 ? wordsOf(first) : `${showCount(implied.length, 'step')} taken as done on assumed days.`,
    })
  const shown = lines.slice(0, Math.max(1, errors.length))
  return { shown, more: lines.length - shown.length }
}
