import { londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { editCells } from '@gya/domain/features/report/cell-edits.contract.ts'
import { reportColumns } from '@gya/domain/features/report/report-columns.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { isOutcomeUnknown, reportFailure } from '../../lib/api/report-failure.ts'
import { propertyPath } from '../../lib/live/affected-queries.ts'
import { type Undoable, undoStack } from '../../lib/undo/undo-stack.ts'
import {
  type CellChange,
  consequences,
  previewStep,
  reasonOf,
  rowAfter,
  type SaleState,
  type StepPreview,
  saleStateOf,
  type WireProperty,
  wasOf,
} from './cell-edits.ts'
import type { ShownRow, WireReportRow } from './report-columns.tsx'

/** Shown instead of a row's saved values. */
export type RowOverlay = {
  row?: ShownRow | undefined
  marks?: Readonly<Record<string, string>> | undefined
  /** Shown until a response arrives that was read later. */
  since?: number | undefined
}

/** Shown at a cell: why a value was refused, or why a rule changed it. */
export type CellNotice = {
  rowId: string
  column: string
  tone: 'refused' | 'why'
  text: string
  /** Refused because of a missing completion date, which can be entered at the cell. */
  needsCompletionDate?: CellChange | undefined
}

type Host = {
  companyId: string
  queries: QueryClient
  rowById: (id: string) => ShownRow | undefined
  overlay: (id: string, overlay: RowOverlay | null) => void
  /** Inserts saved rows into the loaded page; returns false for rows that are not on it. */
  replaceRow: (row: WireReportRow) => boolean
  /** Cancels refetches that began before an edit, because they would show the old value. */
  holdRefetch: () => void
  onRefused: (notice: CellNotice) => void
  onSaved: () => void
}

type Answer = Wire<typeof editCells, 'response'>
const columnOfStep = new Map<number, string>(
  reportColumns.flatMap((column) => ('step' in column ? [[column.step, column.id]] : [])),
)
const time = (): CurrentTime => {
  const now = new Date().toISOString()
  return { now, today: londonDay(now) }
}

/**
 * Edits of cells of one report: shown at once by the rules of the domain, saved one after the other for each property, reverted if refused,
 * and pushed on the undo stack.
 */
export function createEditSession(host: () => Host) {
  const queue = new Map<string, Promise<unknown>>()
  /** Sales with edits whose response has not arrived yet, by property. */
  const edited = new Map<string, { base: WireProperty; sale: SaleState }>()
  const reasons = new Map<string, string>()
  const cellKey = (rowId: string, column: string) => `${rowId} ${column}`
  let started: string[] = []

  const saleOf = (row: ShownRow): SaleState | null => {
    const params = { companyId: row.company, branchId: row.branch, propertyId: row._id }
    const state = host().queries.getQueryState<WireProperty>([propertyPath, { params }])
    if (!state?.data) return null
    const known = edited.get(row._id)
    if (known?.base === state.data) return known.sale
    // After an undo or a colleague's change, the local sale is outdated: only the server applies the rules until the sale is read again.
    return state.isInvalidated ? null : saleStateOf(state.data)
  }

  /** The effect of a change according to the rules; null while the sale is not loaded. */
  const preview = (row: ShownRow, change: CellChange): StepPreview | null => {
    const sale = change.step && saleOf(row)
    return sale ? previewStep(sale, change, time()) : null
  }

  /** Cells changed by rules are marked until the next edit. */
  const clearStarted = () => {
    const before = started
    started = []
    for (const id of before) if (!queue.has(id)) host().overlay(id, null)
  }

  const send = (row: ShownRow, change: CellChange): Promise<Answer> => {
    const { companyId, queries } = host()
    const { bStaffName: _shown, ...edit } = change
    const body = { edits: [{ propertyId: row._id, ...edit, was: wasOf(row, change) }] }
    // A mutation, because live updates wait for pending mutations before they refetch.
    const mutation = queries.getMutationCache().build(queries, {
      networkMode: 'always',
      mutationFn: () => callApi(editCells, { params: { companyId }, body }),
    })
    return mutation.execute(undefined)
  }

  const saved = (answer: Answer, id: string, column: string): void => {
    const { replaceRow, overlay, onSaved } = host()
    const row = answer.rows.find(({ _id }) => _id === id)
    const marks: Record<string, string> = {}
    for (const { propertyId, field, key, because } of answer.changes) {
      const other = key === null ? field : columnOfStep.get(key)
      if (propertyId !== id || other === undefined || other === column || because === null) continue
      marks[other] = 'started'
      reasons.set(cellKey(id, other), because)
    }
    reasons.delete(cellKey(id, column))
    const isOnPage = row ? replaceRow(row) : true
    const hasMarks = Object.keys(marks).length > 0
    if (hasMarks) started.push(id)
    overlay(id, hasMarks || !isOnPage ? { marks, row: isOnPage ? undefined : row } : null)
    onSaved()
  }

  const refuse = (refusal: ApiError, row: ShownRow, column: string, change: CellChange): void => {
    if (refusal.code === 'STALE_VERSION' || isOutcomeUnknown(refusal)) void host().queries.invalidateQueries()
    host().overlay(row._id, { marks: { [column]: 'no' } })
    host().onRefused({
      rowId: row._id,
      column,
      tone: 'refused',
      text: refusal.details['savedBy'] ? `${refusal.details['savedBy']} has changed this meanwhile.` : refusal.message,
      needsCompletionDate: refusal.code === 'COMPLETION_DATE_REQUIRED' ? change : undefined,
    })
  }

  /** Saves in the background. Resolves to the change that can be undone, or to null if it was refused. */
  const save = (before: ShownRow, column: string, change: CellChange): Promise<Undoable | null> => {
    const id = before._id
    const last = queue.get(id) ?? Promise.resolve()
    const saving = last.then(async (): Promise<Undoable | null> => {
      try {
        const answer = await send(before, change)
        if (queue.get(id) === saving) saved(answer, id, column)
        return answer.undoId === null ? null : undoableOf(answer, before, column, change)
      } catch (refusal) {
        reportFailure(refusal, (failure) => refuse(failure, before, column, change))
        return null
      } finally {
        if (queue.get(id) === saving) {
          queue.delete(id)
          edited.delete(id)
          void host().queries.invalidateQueries({ queryKey: [propertyPath, { params: paramsOf(before) }] })
        }
      }
    })
    queue.set(id, saving)
    return undoStack.track(saving)
  }

  const undoableOf = (answer: Answer, before: ShownRow, column: string, change: CellChange): Undoable => ({
    companyId: host().companyId,
    undoId: answer.undoId ?? '',
    description: answer.description,
    onUndo: () => {
      host().holdRefetch()
      host().overlay(before._id, { row: before, marks: { [column]: 'wait' }, since: Date.now() })
    },
    redo: () => commitQuietly(host().rowById(before._id) ?? before, column, change),
  })

  const commitQuietly = (row: ShownRow, column: string, change: CellChange): Promise<Undoable | null> => {
    const now = time()
    const outcome = preview(row, change)
    if (outcome?.refused) {
      host().overlay(row._id, { marks: { [column]: 'no' } })
      host().onRefused({
        rowId: row._id,
        column,
        tone: 'refused',
        text: outcome.refusal ?? '',
        needsCompletionDate: outcome.refused === 'COMPLETION_DATE_REQUIRED' ? change : undefined,
      })
      return Promise.resolve(null)
    }
    clearStarted()
    host().holdRefetch()
    if (outcome) edited.set(row._id, { base: outcome.after.property, sale: outcome.after })
    const marks: Record<string, string> = { [column]: 'wait' }
    for (const one of outcome?.changes ?? []) {
      const other = columnOfStep.get(one.key)
      if (other === undefined || other === column || !outcome) continue
      marks[other] = 'started'
      reasons.set(cellKey(row._id, other), reasonOf(one, outcome.after.timeline))
    }
    host().overlay(row._id, { row: rowAfter(row, change, outcome, now), marks })
    return save(row, column, change)
  }

  return {
    preview,
    /** "starts Enquiries raised, due in 14 days" */
    consequences: (outcome: StepPreview, key: number) => consequences(outcome, key, time().today),
    /** Shows and saves the change of a cell. */
    commit: (row: ShownRow, column: string, change: CellChange): void => {
      void commitQuietly(row, column, change).then((undoable) => undoable && undoStack.push(undoable))
    },
    /** Why a rule changed this cell, since the page was opened. */
    reason: (rowId: string, column: string): string | undefined => reasons.get(cellKey(rowId, column)),
    isSaving: (): boolean => queue.size > 0,
  }
}

const paramsOf = ({ company, branch, _id }: ShownRow) => ({ companyId: company, branchId: branch, propertyId: _id })
