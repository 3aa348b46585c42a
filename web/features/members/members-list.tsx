import type { Wire } from '@gya/domain/endpoint.ts'
import type { listBranchMembers } from '@gya/domain/features/members/members.contract.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../platform/api.ts'
import type { useListParams } from '../../platform/list-address.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { NoRows } from '../../ui/no-rows.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { MemberScope } from './member-scope.ts'
import { MembersTable } from './members-table.tsx'

type MembersListProps = {
  scope: MemberScope
  label: string
  list: ReturnType<typeof useListParams<never>>
  members: UseQueryResult<Wire<typeof listBranchMembers, 'response'>, ApiError>
  /** Behind the search: what narrows the list further. */
  filters?: ReactNode
  /** How many of them are set. */
  active?: number
  /** The EmptyState of a list that has nobody at all. */
  empty: ReactNode
}

/** A searchable, paged list of users. */
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
