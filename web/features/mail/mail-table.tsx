import './mail.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listMail } from '@gya/domain/features/mail/mail.contract.ts'
import { PagedTable, type TablePageProps } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { MailState } from '../common/mail-state.tsx'

export type MailRow = Wire<typeof listMail, 'response'>['data'][number]

const columns: readonly Column<MailRow>[] = [
  { id: 'state', head: 'State', cell: (row) => <MailState state={row.state} /> },
  { id: 'to', head: 'To', cell: (row) => row.to.join(', ') },
  { id: 'subject', head: 'Subject', main: true, cell: (row) => row.subject },
  { id: 'when', head: 'When', className: 'tnum', cell: (row) => showDateTime(row.sentOn ?? row.createdon) },
]

type Props = TablePageProps<MailRow>

/** The outbox, newest first. */
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
