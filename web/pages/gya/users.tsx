import { listPlatformAdministrators } from '@gya/domain/features/members/members.contract.ts'
import { platformUserViews } from '../../features/members/member-scope.ts'
import { MembersList } from '../../features/members/members-list.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** /gya/users: the platform admins. */
export default function PlatformUsersPage() {
  const list = useListParams('platform-users')
  const members = useCall(listPlatformAdministrators, { query: list.query }, { keep: true })
  return (
    <Page fill crumbs={[{ label: 'Manage administrators' }]} title="Manage administrators" count={members.data?.paging.count}>
      <ScreenViewLinks of={platformUserViews} current="/gya/users" />
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
