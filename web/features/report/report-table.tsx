import { IconArrowsSort, IconKeyboard } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { hasUnsavedEdits } from '../../lib/forms/unsaved-edits.ts'
import { shellCommands } from '../../lib/keys/shell-commands.ts'
import { useSaleOfRow } from '../../lib/sale-on-screen.ts'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { Button } from '../../ui/button.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { PagedTable, type PagedTableProps } from '../../ui/table/paged-table.tsx'
import type { SortState } from '../../ui/table/table-column.ts'
import { useLazyOnInteraction } from '../../ui/use-lazy-on-interaction.ts'
import type { RowOverlay } from './edit-session.ts'
import { useGridTypeAhead } from './grid-type-ahead.ts'
import { type ColumnContext, type ShownRow, screenColumns, type WireReportRow } from './report-columns.tsx'
import { ReportGrid } from './report-grid.tsx'
import { createSelection, type Selection } from './selection.ts'
import { useStableRows } from './stable-rows.ts'

/** The editors run the rules of the timeline. Keys pressed before they are loaded are buffered (`useGridTypeAhead`). */
const loadEditing = async () => {
  const [editing, bulk] = await Promise.all([import('./report-editing.tsx'), import('./bulk-bar.tsx')])
  return { ReportEditing: editing.default, BulkBar: bulk.default }
}

const noOverlays = new Map<string, RowOverlay>()

/** Rows with the values that are shown instead of the saved ones. An unchanged row stays the same object. */
function useOverlaidRows(rows: readonly WireReportRow[] | undefined, overlays: ReadonlyMap<string, RowOverlay>) {
  const drawn = useRef(new Map<string, { row: WireReportRow; overlay: RowOverlay; shown: ShownRow }>()).current
  return useMemo(
    () =>
      rows?.map((row): ShownRow => {
        const overlay = overlays.get(row._id)
        if (!overlay) return row
        const last = drawn.get(row._id)
        if (last?.row === row && last.overlay === overlay) return last.shown
        const shown = { ...(overlay.row ?? row), marks: overlay.marks }
        drawn.set(row._id, { row, overlay, shown })
        return shown
      }),
    [rows, overlays, drawn],
  )
}

type Props = Omit<
  PagedTableProps<WireReportRow>,
  'columns' | 'rows' | 'rowKey' | 'grid' | 'sort' | 'onSort' | 'label' | 'above'
> & {
  companyId: string
  rows: WireReportRow[] | undefined
  /** Includes folded rows. */
  loaded: WireReportRow[] | undefined
  /** Changes with filters, sort and page. */
  rowsKey: string
  /** The time at which the rows were read. */
  readAt: number
  /** Ids of the columns, and the number of frozen ones. */
  layout: Parameters<typeof screenColumns>[0]
  reading: Omit<ColumnContext, 'mayEdit'>
  rowClassName: (row: WireReportRow) => string | undefined
  sort: SortState
  onSort: (sort: SortState) => void
  replaceRow: (row: WireReportRow) => boolean
  holdRefetch: () => void
  onSaved: () => void
  above: ReactNode
}

/** The report's rows: an editable grid, or cards on a phone. */
export function ReportTable(props: Props) {
  const {
    companyId,
    rows,
    loaded,
    rowsKey,
    readAt,
    layout,
    reading,
    sort,
    onSort,
    rowClassName,
    replaceRow,
    holdRefetch,
    onSaved,
    ...paged
  } = props
  const mayEdit = useMay('day.work')
  const { singleKeys } = useMe()
  const isPhone = useIsPhone()
  const { propertyPanel } = useContext(DialogsContext)
  const frame = useRef<HTMLDivElement>(null)
  const [selection] = useState(() => createSelection(mayEdit))
  const [overlays, setOverlays] = useState<ReadonlyMap<string, RowOverlay>>(noOverlays)
  const [panelRow, setPanelRow] = useState<string | null>(null)
  const isWorking = useIsWorking(frame, overlays.size > 0 || panelRow !== null, selection)
  const stable = useStableRows(rows, rowsKey, isWorking, loaded)
  const shown = useOverlaidRows(stable.rows, overlays)
  useEffect(() => selection.set([]), [selection, rowsKey])
  useEffect(() => {
    const there = new Set(shown?.map(({ _id }) => _id))
    const selected = selection.get()
    const left = [...selected].filter((id) => there.has(id))
    if (left.length < selected.size) selection.set(left)
  }, [selection, shown])
  // Values restored by an undo are shown until they were read again.
  useEffect(
    () =>
      setOverlays((before) => {
        const kept = [...before].filter(([, { since }]) => since === undefined || since > readAt)
        return kept.length === before.size ? before : new Map(kept)
      }),
    [readAt],
  )
  const overlay = (id: string, next: RowOverlay | null) =>
    setOverlays((before) => {
      const after = new Map(before)
      if (next) after.set(id, next)
      else after.delete(id)
      return after
    })
  const canEdit = mayEdit && !isPhone
  const isEditable = canEdit && shown !== undefined && shown.length > 0
  const code = useLazyOnInteraction(loadEditing, isEditable)
  const heldInput = useGridTypeAhead(frame, isEditable, singleKeys)
  const columns = useMemo(() => screenColumns(layout, { ...reading, mayEdit: canEdit }), [layout, reading, canEdit])
  const closePanel = () => {
    if (hasUnsavedEdits()) undoStack.announce('There are unsaved changes. Save or discard them before you close the panel.')
    else setPanelRow(null)
  }
  useEscapeOutsideCells(frame, panelRow === null ? null : closePanel)
  const inPanel = shown?.find(({ _id }) => _id === panelRow)
  useSaleOfRow(shown, ({ branch }) => branch, inPanel)
  const move = (by: 1 | -1) => {
    const all = shown ?? []
    const next = all[all.findIndex(({ _id }) => _id === panelRow) + by]
    if (next) setPanelRow(next._id)
  }
  return (
    <>
      <PagedTable
        {...paged}
        label="Workflow"
        look="wf"
        columns={columns}
        rows={shown}
        rowKey={(row) => row._id}
        rowHref={reading.openHref}
        rowClassName={rowClassName}
        sort={sort}
        onSort={onSort}
        grid={
          shown && (
            <ReportGrid
              frame={frame}
              label="Workflow"
              columns={columns}
              rows={shown}
              rowClassName={rowClassName}
              sort={sort}
              onSort={onSort}
              selection={selection}
            />
          )
        }
        under={
          isEditable ? (
            <div className="bar grid-keys">
              {singleKeys && <GridKeys />}
              <span className="spacer" />
              <Button
                size="s"
                variant="quiet"
                icon={IconKeyboard}
                aria-haspopup="dialog"
                tip={singleKeys ? 'All keys (?)' : 'All keys'}
                onClick={() => shellCommands.run('keys')}
              >
                Keys
              </Button>
              {stable.moves > 0 && (
                <Button size="s" variant="quiet" icon={IconArrowsSort} onClick={stable.sortAgain}>
                  {stable.moves === 1 ? '1 row would move: sort again' : `${stable.moves} rows would move: sort again`}
                </Button>
              )}
            </div>
          ) : undefined
        }
      />
      {isEditable && code && (
        <>
          <code.ReportEditing
            companyId={companyId}
            frame={frame}
            rows={shown}
            selection={selection}
            openHref={reading.openHref}
            onOverlay={overlay}
            replaceRow={replaceRow}
            holdRefetch={holdRefetch}
            onSaved={onSaved}
            panelRow={panelRow}
            onPanel={(rowId) => (rowId === null ? closePanel() : setPanelRow(rowId))}
            performHeld={heldInput.performNext}
          />
          <code.BulkBar
            companyId={companyId}
            rows={shown}
            folded={(loaded?.length ?? 0) - (rows?.length ?? 0)}
            selection={selection}
            replaceRow={replaceRow}
            onSaved={onSaved}
          />
        </>
      )}
      {inPanel &&
        propertyPanel({
          params: { companyId: inPanel.company, branchId: inPanel.branch, propertyId: inPanel._id },
          address: inPanel.address.line1,
          onMove: move,
          onClose: () => setPanelRow(null),
        })}
    </>
  )
}

/** Escape when no cell, field or dialog has the focus, as after a click beside the rows. Cells handle their own. */
function useEscapeOutsideCells(frame: RefObject<HTMLElement | null>, onEscape: (() => void) | null) {
  const latest = useRef(onEscape)
  latest.current = onEscape
  const isOn = onEscape !== null
  useEffect(() => {
    if (!isOn) return
    const listening = new AbortController()
    const onKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isHere = target === document.body || frame.current?.contains(target as Node)
      if (key === 'Escape' && isHere && !defaultPrevented) latest.current?.()
    }
    document.addEventListener('keydown', onKey, { signal: listening.signal })
    return () => listening.abort()
  }, [isOn, frame])
}

/** Whether rows must keep their positions: the focus is in the table, or a row is selected, open or not yet saved. */
function useIsWorking(frame: RefObject<HTMLElement | null>, hasWork: boolean, selection: Selection): RefObject<() => boolean> {
  const isWorking = useRef((): boolean => false)
  isWorking.current = () =>
    hasWork ||
    selection.get().size > 0 ||
    Boolean(frame.current?.contains(document.activeElement) && document.activeElement?.closest('tbody'))
  return isWorking
}

const keys = [
  ['C', 'complete'],
  ['I', 'in progress'],
  ['B', 'delayed'],
  ['N', 'N/A'],
  ['Del', 'not started'],
  ['0–9', 'a day'],
  ['Space', 'side panel'],
  ['X', 'select'],
] as const

const GridKeys = () => (
  <span className="keys">
    {keys.map(([key, words]) => (
      <span key={key}>
        <span className="kbd" aria-hidden="true">
          {key}
        </span>
        {words}
      </span>
    ))}
  </span>
)
