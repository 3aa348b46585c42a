import { listDeleted } from '@gya/domain/features/deletion/deletion.contract.ts'
import { useState } from 'react'
import { CompanyViews } from '../../features/companies/companies-table.tsx'
import { type DeletedRow, DeletedTable, RestoreDialog } from '../../features/deletion/deleted-table.tsx'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'

/** /gya/deleted: restores data deleted in the last 30 days. */
export default function DeletedPage() {
  const list = useListParams('deleted')
  const [restoring, setRestoring] = useState<DeletedRow | null>(null)
  const [now] = useState(() => new Date().toISOString())
  const { itemsPerPage, currentPage } = list.query
  const deleted = useCall(listDeleted, { query: { itemsPerPage, currentPage } }, { keep: true })
  const count = deleted.data?.paging.count
  return (
    <Page fill crumbs={[{ label: 'Companies', to: '/company/manage' }, { label: 'Deleted' }]} title="Deleted" count={count}>
      <CompanyViews current="deleted" />
      <DeletedTable
        now={now}
        onRestore={setRestoring}
        {...pagedTableProps(deleted)}
        onPage={list.setPage}
        onPageSize={list.setSize}
        empty={
          <NoRows list={{ ...list, q: '' }} count={count} notFound="">
            <EmptyState title="Nothing was deleted in the last 30 days">
              Companies, branches, users and properties that are deleted stand here for 30 days and can be restored.
            </EmptyState>
          </NoRows>
        }
      />
      {restoring && <RestoreDialog row={restoring} onClose={() => setRestoring(null)} />}
    </Page>
  )
}
