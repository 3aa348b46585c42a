import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { assignProgressor, saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import {
  describeExpectedChanges,
  type ExpectedChange,
  type ExpectedInput,
} from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { LenderInput } from '@gya/domain/features/expected-dates/lenders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { reportFailure } from '../../lib/api/report-failure.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'

type SaleDays = {
  property: { version: number; address: { line1: string } }
  assigned: { people: { bStaff?: string | null; negotiator?: string | null }; words: string } | null
  input: (ExpectedInput & { reason?: string; lender?: LenderInput | null }) | null
  changes: readonly ExpectedChange[]
}

/** Saves progressor and negotiator, then the expected days, each with its own undo. Resolves to false if one was refused. */
export function useSaveExpectedDates(params: PropertyParams) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const queries = useQueryClient()
  const push = (undoId: string | null, description: string) => {
    if (undoId) undoStack.push({ companyId: params.companyId, undoId, description })
  }
  const save = async ({ property, assigned, input, changes }: SaleDays): Promise<boolean> => {
    setPending(true)
    setError(null)
    const { line1 } = property.address
    let { version } = property
    try {
      if (assigned) {
        const saved = await callApi(assignProgressor, { params, body: { ...assigned.people, version } })
        version = saved.version
        push(saved.undoId, `${line1}: ${assigned.words}`)
      }
      if (input) {
        const saved = await callApi(saveExpected, { params, body: { ...input, version } })
        push(saved.undoId, `${line1}: ${changes.length > 0 ? describeExpectedChanges(changes) : 'lender'}`)
      }
      return true
    } catch (refusal) {
      reportFailure(refusal, ({ message }) => setError(message))
      return false
    } finally {
      setPending(false)
      await queries.invalidateQueries()
    }
  }
  return { save, pending, error }
}
