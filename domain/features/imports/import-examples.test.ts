import { describe, expect, test } from 'vitest'
import { describeField } from './describe-field.ts'
import { exampleCells, importExample } from './import-examples.ts'
import { importField } from './import-field.ts'
import { findImportField, importKindNames, importKinds } from './import-kinds.ts'
import { readRow } from './read-row.ts'
import { missingFields, recogniseColumns, recogniseKind } from './recognise-columns.ts'

const context = { today: '2026-11-28', branch: 'High Street' }

describe.each(importKindNames)('The template of kind %s', (kind) => {
  const names = importKinds[kind].fields.map(({ title }) => title)
  const cells = exampleCells(kind, context)
  const raw = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  const samples = Object.fromEntries(Object.entries(raw).map(([name, cell]) => [name, cell === '' ? [] : [cell]]))

  test('is recognised as that kind, with all its columns', () => {
    expect(recogniseKind(names, samples)).toBe(kind)
    const mapping = recogniseColumns(kind, names, samples)
    expect(Object.values(mapping)).toEqual(importKinds[kind].fields.map(({ key }) => key))
    expect(missingFields(kind, mapping)).toEqual([])
  })

  test('has an example row that is read without an issue', () => {
    // The company's branches form its own code list.
    const mapping = { ...recogniseColumns(kind, names, samples), Branch: null }
    expect(readRow(kind, mapping, {}, raw, { today: context.today }).issues).toEqual([])
    expect(Object.keys(importExample(kind, context)).filter((key) => !findImportField(kind, key))).toEqual([])
  })
})

test.each([
  [
    importField('a', 'A', 'choice', [], {
      choices: [
        { value: 1, title: 'One', otherWords: [] },
        { value: 2, title: 'Two', otherWords: [] },
      ],
    }),
    'One, Two',
  ],
  [importField('a', 'A', 'choice'), 'The name of one of your branches'],
  [importField('a', 'A', 'text', [], { max: 9, allowed: 'The reference of a property' }), 'The reference of a property'],
  [importField('a', 'A', 'text', [], { max: 2000, cut: true }), 'Text, up to 2,000 characters; more is cut'],
  [importField('a', 'A', 'number', [], { range: [0, 100], whole: true }), 'A whole number from 0 to 100'],
  [importField('a', 'A', 'day'), 'A day, such as 22/11/2026 or 2026-11-22, not later than today'],
  [importField('a', 'A', 'day', [], { mayBeFuture: true }), 'A day, such as 22/11/2026 or 2026-11-22'],
  [importField('a', 'A', 'yes-no'), 'yes or no'],
])('describeField: %j', (field, words) => {
  expect(describeField(field)).toBe(words)
})
