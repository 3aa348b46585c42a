import { showDateTime } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listPropertyMail } from '@gya/domain/features/mail/mail.contract.ts'
import { useState } from 'react'
import './email-dialog.css'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import '../../ui/styles/running-text.css'
import type { Column } from '../../ui/table/table-column.ts'
import { MailState } from '../common/mail-state.tsx'

type Sent = Wire<typeof listPropertyMail, 'response'>['data'][number]

/** Such as "a@x.example · CC b@x.example" */
const recipients = ({ to, cc, bcc }: Sent): string =>
  [to.join(', '), cc.length > 0 && `CC ${cc.join(', ')}`, bcc.length > 0 && `BCC ${bcc.join(', ')}`].filter(Boolean).join(' · ')

/** The mail server's error: the refused recipients, or why the message is queued. */
const DeliveryError = ({ mail }: { mail: Sent }) => {
  const words =
    mail.refused.length > 0
      ? mail.refused.map(({ email, because }) => `${email} was refused: ${because}`).join('\n')
      : mail.lastError
  return words ? <p className="sent-refused">{words}</p> : null
}

/** An e-mail without a sender was sent by a rule. */
export const senderOf = ({ sentBy }: Pick<Sent, 'sentBy'>): string => sentBy ?? 'Automatic'

const columns: readonly Column<Sent>[] = [
  { id: 'state', head: 'State', cell: (row) => <MailState state={row.state} /> },
  {
    id: 'subject',
    head: 'Subject',
    main: true,
    className: 'running',
    cell: (row) => (
      <>
        {row.subject}
        <small className="mut">{row.attachments.join(', ')}</small>
        <DeliveryError mail={row} />
      </>
    ),
  },
  { id: 'to', head: 'To', className: 'running', cell: recipients },
  { id: 'by', head: 'Sent by', cell: senderOf },
  { id: 'when', head: 'When', className: 'tnum', cell: (row) => showDateTime(row.sentOn ?? row.createdon) },
]

/** The e-mails sent from a property with their states; hidden if there are none. */
export function SentList({ params }: { params: PropertyParams }) {
  const [page, setPage] = useState(0)
  const sent = useCall(listPropertyMail, { params, query: { itemsPerPage: '10', currentPage: String(page) } }, { keep: true })
  if (sent.data?.paging.count === 0) return null
  return (
    <section className="sent" aria-labelledby="sent-title">
      <h2 id="sent-title">Sent</h2>
      <PagedTable
        label="Sent e-mails"
        className="running-rows"
        columns={columns}
        {...pagedTableProps(sent)}
        rowKey={(row) => row._id}
        onPage={setPage}
        card={(row) => (
          <>
            <div className="r1">
              <b>{row.subject}</b>
              <span className="spacer" />
              <MailState state={row.state} />
            </div>
            <p className="running mut">{recipients(row)}</p>
            <DeliveryError mail={row} />
            <div className="r2">
              <span className="mut tnum">
                {showDateTime(row.sentOn ?? row.createdon)}, {senderOf(row)}
              </span>
            </div>
          </>
        )}
      />
    </section>
  )
}
