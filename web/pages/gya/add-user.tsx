import { CreateMember } from '../../features/members/create-member.tsx'
import { platformUserViews } from '../../features/members/member-scope.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** /gya/add-user: a new platform admin. */
export default function PlatformAddUserPage() {
  return (
    <Page crumbs={[{ label: 'Manage administrators', to: '/gya/users' }, { label: 'Create User' }]} title="Manage administrators">
      <ScreenViewLinks of={platformUserViews} current="/gya/add-user" />
      <CreateMember scope={{ of: 'platform' }} />
    </Page>
  )
}
