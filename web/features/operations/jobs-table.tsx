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
const words: Readonly<Record<string, string>> = {
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
const nameOf = ({ name }: JobRow): string => words[name] ?? name

const states: Record<JobRow['state'], readonly [words: string, tone: TagTone]> = {
  failed: ['Failed', 'red'],
  running: ['Running', 'blue'],
  waiting: ['Waiting', 'grey'],
}

/** One that was tried and waits for its next try has a fault already. */
const State = ({ row }: { row: JobRow }) =>
  row.state === 'waiting' && row.attempts > 0 ? (
    <Tag tone="amber">Waits after a failure</Tag>
  ) : (
    <Tag tone={states[row.state][1]}>{states[row.state][0]}</Tag>
  )

const Retry = ({ row, retry, retrying }: Retrying<JobRow> & { row: JobRow }) => (
  <Button
    size="s"
    aria-label={`Retry: ${nameOf(row)}`}
    pending={retrying === row._id}
    disabledReason={row.state === 'running' ? 'It is running.' : null}
    onClick={() => retry(row)}
  >
    Retry
  </Button>
)

const tries = ({ attempts, maxAttempts }: JobRow): string => `${attempts} of ${maxAttempts}`

const columnsFor = (retrying: Retrying<JobRow>): readonly Column<JobRow>[] => [
  { id: 'state', head: 'State', cell: (row) => <State row={row} /> },
  { id: 'name', head: 'Job', main: true, cell: nameOf },
  { id: 'tries', head: 'Tries', className: 'tnum', cell: tries },
  { id: 'error', head: 'Last error', cell: (row) => row.lastError ?? <span className="vh">None</span> },
  { id: 'added', head: 'Added', className: 'tnum', cell: (row) => showDateTime(row.createdon) },
  {
    id: 'next',
    head: 'Next try',
    className: 'tnum',
    cell: (row) => (row.state === 'waiting' ? showDateTime(row.runOn) : <span className="vh">None</span>),
  },
  { id: 'actions', head: '', headLabel: 'Actions', align: 'right', cell: (row) => <Retry row={row} {...retrying} /> },
]

type Props = Omit<ComponentProps<typeof PagedTable<JobRow>>, 'label' | 'columns' | 'rowKey' | 'rowHref' | 'card'>

/** The jobs of the queue, those that failed for good first. */
export function JobsTable(props: Props) {
  const { save, overlay } = useSave(retryJob, jobRetried)
  const send = useCallback((jobId: string) => save({ params: { jobId } }), [save])
  const actions = useRetry<JobRow>(send)
  const columns = useMemo(() => columnsFor(actions), [actions])
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
              <b>{nameOf(row)}</b>
              <span className="spacer" />
              <State row={row} />
            </div>
            <div className="r2">
              <span className="mut tnum">
                {tries(row)} tries, {showDateTime(row.createdon)}
              </span>
              <span className="spacer" />
              <Retry row={row} {...actions} />
            </div>
            {row.lastError && <div className="r3 mut">{row.lastError}</div>}
          </>
        )}
      />
    </>
  )
}
