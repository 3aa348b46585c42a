import { useCanOpen } from '../../lib/screens.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { ViewLinks } from '../../ui/navigation/tabs.tsx'

type View = { label: string; path: string }

const Views = ({ label, views, current }: { label: string; views: readonly View[]; current: string }) => {
  const to = useScopedPath()
  const canOpen = useCanOpen()
  const shown = views.filter(({ path }) => canOpen(path))
  if (shown.length < 2) return null
  return (
    <div className="toolbar">
      <ViewLinks
        label={label}
        views={shown.map((view) => ({ label: view.label, to: to(view.path), current: view.path === current }))}
      />
    </div>
  )
}

/** "Tabs are Users, Add new user and Add existing user. The latter two are visible only to platform admin, company admin and branch admin." */
export const BranchUserViews = ({ current }: { current: string }) => (
  <Views
    label="Users"
    current={current}
    views={[
      { label: 'Users', path: '/branch/users' },
      { label: 'Add new user', path: '/branch/user-create' },
      { label: 'Add existing user', path: '/branch/existing-user' },
    ]}
  />
)

/** "/company/users: tab Users. /company/user-create: tab Create administrator." Administration document, section 2. */
export const CompanyUserViews = ({ current }: { current: string }) => (
  <Views
    label="Admins"
    current={current}
    views={[
      { label: 'Users', path: '/company/users' },
      { label: 'Create administrator', path: '/company/user-create' },
    ]}
  />
)

/** "/gya/users (Users list) and /gya/add-user (Create User), titled Manage administrators." */
export const PlatformUserViews = ({ current }: { current: string }) => (
  <Views
    label="Manage administrators"
    current={current}
    views={[
      { label: 'Users list', path: '/gya/users' },
      { label: 'Create User', path: '/gya/add-user' },
    ]}
  />
)
