import { type ReportColumn, reportColumns } from '@gya/domain/features/report/report-columns.ts'
import type { StepState } from '@gya/domain/features/timeline/timeline.model.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { pressedOf } from '../../lib/keys/find-key.ts'
import { cellOf, moveFocus } from '../../ui/table/grid-focus.ts'
import type { CellChange } from './cell-edits.ts'
import type { CellNotice, RowOverlay } from './edit-session.ts'
import { type ShownRow, selectColumnId, type WireReportRow } from './report-columns.tsx'
import { type GridCommand, gridCommandOf } from './report-keys.ts'
import type { Selection } from './selection.ts'

/** Milliseconds for which a cell has the focus before its sale is loaded for the preview. */
const lingerMilliseconds = 150

const stateOfCommand: Partial<Record<GridCommand, StepState>> = {
  complete: 'C',
  'in-progress': 'IP',
  delayed: 'B',
  'not-applicable': 'NA',
  'not-started': 'NS',
}

/** The editable field of a cell; undefined for read-only cells. */
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
  /** Replays the next buffered key or click; returns false if there is none (`useGridTypeAhead`). */
  performHeld: () => boolean
}

type KeyActions = {
  latest: RefObject<EditingProps & { singleKeys: boolean; open: OpenEditor | null; notice: CellNotice | null }>
  commit: (rowId: string, column: string, change: CellChange) => void
  openEditor: (rowId: string, column: string, as: OpenEditor['as'], initial?: string) => void
  setNotice: (notice: CellNotice | null) => void
  follow: (to: string) => void
  onFocusCell: (row: ShownRow, column: string) => void
  onLinger: (row: ShownRow) => void
}

/** Attaches the keys to the grid's frame, before the handlers that move the focus. */
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

    /** Shift with an arrow extends the selection from the row where it began. */
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

    /** Commands that change a cell; returns true if handled. */
    const edit = (row: ShownRow, column: string, command: GridCommand, key: string): boolean => {
      const { commit, openEditor } = actions.current
      const kind = kindOf(column)
      const state = stateOfCommand[command]
      if (kind?.kind === 'step' && state) {
        const stored = row.timeline.data.find((step) => step.key === kind.key)
        if ((stored?.state ?? 'NS') !== state) commit(row._id, column, { step: { key: kind.key, state } })
        return true
      }
      if (kind?.kind === 'day' && command === 'not-started' && key === 'Delete' && row[kind.field] !== null) {
        commit(row._id, column, { [kind.field]: null })
        return true
      }
      if (command === 'type-day' && (kind?.kind === 'step' || kind?.kind === 'day')) {
        openEditor(row._id, column, 'day', key)
        return true
      }
      return false
    }

    /** Closes open elements one after the other. */
    const leave = (): boolean => {
      const { latest, setNotice } = actions.current
      const { selection, onPanel, panelRow, notice } = latest.current
      if (notice) setNotice(null)
      else if (selection.get().size > 0) selection.set([])
      else if (panelRow !== null) onPanel(null)
      else return false
      return true
    }

    const run = (command: GridCommand, row: ShownRow, column: string, key: string): boolean => {
      const { latest, follow, setNotice } = actions.current
      const { selection, onPanel, panelRow, openHref } = latest.current
      const perform: Partial<Record<GridCommand, () => boolean | void>> = {
        // Keys that only move the focus are handled by the grid, even if nothing may be edited.
        move: () => false,
        'next-row': () => moveFocus(box, 'ArrowDown'),
        'previous-row': () => moveFocus(box, 'ArrowUp'),
        edit: () => enter(row, column),
        panel: () => {
          if (column === selectColumnId) return false
          setNotice(null)
          onPanel(panelRow === row._id ? null : row._id)
        },
        'open-property': () => follow(openHref(row)),
        select: () => selection.toggle(row._id),
        extend: () => extend(row._id, key),
        'select-all': () => selection.set(ids()),
        leave,
      }
      const action = perform[command]
      return action ? action() !== false : edit(row, column, command, key)
    }

    const onKey = (event: KeyboardEvent): void => {
      const { latest } = actions.current
      const at = here(event.target)
      // Shift alone, held before an arrow, does not end the selection.
      if (!at || event.altKey || event.defaultPrevented || event.key === 'Shift') return
      const { key } = event
      const command = gridCommandOf(pressedOf(event), latest.current.singleKeys)
      if (command !== 'extend') anchor = null
      if (!command || !run(command, at.row, at.column, key)) return
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
    // A click on the focused cell opens its menu; the first click only moves the focus.
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
