import { showDate } from '@gya/domain/common/dates.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import './report-editing.css'
import { callOptions, useCall } from '../../lib/api/use-call.ts'
import { useMe } from '../../lib/session/session.tsx'
import { today as todayInLondon } from '../../lib/today.ts'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { findCell, focusCell, moveFocus } from '../../ui/table/grid-focus.ts'
import { CellNoticePop, DayEditor } from './cell-editor.tsx'
import { type CellChange, describeChange } from './cell-edits.ts'
import { ProgressorMenu, type StateChoice, StateMenu } from './cell-menus.tsx'
import { type CellNotice, createEditSession } from './edit-session.ts'
import { type EditingProps, kindOf, type OpenEditor, titleOf, useGridKeys } from './grid-keys.ts'
import type { ShownRow } from './report-columns.tsx'

/** Keys, editors and notices of the report's cells. Loaded on first use of the page. */
export default function ReportEditing(props: EditingProps) {
  const { frame } = props
  const queries = useQueryClient()
  const { singleKeys } = useMe()
  const follow = useFollowLink()
  const [open, setOpen] = useState<OpenEditor | null>(null)
  const [notice, setNotice] = useState<CellNotice | null>(null)
  const latest = useRef({ ...props, singleKeys, open, notice })
  latest.current = { ...props, singleKeys, open, notice }
  const rowById = (id: string) => latest.current.rows.find(({ _id }) => _id === id)
  const refused = useRef(new Map<string, CellNotice>()).current
  const [session] = useState(() =>
    createEditSession(() => ({
      companyId: latest.current.companyId,
      queries,
      rowById,
      overlay: latest.current.onOverlay,
      replaceRow: latest.current.replaceRow,
      holdRefetch: latest.current.holdRefetch,
      onSaved: latest.current.onSaved,
      onRefused: (one) => {
        refused.set(`${one.rowId} ${one.column}`, one)
        setNotice(one)
      },
    })),
  )

  const commit = (rowId: string, column: string, change: CellChange) => {
    const row = rowById(rowId)
    if (!row) return
    refused.delete(`${rowId} ${column}`)
    setNotice(null)
    session.commit(row, column, change)
  }
  const close = (giveFocusBack: boolean) => {
    const cell = open && frame.current && findCell(frame.current, open.rowId, open.column)
    setOpen(null)
    if (giveFocusBack) focusCell(cell)
  }
  const openEditor = (rowId: string, column: string, as: OpenEditor['as'], initial = '') => {
    setNotice(null)
    setOpen({ rowId, column, as, initial })
  }

  useGridKeys({
    latest,
    commit,
    openEditor,
    setNotice,
    follow,
    onFocusCell: (row, column) => {
      const key = `${row._id} ${column}`
      const reason = session.reason(row._id, column)
      const here =
        refused.get(key) ?? (reason === undefined ? null : { rowId: row._id, column, tone: 'why' as const, text: reason })
      // A refusal that arrives after the focus has moved on is shown until Escape or the next edit.
      setNotice((shown) => here ?? (shown?.tone === 'refused' ? shown : null))
      if (latest.current.panelRow !== null && latest.current.panelRow !== row._id) latest.current.onPanel(row._id)
    },
    onLinger: (row) => {
      const params = { companyId: row.company, branchId: row.branch, propertyId: row._id }
      void queries.prefetchQuery(callOptions(readProperty, { params }))
    },
  })

  const { performHeld } = props
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (performHeld()) setTurn(turn + 1)
  }, [performHeld, turn])

  const row = open && rowById(open.rowId)
  // While an editor is open, its sale is kept up to date for the preview.
  const params = { companyId: row?.company ?? '', branchId: row?.branch ?? '', propertyId: row?._id ?? '' }
  useCall(readProperty, { params }, { enabled: Boolean(row) })
  const cell = open && frame.current && findCell(frame.current, open.rowId, open.column)
  const noticeCell = notice && frame.current && findCell(frame.current, notice.rowId, notice.column)
  const today = todayInLondon()
  const label = row && open ? `${titleOf(open.column)}, ${row.address.line1}` : ''
  const kind = open && kindOf(open.column)
  const dayChange = (day: string): CellChange =>
    kind?.kind === 'step' ? { step: { key: kind.key, state: 'C', on: day } } : kind?.kind === 'day' ? { [kind.field]: day } : {}
  return (
    <>
      <span hidden data-keys="ready" />
      {open && row && cell && open.as === 'day' && (
        <DayEditor
          key={`${open.rowId} ${open.column}`}
          cell={cell}
          label={label}
          initial={open.initial}
          current={currentDay(row, open.column)}
          nearest={kind?.kind === 'step' ? 'past' : 'future'}
          today={today}
          preview={(day) => {
            const change = dayChange(day)
            const outcome = session.preview(row, change)
            return {
              text: kind?.kind === 'step' ? `Complete on ${showDate(day)}` : describeChange(change, titleOf(open.column), today),
              also: outcome && change.step ? session.consequences(outcome, change.step.key) : [],
              // The completion date is requested at the cell, once Enter is pressed.
              refusal: outcome?.refused && outcome.refused !== 'COMPLETION_DATE_REQUIRED' ? outcome.refusal : null,
            }
          }}
          onSave={(day, then) => {
            setOpen(null)
            commit(open.rowId, open.column, dayChange(day))
            if (then === 'stay') return
            focusCell(cell)
            const to = { down: 'ArrowDown', right: 'ArrowRight', left: 'ArrowLeft' }[then]
            if (frame.current) moveFocus(frame.current, to)
          }}
          onClose={close}
        />
      )}
      {open && row && cell && open.as === 'states' && kind?.kind === 'step' && (
        <StateMenu
          cell={cell}
          label={label}
          state={row.timeline.data.find(({ key }) => key === kind.key)?.state ?? 'NS'}
          onClose={close}
          onPick={(choice: StateChoice) => {
            if (choice === 'day') return openEditor(open.rowId, open.column, 'day')
            close(true)
            commit(open.rowId, open.column, { step: { key: kind.key, state: choice } })
          }}
        />
      )}
      {open && row && cell && open.as === 'progressor' && (
        <ProgressorMenu
          cell={cell}
          label={label}
          branchId={row.branch}
          current={row.bStaff?._id ?? null}
          onClose={close}
          onPick={(bStaff, name) => {
            close(true)
            if (bStaff !== (row.bStaff?._id ?? null)) commit(open.rowId, open.column, { bStaff, bStaffName: name })
          }}
        />
      )}
      {notice && noticeCell && !open && (
        <CellNoticePop
          key={`${notice.rowId} ${notice.column} ${notice.text}`}
          cell={noticeCell}
          tone={notice.tone}
          text={notice.text}
          today={today}
          takesFocus={noticeCell.contains(document.activeElement)}
          onClose={(isEscape) => {
            if (isEscape && document.activeElement?.closest('.cell-pop')) focusCell(noticeCell)
            // Runs after the focus: otherwise the reason would be shown again when the focus returns to the cell.
            if (isEscape || notice.tone === 'why') setNotice(null)
          }}
          onCompletionDate={
            notice.needsCompletionDate &&
            ((completionDate) => {
              commit(notice.rowId, notice.column, { ...notice.needsCompletionDate, completionDate })
              focusCell(noticeCell)
            })
          }
        />
      )}
    </>
  )
}

const currentDay = (row: ShownRow, column: string): string | null => {
  const kind = kindOf(column)
  if (kind?.kind === 'step') return row.timeline.data.find(({ key }) => key === kind.key)?.completedOn ?? null
  return kind?.kind === 'day' ? row[kind.field] : null
}
