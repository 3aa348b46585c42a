import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type listJobs, retryJob } from '@gya/domain/features/operations/operations.contract.ts'
import { type ComponentProps, useCallback, useMemo } from 'react'
import { useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { jobRetried } from './operations.messages.ts'
import { type Retrying, useRetry } from './use-retry.ts'

type JobRow = Wire<typeof listJobs, 'response'>['data'][number]

/** What the jobs of `server/tasks.ts` do; one that is not here is shown by its name. */
const jobLabels: Readonly<Record<string, string>> = {
  'send-mail': 'Send an e-mail',
  'forgot-password': 'Write the link for a new password',
  'derive-properties': 'Bring the rows of lists up to date',
  'update-fees': 'Recalculate expected fees',
  'check-document': 'Check a file for viruses',
  'report-pdf': 'Make the PDF of a report',
  'weekly-summaries': 'Write the weekly summaries',
  'sweep-files': 'Remove files that nothing refers to',
  'sweep-idempotency-keys': 'Remove idempotency keys that have expired',
  'sweep-sessions': 'Remove sessions that have ended',
  'sweep-deleted': 'End what was deleted 30 days ago',
}
const jobLabel = ({ name }: JobRow): string => jobLabels[name] ?? name

const jobStates: Record<JobRow['state'], readonly [words: string, tone: TagTone]> = {
  failed: ['Failed', 'red'],
  running: ['Running', 'blue'],
  waiting: ['Waiting', 'grey'],
}

/** One that was tried and waits for its next try has a fault already. */
const JobStateTag = ({ row }: { row: JobRow }) =>
  row.state === 'waiting' && row.attempts > 0 ? (
    <Tag tone="amber">Waits after a failure</Tag>
  ) : (
    <Tag tone={jobStates[row.state][1]}>{jobStates[row.state][0]}</Tag>
  )

const RetryJobButton = ({ row, retry, retrying }: Retrying<JobRow> & { row: JobRow }) => (
  <Button
    size="s"
    aria-label={`Retry: ${jobLabel(row)}`}
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
  { id: 'name', head: 'Job', main: true, cell: jobLabel },
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

/** The jobs of the queue, those that failed for good first. */
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
              <b>{jobLabel(row)}</b>
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
