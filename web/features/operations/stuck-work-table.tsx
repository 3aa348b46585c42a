import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type readOperations, retryStuckWork } from '@gya/domain/features/operations/operations.contract.ts'
import { useCallback, useMemo } from 'react'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { jobLabel } from './job-label.ts'
import { stuckWorkRetried } from './operations.messages.ts'
import { type Retrying, useRetry } from './use-retry.ts'

type StuckWork = Wire<typeof readOperations, 'response'>['stuck'][number]
type Row = StuckWork & { _id: string }

const idOf = ({ job, key }: StuckWork): string => JSON.stringify([job, key])

const TryAgainButton = ({ row, retry, retrying }: Retrying<Row> & { row: Row }) => (
  <Button size="s" aria-label={`Try again: ${jobLabel(row.job)}`} pending={retrying === row._id} onClick={() => retry(row)}>
    Try again
  </Button>
)

const columns = (retrying: Retrying<Row>): readonly Column<Row>[] => [
  { id: 'job', head: 'Job', main: true, cell: (row) => jobLabel(row.job) },
  { id: 'company', head: 'Company', className: 'wraps', cell: (row) => row.company ?? <span className="vh">None</span> },
  { id: 'since', head: 'Since', className: 'tnum', cell: (row) => showDateTime(row.since) },
  { id: 'tries', head: 'Tries', className: 'tnum', cell: (row) => row.attempts },
  { id: 'error', head: 'Error', className: 'wraps', cell: (row) => row.lastError },
  { id: 'actions', head: '', headLabel: 'Actions', align: 'right', cell: (row) => <TryAgainButton row={row} {...retrying} /> },
]

type Props = { stuck: readonly StuckWork[] | undefined; error: string | undefined; onRetry: () => void }

/** Items of jobs that failed ten times and are no longer tried. */
export function StuckWorkTable({ stuck, error, onRetry }: Props) {
  const { save, overlay } = useSave(retryStuckWork, stuckWorkRetried)
  const send = useCallback(
    (id: string) => {
      const [job, key] = JSON.parse(id) as [string, string]
      return save({ body: { job, key } })
    },
    [save],
  )
  const actions = useRetry<Row>(send)
  const laid = useMemo(() => columns(actions), [actions])
  const rows = useMemo(() => stuck?.map((row) => ({ ...row, _id: idOf(row) })), [stuck])
  return (
    <>
      {overlay}
      <PagedTable
        className="stuck-work"
        label="Stuck work"
        above={<b>Stuck work</b>}
        columns={laid}
        rows={rows}
        asked={1}
        error={error}
        onRetry={onRetry}
        rowKey={(row) => row._id}
        empty={<p className="none mut">Nothing is stuck.</p>}
        card={(row) => (
          <>
            <div className="r1">
              <b>{jobLabel(row.job)}</b>
              <span className="spacer" />
              <TryAgainButton row={row} {...actions} />
            </div>
            <div className="r2 mut tnum">
              {[row.company, `${row.attempts} tries`, `since ${showDateTime(row.since)}`].filter(Boolean).join(', ')}
            </div>
            <div className="r3 mut">{row.lastError}</div>
          </>
        )}
      />
    </>
  )
}
