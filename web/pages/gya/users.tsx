import { listPlatformAdministrators } from '@gya/domain/features/members/members.contract.ts'
import { PlatformUserViews } from '../../features/members/member-views.tsx'
import { MembersList } from '../../features/members/members-list.tsx'
import { Page } from '../../layouts/page.tsx'
import { useListParams } from '../../platform/list-address.ts'
import { useCall } from '../../platform/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The administrators of the platform. */
export default function PlatformUsersPage() {
  const list = useListParams('platform-users')
  const members = useCall(listPlatformAdministrators, { query: list.asked }, { keep: true })
  return (
    <Page fill crumbs={[{ label: 'Manage administrators' }]} title="Manage administrators" count={members.data?.paging.count}>
      <PlatformUserViews current="/gya/users" />
      <MembersList
        scope={{ of: 'platform' }}
        label="Users list"
        list={list}
        members={members}
        empty={<EmptyState title="No users yet">Create a platform administrator under Create User.</EmptyState>}
      />
    </Page>
  )
}
