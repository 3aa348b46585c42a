import { showDateTime } from '@gya/domain/common/dates.ts'
import type { ComponentProps } from 'react'
import './mail.css'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { type MailRow, MailState } from './mail-state.tsx'

const columns: readonly Column<MailRow>[] = [
  { id: 'state', head: 'State', cell: (row) => <MailState state={row.state} /> },
  { id: 'to', head: 'To', cell: (row) => row.to.join(', ') },
  { id: 'subject', head: 'Subject', main: true, cell: (row) => row.subject },
  { id: 'when', head: 'When', className: 'tnum', cell: (row) => showDateTime(row.sentOn ?? row.createdon) },
]

type Props = Omit<ComponentProps<typeof PagedTable<MailRow>>, 'label' | 'columns' | 'rowKey' | 'rowHref' | 'card'>

/** The outbox, newest first. A row opens its message. */
export const MailTable = (props: Props) => (
  <PagedTable
    {...props}
    label="Messages"
    columns={columns}
    rowKey={(row) => row._id}
    card={(row) => (
      <>
        <div className="r1">
          <b>{row.subject}</b>
          <span className="spacer" />
          <MailState state={row.state} />
        </div>
        <div className="r2">
          <span className="mail-to">{row.to.join(', ')}</span>
          <span className="spacer" />
          <span className="mut tnum">{showDateTime(row.sentOn ?? row.createdon)}</span>
        </div>
      </>
    )}
  />
)
