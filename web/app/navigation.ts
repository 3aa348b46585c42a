import {
  IconActivity,
  IconBuilding,
  IconBuildingStore,
  IconChartBar,
  IconHome,
  IconInbox,
  IconLayoutList,
  IconMail,
  IconPlus,
  IconSunHigh,
  IconTable,
  IconUsers,
} from '@tabler/icons-react'
import type { Me } from '../lib/session/session.tsx'
import type { NavItem } from './shell/shell.tsx'

const oneOf =
  (...paths: string[]) =>
  (path: string): boolean =>
    paths.includes(path)

/**
 * The items of the sidebar for the role of the user. `userOf`: the `of` parameter of /user-edit, which decides the section of
 * that page.
 */
export const navigation = (me: Me, userOf: string | undefined): NavItem[] => {
  const isUserOf = (of: unknown, path: string): boolean => path === '/user-edit' && userOf === of
  const isDashboard = oneOf('/branch/md', '/branch/week')
  const isCompanyList = oneOf('/company/properties', '/company/report')
  if (me.type === 'GYA_ADMIN')
    return [
      {
        label: 'Manage Companies',
        to: '/company/manage',
        icon: IconLayoutList,
        // Pages of a company, and the page that restores deleted data.
        isAt: (path) =>
          (/^\/(company|branch|property)\//.test(path) && path !== '/company/create') ||
          path === '/gya/deleted' ||
          path === '/gya/archives' ||
          (path === '/user-edit' && userOf !== 'platform'),
      },
      { label: 'Create Company', to: '/company/create', icon: IconPlus },
      {
        label: 'Manage Users',
        to: '/gya/users',
        icon: IconUsers,
        isAt: (path) => path === '/gya/users' || path === '/gya/add-user' || isUserOf('platform', path),
      },
      { label: 'Mailbox', to: '/gya/mailbox', icon: IconMail },
      {
        label: 'Operations',
        to: '/gya/operations',
        icon: IconActivity,
        isAt: oneOf('/gya/operations', '/gya/audit', '/gya/demo-receiver'),
      },
    ]
  return [
    { label: 'Today', to: '/today', icon: IconSunHigh, isAt: oneOf('/today', '/chase', '/updates') },
    { label: 'Mail', to: '/mail', icon: IconInbox },
    {
      label: 'Company',
      to: '/company/edit',
      icon: IconBuilding,
      isAt: (path) =>
        (path.startsWith('/company/') && !isCompanyList(path)) || (path === '/user-edit' && !isUserOf('branch', path)),
    },
    {
      label: 'Branches',
      to: '/branch/manage',
      icon: IconBuildingStore,
      isAt: (path) => (path.startsWith('/branch/') && !isDashboard(path)) || isUserOf('branch', path),
    },
    {
      label: 'Properties',
      to: '/company/properties',
      icon: IconHome,
      isAt: (path) => path === '/company/properties' || path.startsWith('/property/'),
    },
    { label: 'Company workflow', to: '/company/report', icon: IconTable },
    { label: 'Management dashboard', to: '/branch/md', icon: IconChartBar, isAt: isDashboard },
  ]
}
