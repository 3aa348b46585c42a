import { type ReportColumn, reportColumns } from '@gya/domain/features/report/report-columns.ts'
import type { StepState } from '@gya/domain/features/timeline/timeline.model.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { redoLast, undoLast } from '../../lib/undo/undo-last.ts'
import { cellOf, moveFocus } from '../../ui/table/grid-focus.ts'
import type { CellChange } from './cell-edits.ts'
import type { CellNotice, RowOverlay } from './edit-session.ts'
import { type ShownRow, selectColumnId, type WireReportRow } from './report-columns.tsx'
import type { Selection } from './selection.ts'

/** Milliseconds that a cell keeps the focus before its sale is loaded for the preview. */
const lingerMilliseconds = 150

const stateOfKey: Partial<Record<string, StepState>> = { c: 'C', i: 'IP', b: 'B', n: 'NA', u: 'NS' }

/** What a cell edits; undefined for cells that are only read. */
export type CellKind =
  | { kind: 'step'; key: number }
  | { kind: 'surveys' }
  | { kind: 'progressor' }
  | { kind: 'day'; field: DayField }
type DayField = 'expectedExchange' | 'expectedCompletion' | 'mortgageOfferExpires'
const dayFields: readonly string[] = ['expectedExchange', 'expectedCompletion', 'mortgageOfferExpires'] satisfies DayField[]

const columnById = new Map<string, ReportColumn>((reportColumns as readonly ReportColumn[]).map((column) => [column.id, column]))

export const kindOf = (columnId: string): CellKind | undefined => {
  const step = columnById.get(columnId)?.step
  if (step !== undefined) return { kind: 'step', key: step }
  if (columnId === 'surveys') return { kind: 'surveys' }
  if (columnId === 'progressor') return { kind: 'progressor' }
  return dayFields.includes(columnId) ? { kind: 'day', field: columnId as DayField } : undefined
}

export const titleOf = (columnId: string): string => columnById.get(columnId)?.head ?? ''

export type OpenEditor = { rowId: string; column: string; as: 'day' | 'states' | 'progressor'; initial: string }

export type EditingProps = {
  companyId: string
  frame: RefObject<HTMLDivElement | null>
  rows: readonly ShownRow[]
  selection: Selection
  openHref: (row: WireReportRow) => string
  onOverlay: (id: string, overlay: RowOverlay | null) => void
  replaceRow: (row: WireReportRow) => boolean
  holdRefetch: () => void
  onSaved: () => void
  panelRow: string | null
  onPanel: (rowId: string | null) => void
}

type KeyActions = {
  latest: RefObject<EditingProps & { singleKeys: boolean; open: OpenEditor | null; notice: CellNotice | null }>
  commit: (rowId: string, column: string, change: CellChange) => void
  openEditor: (rowId: string, column: string, as: OpenEditor['as'], initial?: string) => void
  setNotice: (notice: CellNotice | null) => void
  queries: QueryClient
  follow: (to: string) => void
  onFocusCell: (row: ShownRow, column: string) => void
  onLinger: (row: ShownRow) => void
}

/** Attaches the keys to the grid's frame, before those that move the focus. */
export function useGridKeys(given: KeyActions): void {
  const actions = useRef(given)
  actions.current = given
  const { frame } = given.latest.current
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const listening = new AbortController()
    const { signal } = listening
    let anchor: { row: string; before: ReadonlySet<string> } | null = null
    let linger: ReturnType<typeof setTimeout> | undefined
    let focusedBeforePress: Element | null = null

    /** The focused row and column, unless an editor in the cell has the focus. */
    const here = (target: EventTarget | null) => {
      const cell = cellOf(target)
      const rowId = cell?.closest('tr')?.dataset['row']
      const column = cell?.dataset['col']
      const row = actions.current.latest.current.rows.find(({ _id }) => _id === rowId)
      return cell && row && column && !(target as Element).matches('.cell-input') ? { cell, row, column } : null
    }
    const ids = () => actions.current.latest.current.rows.map(({ _id }) => _id)

    /** Shift with an arrow selects from the row where it began. */
    const extend = (rowId: string, key: string) => {
      const { selection } = actions.current.latest.current
      anchor ??= { row: rowId, before: selection.get() }
      if (!moveFocus(box, key)) return
      const all = ids()
      const to = here(document.activeElement)?.row._id
      const [from, until] = [all.indexOf(anchor.row), all.indexOf(to ?? rowId)].sort((a, b) => a - b) as [number, number]
      selection.set(new Set([...anchor.before, ...all.slice(from, until + 1)]))
    }

    const enter = (row: ShownRow, column: string): boolean => {
      const { latest, openEditor } = actions.current
      const kind = kindOf(column)
      if (kind?.kind === 'step') openEditor(row._id, column, latest.current.singleKeys ? 'day' : 'states')
      else if (kind?.kind === 'day') openEditor(row._id, column, 'day')
      else if (kind?.kind === 'progressor') openEditor(row._id, column, 'progressor')
      else if (kind?.kind === 'surveys') latest.current.onPanel(row._id)
      else return false
      return true
    }

    /** Keys that change a cell; true if handled. */
    const edit = (row: ShownRow, column: string, key: string): boolean => {
      const { latest, commit, openEditor } = actions.current
      const kind = kindOf(column)
      if (!kind) return false
      const letter = key.toLowerCase()
      const state = key === 'Delete' ? 'NS' : latest.current.singleKeys ? stateOfKey[letter] : undefined
      if (kind.kind === 'step' && state) {
        const stored = row.timeline.data.find((step) => step.key === kind.key)
        if ((stored?.state ?? 'NS') !== state) commit(row._id, column, { step: { key: kind.key, state } })
        return true
      }
      if (kind.kind === 'day' && key === 'Delete' && row[kind.field] !== null) {
        commit(row._id, column, { [kind.field]: null })
        return true
      }
      if (!latest.current.singleKeys) return false
      if ((kind.kind === 'step' || kind.kind === 'day') && /^\d$/.test(key)) {
        openEditor(row._id, column, 'day', key)
        return true
      }
      return false
    }

    const onKey = (event: KeyboardEvent): void => {
      const { latest, queries, follow, setNotice } = actions.current
      const { selection, onPanel, panelRow, openHref, singleKeys, notice } = latest.current
      const at = here(event.target)
      if (!at || event.altKey || event.defaultPrevented) return
      const { row, column } = at
      const { key } = event
      const isCtrl = event.ctrlKey || event.metaKey
      const handled = (): boolean => {
        if (isCtrl && key.toLowerCase() === 'a') selection.set(ids())
        else if (isCtrl && key === 'Enter') follow(openHref(row))
        else if (isCtrl && key.toLowerCase() === 'z') void (event.shiftKey ? redoLast() : undoLast(queries))
        else if (isCtrl) return false
        else if (event.shiftKey && key === ' ') selection.toggle(row._id)
        else if (event.shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) extend(row._id, key)
        else if (key === ' ' && column !== selectColumnId) {
          setNotice(null)
          onPanel(panelRow === row._id ? null : row._id)
        } else if (key === 'Escape') {
          if (notice) setNotice(null)
          else if (selection.get().size > 0) selection.set([])
          else if (panelRow !== null) onPanel(null)
          else return false
        } else if (key === 'Enter' || key === 'F2') return enter(row, column)
        else if (edit(row, column, key)) return true
        else if (!singleKeys) return false
        else if (key.toLowerCase() === 'x') selection.toggle(row._id)
        else if (key.toLowerCase() === 'j') return moveFocus(box, 'ArrowDown')
        else if (key.toLowerCase() === 'k') return moveFocus(box, 'ArrowUp')
        else if (key === '/') document.querySelector<HTMLInputElement>('.filters input')?.focus()
        else return false
        return true
      }
      if (!(event.shiftKey && key.startsWith('Arrow'))) anchor = null
      if (!handled()) return
      event.preventDefault()
      event.stopPropagation()
    }

    box.addEventListener('keydown', onKey, { signal })
    box.addEventListener(
      'focusin',
      ({ target }) => {
        clearTimeout(linger)
        const at = here(target)
        if (!at) return
        actions.current.onFocusCell(at.row, at.column)
        if (kindOf(at.column)?.kind === 'step') linger = setTimeout(() => actions.current.onLinger(at.row), lingerMilliseconds)
      },
      { signal },
    )
    // A click on the focused cell opens its menu: the first click only moves the focus.
    box.addEventListener('pointerdown', () => (focusedBeforePress = document.activeElement), { signal })
    box.addEventListener(
      'click',
      ({ target }) => {
        const at = here(target)
        if (!at || at.cell !== focusedBeforePress) return
        if (kindOf(at.column)?.kind === 'step') actions.current.openEditor(at.row._id, at.column, 'states')
        else enter(at.row, at.column)
      },
      { signal },
    )
    return () => {
      clearTimeout(linger)
      listening.abort()
    }
  }, [frame])
}
