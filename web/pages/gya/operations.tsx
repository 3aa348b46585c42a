import { listJobs, listUnsentMail, readOperations } from '@gya/domain/features/operations/operations.contract.ts'
import { IconMailCheck, IconRefresh, IconStack2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { OperationsSummary } from '../../features/operations/operations-summary.tsx'
import { JobsTable, UnsentMailTable } from '../../features/operations/operations-tables.tsx'
import { StuckWorkTable } from '../../features/operations/stuck-work-table.tsx'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'

const path = '/gya/operations'

/** /gya/operations: for the operator: jobs, unsent messages, deleted data, the version. */
export default function OperationsPage() {
  const view = useSearchParam('view')
  const ofMail = view === 'mail'
  const now = useCall(readOperations, {}, { keep: true })
  const queries = useQueryClient()
  const { data } = now
  return (
    <Page
      fill
      crumbs={[{ label: 'Operations' }]}
      title="Operations"
      actions={
        <Button icon={IconRefresh} pending={now.isFetching} onClick={() => void queries.invalidateQueries()}>
          Refresh
        </Button>
      }
      tabs={{
        label: 'Operations',
        items: [
          { label: 'Jobs', to: `${path}?view=jobs`, current: !ofMail, count: data && sumOf(data.jobs) },
          { label: 'E-mails', to: `${path}?view=mail`, current: ofMail, count: data && sumOf(data.mail) },
          { label: 'Audit', to: '/gya/audit', current: false },
          ...(data?.isDemo ? [{ label: 'Demo receiver', to: '/gya/demo-receiver', current: false }] : []),
        ],
      }}
    >
      <OperationsSummary now={data} />
      {ofMail ? (
        <Unsent />
      ) : (
        <>
          <StuckWorkTable stuck={data?.stuck} error={data ? undefined : now.error?.message} onRetry={() => void now.refetch()} />
          <Jobs />
        </>
      )}
    </Page>
  )
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

function Jobs() {
  const list = useListParams('jobs')
  const { itemsPerPage, currentPage } = list.query
  const jobs = useCall(listJobs, { query: { itemsPerPage, currentPage } }, { keep: true })
  return (
    <JobsTable
      {...pagedTableProps(jobs)}
      onPage={list.setPage}
      onPageSize={list.setSize}
      empty={
        <NoRows list={{ ...list, q: '' }} count={jobs.data?.paging.count} notFound="">
          <EmptyState title="No job waits, runs or has failed" icon={IconStack2}>
            Background jobs are listed here until they are done.
          </EmptyState>
        </NoRows>
      }
    />
  )
}

function Unsent() {
  const list = useListParams('unsent')
  const { itemsPerPage, currentPage } = list.query
  const mail = useCall(listUnsentMail, { query: { itemsPerPage, currentPage } }, { keep: true })
  return (
    <UnsentMailTable
      {...pagedTableProps(mail)}
      onPage={list.setPage}
      onPageSize={list.setSize}
      empty={
        <NoRows list={{ ...list, q: '' }} count={mail.data?.paging.count} notFound="">
          <EmptyState title="Every e-mail has been sent" icon={IconMailCheck}>
            Those that wait or have failed stand here. All of them are in the mailbox.
          </EmptyState>
        </NoRows>
      }
    />
  )
}
