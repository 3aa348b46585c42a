import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type listUnsentMail, retryMail } from '@gya/domain/features/operations/operations.contract.ts'
import { type ComponentProps, useCallback, useMemo } from 'react'
import { useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { mailRetried } from './operations.messages.ts'
import { type Retrying, useRetry } from './use-retry.ts'

type UnsentMailRow = Wire<typeof listUnsentMail, 'response'>['data'][number]

const MailStateTag = ({ row }: { row: UnsentMailRow }) =>
  row.state === 'failed' ? <Tag tone="red">Failed</Tag> : <Tag tone={row.attempts > 0 ? 'amber' : 'grey'}>Waiting</Tag>

const recipients = (row: UnsentMailRow): string => row.to.join(', ')

const RetryMailButton = ({ row, retry, retrying }: Retrying<UnsentMailRow> & { row: UnsentMailRow }) =>
  row.state === 'failed' ? (
    <Button
      size="s"
      aria-label={`Retry the e-mail to ${recipients(row)}`}
      pending={retrying === row._id}
      disabledReason={row.whyNotRetry}
      onClick={() => retry(row)}
    >
      Retry
    </Button>
  ) : null

const mailColumns = (retrying: Retrying<UnsentMailRow>): readonly Column<UnsentMailRow>[] => [
  { id: 'state', head: 'State', cell: (row) => <MailStateTag row={row} /> },
  { id: 'to', head: 'To', main: true, cell: recipients },
  { id: 'company', head: 'Company', cell: (row) => row.company ?? <span className="vh">None</span> },
  { id: 'tries', head: 'Tries', className: 'tnum', cell: (row) => row.attempts },
  { id: 'error', head: 'Last error', cell: (row) => row.lastError ?? <span className="vh">None</span> },
  { id: 'when', head: 'Written', className: 'tnum', cell: (row) => showDateTime(row.createdon) },
  { id: 'actions', head: '', headLabel: 'Actions', align: 'right', cell: (row) => <RetryMailButton row={row} {...retrying} /> },
]

type UnsentMailTableProps = Omit<
  ComponentProps<typeof PagedTable<UnsentMailRow>>,
  'label' | 'columns' | 'rowKey' | 'rowHref' | 'card'
>

/** The messages that failed or wait, the newest first; whom they are for is masked, what they say is not shown. */
export function UnsentMailTable(props: UnsentMailTableProps) {
  const { save, overlay } = useSave(retryMail, mailRetried)
  const send = useCallback((mailId: string) => save({ params: { mailId } }), [save])
  const actions = useRetry<UnsentMailRow>(send)
  const columns = useMemo(() => mailColumns(actions), [actions])
  return (
    <>
      {overlay}
      <PagedTable
        {...props}
        label="E-mails"
        columns={columns}
        rowKey={(row) => row._id}
        card={(row) => (
          <>
            <div className="r1">
              <b>{recipients(row)}</b>
              <span className="spacer" />
              <MailStateTag row={row} />
            </div>
            <div className="r2">
              <span className="mut tnum">{[row.company, showDateTime(row.createdon)].filter(Boolean).join(', ')}</span>
              <span className="spacer" />
              <RetryMailButton row={row} {...actions} />
            </div>
            {row.lastError && <div className="r3 mut">{row.lastError}</div>}
          </>
        )}
      />
    </>
  )
}
