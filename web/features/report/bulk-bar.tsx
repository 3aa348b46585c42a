import { countHeld, describeHeld } from '@gya/domain/features/assignment/choose-progressor.ts'
import {
  IconCalendar,
  IconCheckbox,
  IconListCheck,
  IconMail,
  IconMessageCircle,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react'
import { useContext, useState, useSyncExternalStore } from 'react'
import './report-editing.css'
import { maxConversationSales } from '@gya/domain/features/conversations/conversations.model.ts'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { BulkDialog, type BulkKind } from './bulk-dialog.tsx'
import type { ShownRow, WireReportRow } from './report-columns.tsx'
import type { Selection } from './selection.ts'

type Props = {
  companyId: string
  rows: readonly ShownRow[]
  /** Rows of the page that are folded away: they cannot be selected. */
  folded: number
  selection: Selection
  replaceRow: (row: WireReportRow) => boolean
  onSaved: () => void
}

/** Actions for the selected rows. */
export default function BulkBar({ companyId, rows, folded, selection, replaceRow, onSaved }: Props) {
  const selected = useSyncExternalStore(selection.subscribe, selection.get)
  const [kind, setKind] = useState<BulkKind | null>(null)
  const [adding, setAdding] = useState<'log' | 'task' | 'email' | 'share' | null>(null)
  const mayShare = useMay('sale.share')
  const { newConversation, newMessage, newTask, share } = useContext(DialogsContext)
  const chosen = rows.filter(({ _id }) => selected.has(_id))
  if (chosen.length === 0) return null
  return (
    <>
      <div
        className="bulk"
        role="toolbar"
        tabIndex={-1}
        aria-label={`${chosen.length} ${chosen.length === 1 ? 'row' : 'rows'} selected`}
        onKeyDown={(event) => event.key === 'Escape' && kind === null && adding === null && selection.set([])}
      >
        <b>{chosen.length} selected</b>
        {folded > 0 && chosen.length === rows.length && <span>{folded} exchanged folded, not selected</span>}
        <Button size="s" variant="primary" icon={IconUserCheck} aria-haspopup="dialog" onClick={() => setKind('progressor')}>
          Assign progressor
        </Button>
        {mayShare && (
          <Button size="s" variant="quiet" icon={IconUsers} aria-haspopup="dialog" onClick={() => setAdding('share')}>
            Share…
          </Button>
        )}
        <Button size="s" variant="quiet" icon={IconListCheck} aria-haspopup="dialog" onClick={() => setKind('step')}>
          Set step
        </Button>
        <Button size="s" variant="quiet" icon={IconCalendar} aria-haspopup="dialog" onClick={() => setKind('expectedExchange')}>
          Expected exchange
        </Button>
        <Button
          size="s"
          variant="quiet"
          icon={IconMessageCircle}
          aria-haspopup="dialog"
          disabledReason={
            chosen.length > maxConversationSales ? `One conversation is about ${maxConversationSales} sales at most` : null
          }
          onClick={() => setAdding('log')}
        >
          Log
        </Button>
        <Button
          size="s"
          variant="quiet"
          icon={IconMail}
          aria-haspopup="dialog"
          disabledReason={
            chosen.length > maxConversationSales
              ? `An e-mail is about at most ${maxConversationSales} sales: choose ${chosen.length - maxConversationSales} fewer`
              : null
          }
          onClick={() => setAdding('email')}
        >
          E-mail
        </Button>
        <Button size="s" variant="quiet" icon={IconCheckbox} aria-haspopup="dialog" onClick={() => setAdding('task')}>
          Add task
        </Button>
        <span className="gap" />
        <Button size="s" variant="quiet" onClick={() => selection.set([])}>
          Clear{' '}
          <span className="kbd" aria-hidden="true">
            Esc
          </span>
        </Button>
      </div>
      {adding === 'log' &&
        newConversation({
          companyId,
          sales: chosen.map(({ _id, branch, address }) => ({ propertyId: _id, branchId: branch, address: address.line1 })),
          onClose: () => setAdding(null),
        })}
      {adding === 'email' &&
        newMessage({
          companyId,
          sales: chosen.map(({ _id, branch }) => ({ propertyId: _id, branchId: branch })),
          onClose: () => setAdding(null),
        })}
      {adding === 'share' &&
        share({
          companyId,
          what: describeHeld(countHeld(chosen)),
          sales: { propertyIds: chosen.map(({ _id }) => _id) },
          onClose: () => setAdding(null),
          onShared: () => {
            selection.set([])
            onSaved()
          },
        })}
      {adding === 'task' &&
        newTask({
          companyId,
          sales: chosen.map(({ _id, branch, address }) => ({ propertyId: _id, branchId: branch, line1: address.line1 })),
          onClose: () => setAdding(null),
        })}
      {kind !== null && (
        <BulkDialog
          kind={kind}
          companyId={companyId}
          rows={chosen}
          onClose={() => setKind(null)}
          onSaved={(saved) => {
            for (const row of saved) replaceRow(row)
            setKind(null)
            selection.set([])
            onSaved()
          }}
        />
      )}
    </>
  )
}
