import { MembersTable } from './members-table.tsx'
import './members-table.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listBranchMembers } from '@gya/domain/features/members/members.contract.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import type { ApiError } from '../../lib/api/call-api.ts'
import type { useListParams } from '../../lib/url-state/use-list-params.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'
import { type MemberScope } from './member-scope.ts'

type MembersListProps = {
  scope: MemberScope
  label: string
  list: ReturnType<typeof useListParams<never>>
  members: UseQueryResult<Wire<typeof listBranchMembers, 'response'>, ApiError>
  /** Additional filters, after the search. */
  filters?: ReactNode
  /** Number of filters that are set. */
  active?: number
  /** Shown if there are no users at all. */
  empty: ReactNode
}

export const MembersList = ({ scope, label, list, members, filters, active = 0, empty }: MembersListProps) => (
  <>
    <FilterBar
      active={active}
      search={
        <SearchField
          label="Search"
          className="grow"
          placeholder="Name or e-mail"
          maxLength={200}
          value={list.typed}
          onChange={list.setTyped}
        />
      }
    >
      {filters}
    </FilterBar>
    <MembersTable
      label={label}
      scope={scope}
      rows={members.data?.data}
      paging={members.data?.paging}
      onPage={list.setPage}
      onPageSize={list.setSize}
      busy={members.isPlaceholderData}
      error={members.data ? undefined : members.error?.message}
      onRetry={() => void members.refetch()}
      empty={
        <NoRows list={list} count={members.data?.paging.count} notFound="Nobody’s name or e-mail holds">
          {empty}
        </NoRows>
      }
    />
  </>
)
