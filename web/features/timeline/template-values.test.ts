import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import { saveCompanyTimeline } from '@gya/domain/features/timeline/timeline-templates.contract.ts'
import { describe, expect, test } from 'vitest'
import { bodyOf, editedTitles, rowsByTrack, type TemplateRow, valuesOf } from './template-values.ts'

const withViewings = (changed: Partial<TemplateRow>) => ({
  timeline: valuesOf(productTemplate).timeline.map((row) => (row.key === 3 ? { ...row, ...changed } : row)),
})
const isTaken = (changed: Partial<TemplateRow>) => saveCompanyTimeline.body.safeParse(bodyOf(withViewings(changed))).success

describe('Template form values', () => {
  test('rowsByTrack: all steps, in the five tracks', () => {
    const shown = rowsByTrack(valuesOf(productTemplate))
    expect(shown.map(({ title, rows }) => [title, rows.length])).toEqual([
      ['Selling', 5],
      ['Financial', 4],
      ['Legal', 5],
      ['Survey', 1],
      ['Completing', 4],
    ])
    expect(shown[0]?.rows.map(({ row }) => row.title).at(-1)).toBe('Memo of sale sent')
    for (const { rows } of shown) for (const { row, index } of rows) expect(valuesOf(productTemplate).timeline[index]).toBe(row)
  })

  test('valuesOf: a missing step is not applicable', () => {
    const lacking = productTemplate.filter(({ key }) => key !== 3)
    expect(valuesOf(lacking).timeline.find(({ key }) => key === 3)).toMatchObject({ title: 'Viewings', state: 'NA' })
  })

  test('bodyOf: unchanged values round-trip', () => {
    expect(bodyOf(valuesOf(productTemplate)).timeline.toSorted((a, b) => a.key - b.key)).toEqual(
      productTemplate.toSorted((a, b) => a.key - b.key),
    )
  })

  test.each([
    [0, true],
    [31, true],
    [32, false],
    [-1, false],
    [1.5, false],
    [null, false],
  ])('Days to complete: number from 0 to 31: %s', (daysToComplete, taken) => {
    expect(isTaken({ daysToComplete })).toBe(taken)
  })

  test('editedTitles: the saved titles', () => {
    const saved = valuesOf(productTemplate)
    expect(editedTitles(saved, saved)).toEqual([])
    expect(editedTitles(withViewings({ title: 'Open house' }), saved)).toEqual(['Viewings'])
    expect(editedTitles(withViewings({ state: 'NA' }), saved)).toEqual(['Viewings'])
  })
})
