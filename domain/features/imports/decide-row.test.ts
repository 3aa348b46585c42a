import { describe, expect, test } from 'vitest'
import { decideRow, isCreating, keptChoice, type RowFacts } from './decide-row.ts'
import type { RowIssue } from './imports.model.ts'

const issue = (level: RowIssue['level'], code: string): RowIssue => ({ level, code, column: null, value: '', message: code })
const facts = (change: Partial<RowFacts>): RowFacts => ({
  kind: 'property',
  values: { town: 'Reading' },
  issues: [],
  earlier: null,
  refusal: null,
  byReference: null,
  alike: null,
  otherVendor: null,
  ...change,
})
const existing = (town: string): RowFacts['byReference'] => ({ id: 'p', values: { town }, changedHere: {} })
const decided = (change: Partial<RowFacts>) => {
  const { decision, issues } = decideRow(facts(change))
  return [decision, issues.map(({ code }) => code)]
}

describe('decideRow', () => {
  test('lists errors before warnings', () => {
    expect(decided({ issues: [issue('warning', 'cut'), issue('error', 'cell')] })).toEqual(['error', ['cell', 'cut']])
    const refusal = { message: 'Its property has an error.', code: 'its-property' }
    expect(decided({ issues: [issue('warning', 'cut')], refusal })).toEqual(['error', ['its-property', 'cut']])
  })

  test('gives no warnings for an unchanged row, because nothing is written', () => {
    const issues = [issue('warning', 'no-firm')]
    expect(decided({ issues, byReference: existing('Reading') })).toEqual(['same', []])
    expect(decided({ issues, byReference: existing('Tilehurst') })).toEqual(['update', ['no-firm']])
  })

  test('gives a warning that names fields only if one of them is written', () => {
    const issues = [{ ...issue('warning', 'implied'), fields: ['postcode', 'county'] }]
    expect(decided({ issues, byReference: existing('Tilehurst') })).toEqual(['update', []])
    const values = { town: 'Reading', county: 'Berkshire' }
    const byReference = { id: 'p', values: { town: 'Reading', county: '' }, changedHere: {} }
    expect(decided({ issues, values, byReference })).toEqual(['update', ['implied']])
    expect(decided({ issues })).toEqual(['create', ['implied']])
  })
})

test('a choice counts and is kept only while the row is a duplicate of the same object', () => {
  const before = { decision: 'duplicate', target_id: 'p', choice: 'create' } as const
  expect(keptChoice(before, { decision: 'duplicate', targetId: 'p' })).toBe('create')
  expect(keptChoice(before, { decision: 'duplicate', targetId: 'q' })).toBeNull()
  expect(keptChoice(before, { decision: 'update', targetId: 'p' })).toBeNull()
  expect([isCreating('duplicate', 'create'), isCreating('create', null)]).toEqual([true, true])
  expect([isCreating('update', 'create'), isCreating('same', 'create'), isCreating('duplicate', 'update')]).toEqual([
    false,
    false,
    false,
  ])
})
