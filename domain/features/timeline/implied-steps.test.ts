import { describe, expect, test } from 'vitest'
import { findImpliedSteps } from './implied-steps.ts'
import { type StepKey, stepKeys } from './step-definitions.ts'

const { MemoOfSaleSent, SearchesAppliedFor, SearchesBack, DraftContractsIssued, MortgageApproved } = stepKeys
const impliedBy = (completed: Partial<Record<StepKey, string>>) => findImpliedSteps((key) => completed[key] ?? null)

describe('findImpliedSteps', () => {
  test('returns the first completed step that requires it, with its day', () => {
    expect(impliedBy({ [SearchesBack]: '2026-10-10', [DraftContractsIssued]: '2026-10-03' })).toEqual([
      { key: MemoOfSaleSent, on: '2026-10-03', by: DraftContractsIssued },
      { key: SearchesAppliedFor, on: '2026-10-10', by: SearchesBack },
    ])
  })

  test('the mortgage approval implies every earlier mortgage step; no completed step implies none', () => {
    expect(impliedBy({ [MortgageApproved]: '2026-10-10' }).map(({ by }) => by)).toEqual(Array(4).fill(MortgageApproved))
    expect(impliedBy({})).toEqual([])
  })
})
