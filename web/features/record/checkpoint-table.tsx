import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listCheckpoints } from '@gya/domain/features/record/record.contract.ts'
import { IconSignature } from '@tabler/icons-react'
import { useState } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'

type Row = Wire<typeof listCheckpoints, 'response'>['data'][number]

const sentWords = ({ mailedOn }: Row): string => (mailedOn ? showDateTime(mailedOn) : 'To nobody')

const columns: readonly Column<Row>[] = [
  { id: 'position', head: 'Up to entry', align: 'right', main: true, cell: ({ position }) => position.toLocaleString('en-GB') },
  { id: 'at', head: 'Signed', cell: ({ at }) => <span className="tnum">{showDateTime(at)}</span> },
  { id: 'mailedOn', head: 'E-mailed', cell: (row) => <span className="tnum">{sentWords(row)}</span> },
  { id: 'keyId', head: 'Key', cell: ({ keyId }) => <code>{keyId}</code> },
]

export function CheckpointTable({ companyId }: { companyId: string }) {
  const [page, setPage] = useState(0)
  const query = { itemsPerPage: '10', currentPage: String(page) }
  const list = useCall(listCheckpoints, { params: { companyId }, query }, { keep: true })
  return (
    <PagedTable
      {...pagedTableProps(list)}
      label="Checkpoints"
      columns={columns}
      rowKey={({ position }) => String(position)}
      asked={10}
      onPage={setPage}
      empty={
        <EmptyState title="No checkpoint yet" icon={IconSignature}>
          The first is signed tonight at 02:00 UTC, or with the first record file.
        </EmptyState>
      }
      card={(row) => (
        <>
          <div className="r1">
            <b>Up to entry {row.position.toLocaleString('en-GB')}</b>
            <span className="spacer" />
            <code>{row.keyId}</code>
          </div>
          <div className="r2 mut tnum">
            Signed {showDateTime(row.at)}, e-mailed {sentWords(row)}
          </div>
        </>
      )}
    />
  )
}
