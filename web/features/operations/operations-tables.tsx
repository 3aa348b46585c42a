import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type listJobs, type listUnsentMail, retryJob, retryMail } from '@gya/domain/features/operations/operations.contract.ts'
import { type ComponentProps, useCallback, useMemo } from 'react'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { jobLabel } from './job-label.ts'
import { jobRetried, mailRetried } from './operations.messages.ts'
import { type Retrying, useRetry } from './use-retry.ts'

type JobRow = Wire<typeof listJobs, 'response'>['data'][number]

const jobStates: Record<JobRow['state'], readonly [words: string, tone: TagTone]> = {
  failed: ['Failed', 'red'],
  running: ['Running', 'blue'],
  waiting: ['Waiting', 'grey'],
}

/** A waiting job with previous attempts has failed at least once. */
const JobStateTag = ({ row }: { row: JobRow }) =>
  row.state === 'waiting' && row.attempts > 0 ? (
    <Tag tone="amber">Waits after a failure</Tag>
  ) : (
    <Tag tone={jobStates[row.state][1]}>{jobStates[row.state][0]}</Tag>
  )

const RetryJobButton = ({ row, retry, retrying }: Retrying<JobRow> & { row: JobRow }) => (
  <Button
    size="s"
    aria-label={`Retry: ${jobLabel(row.name)}`}
    pending={retrying === row._id}
    disabledReason={row.state === 'running' ? 'It is running.' : null}
    onClick={() => retry(row)}
  >
    Retry
  </Button>
)

const attemptsText = ({ attempts, maxAttempts }: JobRow): string => `${attempts} of ${maxAttempts}`

const jobColumns = (retrying: Retrying<JobRow>): readonly Column<JobRow>[] => [
  { id: 'state', head: 'State', cell: (row) => <JobStateTag row={row} /> },
  { id: 'name', head: 'Job', main: true, cell: (row) => jobLabel(row.name) },
  { id: 'tries', head: 'Tries', className: 'tnum', cell: attemptsText },
  { id: 'error', head: 'Last error', cell: (row) => row.lastError ?? <span className="vh">None</span> },
  { id: 'added', head: 'Added', className: 'tnum', cell: (row) => showDateTime(row.createdon) },
  {
    id: 'next',
    head: 'Next try',
    className: 'tnum',
    cell: (row) => (row.state === 'waiting' ? showDateTime(row.runOn) : <span className="vh">None</span>),
  },
  { id: 'actions', head: '', headLabel: 'Actions', align: 'right', cell: (row) => <RetryJobButton row={row} {...retrying} /> },
]

type JobsTableProps = Omit<ComponentProps<typeof PagedTable<JobRow>>, 'label' | 'columns' | 'rowKey' | 'rowHref' | 'card'>

/** Failed jobs first. */
export function JobsTable(props: JobsTableProps) {
  const { save, overlay } = useSave(retryJob, jobRetried)
  const send = useCallback((jobId: string) => save({ params: { jobId } }), [save])
  const actions = useRetry<JobRow>(send)
  const columns = useMemo(() => jobColumns(actions), [actions])
  return (
    <>
      {overlay}
      <PagedTable
        {...props}
        label="Jobs"
        columns={columns}
        rowKey={(row) => row._id}
        card={(row) => (
          <>
            <div className="r1">
              <b>{jobLabel(row.name)}</b>
              <span className="spacer" />
              <JobStateTag row={row} />
            </div>
            <div className="r2">
              <span className="mut tnum">
                {attemptsText(row)} tries, {showDateTime(row.createdon)}
              </span>
              <span className="spacer" />
              <RetryJobButton row={row} {...actions} />
            </div>
            {row.lastError && <div className="r3 mut">{row.lastError}</div>}
          </>
        )}
      />
    </>
  )
}

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

/** E-mails that failed or are waiting, newest first. Recipients are masked and the text is not shown. */
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
