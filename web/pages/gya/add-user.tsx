import { CreateMember } from '../../features/members/create-member.tsx'
import { PlatformUserViews } from '../../features/members/member-views.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** A new administrator of the platform. */
export default function PlatformAddUserPage() {
  return (
    <Page crumbs={[{ label: 'Manage administrators', to: '/gya/users' }, { label: 'Create User' }]} title="Manage administrators">
      <PlatformUserViews current="/gya/add-user" />
      <CreateMember scope={{ of: 'platform' }} />
    </Page>
  )
}
