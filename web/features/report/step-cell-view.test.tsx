import { stepCell } from '@gya/domain/features/report/step-cell.ts'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StepCellView } from './step-cell-view.tsx'

afterEach(cleanup)

const show = (assumed: boolean) => {
  const step = { state: 'C' as const, completedOn: '2026-11-30', warningDate: null, assumed }
  return render(<StepCellView cell={stepCell(step, '2026-11-30')} />).container
}

test('a day that an import assumed has a mark beside it, a title, and words for screen readers', () => {
  const cell = show(true)
  expect(cell.querySelector('svg')).toBeTruthy()
  expect(cell.querySelector('[title]')?.getAttribute('title')).toBe('Assumed: completed 30/11/2026')
  expect(cell.textContent).toBe('30-NovAssumed: completed 30/11/2026')
})

test('a recorded day has none', () => {
  const cell = show(false)
  expect(cell.querySelector('svg')).toBeNull()
  expect(cell.textContent).toBe('30-Nov')
})
