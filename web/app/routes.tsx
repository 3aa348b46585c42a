import type { Permission } from '@gya/domain/access/permissions.ts'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { keepTypedValues } from '../lib/forms/page-failure.ts'
import { parseSearch, stringifySearch, validateSearch } from '../lib/url-state/search-params.ts'
import { Home } from '../pages/home.tsx'
import { PageFailed, PageNotFound } from '../pages/not-found.tsx'
import { RouteFailed } from '../pages/route-failed.tsx'
import { SignedIn } from './signed-in.tsx'

/** All screens. A page's code is loaded when it is first opened. */
export type Screen = {
  path: string
  permission: Permission
  title: string
  /** Of the register of customer checks, which a company may switch on. */
  isOfRegister?: true
  load: () => Promise<{ default: React.ComponentType }>
}

export const screens: readonly Screen[] = [
  { path: '/today', permission: 'day.view', title: 'Today', load: () => import('../pages/today.tsx') },
  {
    path: '/company/manage',
    permission: 'company.list',
    title: 'Manage Companies',
    load: () => import('../pages/company/manage.tsx'),
  },
  {
    path: '/company/create',
    permission: 'company.create',
    title: 'Create Company',
    load: () => import('../pages/company/create.tsx'),
  },
  { path: '/company/edit', permission: 'company.view', title: 'Company', load: () => import('../pages/company/edit.tsx') },
  {
    path: '/company/properties',
    permission: 'property.list',
    title: 'Properties',
    load: () => import('../pages/company/properties.tsx'),
  },
  {
    path: '/company/report',
    permission: 'report.view',
    title: 'Company workflow',
    load: () => import('../pages/company/report.tsx'),
  },
  {
    path: '/company/timeline',
    permission: 'template.edit',
    title: 'Company timeline',
    load: () => import('../pages/company/timeline.tsx'),
  },
  {
    path: '/company/today',
    permission: 'day.settings',
    title: 'Settings of Today',
    load: () => import('../pages/company/today.tsx'),
  },
  {
    path: '/company/templates',
    permission: 'day.settings',
    title: 'Templates',
    load: () => import('../pages/company/templates.tsx'),
  },
  {
    path: '/company/forecast-settings',
    permission: 'forecast.settings',
    title: 'Forecast settings',
    load: () => import('../pages/company/forecast-settings.tsx'),
  },
  {
    path: '/company/fall-offs',
    permission: 'company.edit',
    title: 'Reasons of fall offs',
    load: () => import('../pages/company/fall-offs.tsx'),
  },
  {
    path: '/company/gates',
    permission: 'gate.template',
    title: 'Gates',
    load: () => import('../pages/company/gates.tsx'),
  },
  {
    path: '/company/checks',
    permission: 'check.view',
    title: 'Checks',
    isOfRegister: true,
    load: () => import('../pages/company/checks.tsx'),
  },
  {
    path: '/company/sale-file',
    permission: 'sale-file.settings',
    title: 'Customer checks',
    load: () => import('../pages/company/sale-file.tsx'),
  },
  {
    path: '/company/support-access',
    permission: 'support-access.view',
    title: 'Support access',
    load: () => import('../pages/company/support-access.tsx'),
  },
  {
    path: '/company/connections',
    permission: 'api-key.manage',
    title: 'Connections',
    load: () => import('../pages/company/connections.tsx'),
  },
  {
    path: '/company/webhooks',
    permission: 'webhook.manage',
    title: 'Webhooks',
    load: () => import('../pages/company/webhooks.tsx'),
  },
  {
    path: '/company/webhook',
    permission: 'webhook.manage',
    title: 'Webhook',
    load: () => import('../pages/company/webhook.tsx'),
  },
  {
    path: '/company/applications',
    permission: 'app.manage',
    title: 'Applications',
    load: () => import('../pages/company/applications.tsx'),
  },
  {
    path: '/company/contacts',
    permission: 'contact.view',
    title: 'Contacts',
    load: () => import('../pages/company/contacts.tsx'),
  },
  {
    path: '/company/create-contact',
    permission: 'contact.edit',
    title: 'Create contact',
    load: () => import('../pages/company/create-contact.tsx'),
  },
  {
    path: '/company/pocs',
    permission: 'contact.view',
    title: 'Points of contact',
    load: () => import('../pages/company/pocs.tsx'),
  },
  {
    path: '/company/create-poc',
    permission: 'contact.edit',
    title: 'Create POC',
    load: () => import('../pages/company/create-poc.tsx'),
  },
  {
    path: '/company/personal-data',
    permission: 'personal-data.manage',
    title: 'Personal data',
    load: () => import('../pages/company/personal-data.tsx'),
  },
  {
    path: '/company/single-sign-on',
    permission: 'sign-in.policy',
    title: 'Single sign-on',
    load: () => import('../pages/company/single-sign-on.tsx'),
  },
  {
    path: '/company/forecast',
    permission: 'forecast.company',
    title: 'Forecast',
    load: () => import('../pages/company/forecast.tsx'),
  },
  {
    path: '/company/record',
    permission: 'record.verify',
    title: 'Record',
    load: () => import('../pages/company/record.tsx'),
  },
  {
    path: '/company/sign-in',
    permission: 'sign-in.policy',
    title: 'Sign-in',
    load: () => import('../pages/company/sign-in.tsx'),
  },
  { path: '/company/audit', permission: 'audit.view', title: 'Audit', load: () => import('../pages/company/audit.tsx') },
  { path: '/branch/manage', permission: 'branch.view', title: 'Branches', load: () => import('../pages/branch/manage.tsx') },
  { path: '/branch/create', permission: 'branch.create', title: 'Add Branch', load: () => import('../pages/branch/create.tsx') },
  { path: '/branch/edit', permission: 'branch.view', title: 'Branch', load: () => import('../pages/branch/edit.tsx') },
  {
    path: '/branch/timeline',
    permission: 'template.edit',
    title: 'Branch timeline',
    load: () => import('../pages/branch/timeline.tsx'),
  },
  {
    path: '/branch/templates',
    permission: 'task-template.edit',
    title: 'Templates',
    load: () => import('../pages/branch/templates.tsx'),
  },
  {
    path: '/branch/forecast',
    permission: 'forecast.view',
    title: 'Forecast',
    load: () => import('../pages/branch/forecast.tsx'),
  },
  {
    path: '/branch/proposals',
    permission: 'proposal.decide',
    title: 'Proposals',
    load: () => import('../pages/branch/proposals.tsx'),
  },
  { path: '/branch/mail', permission: 'mail.settings', title: 'E-mail', load: () => import('../pages/branch/mail.tsx') },
  { path: '/branch/report', permission: 'report.view', title: 'Workflow', load: () => import('../pages/branch/report.tsx') },
  {
    path: '/branch/md',
    permission: 'dashboard.view',
    title: 'Management dashboard',
    load: () => import('../pages/branch/md.tsx'),
  },
  { path: '/branch/week', permission: 'dashboard.view', title: 'Week', load: () => import('../pages/branch/week.tsx') },
  {
    path: '/property/manage',
    permission: 'property.list',
    title: 'Properties',
    load: () => import('../pages/property/manage.tsx'),
  },
  {
    path: '/property/create',
    permission: 'property.create',
    title: 'Create Property',
    load: () => import('../pages/property/create.tsx'),
  },
  { path: '/property/edit', permission: 'property.view', title: 'Manage', load: () => import('../pages/property/edit.tsx') },
  {
    path: '/property/mireport',
    permission: 'property.view',
    title: 'Info',
    load: () => import('../pages/property/mireport.tsx'),
  },
  {
    path: '/property/timeline',
    permission: 'property.timeline',
    title: 'Timeline',
    load: () => import('../pages/property/timeline.tsx'),
  },
  {
    path: '/property/askingprice',
    permission: 'property.view',
    title: 'Price',
    load: () => import('../pages/property/askingprice.tsx'),
  },
  {
    path: '/property/askingprice-create',
    permission: 'property.edit',
    title: 'Price',
    load: () => import('../pages/property/askingprice-create.tsx'),
  },
  { path: '/property/offers', permission: 'property.view', title: 'Offers', load: () => import('../pages/property/offers.tsx') },
  {
    path: '/property/offer-create',
    permission: 'property.edit',
    title: 'Add offer',
    load: () => import('../pages/property/offer-create.tsx'),
  },
  {
    path: '/property/viewings',
    permission: 'property.view',
    title: 'Viewings',
    load: () => import('../pages/property/viewings.tsx'),
  },
  {
    path: '/property/viewing-create',
    permission: 'property.edit',
    title: 'Add Viewing',
    load: () => import('../pages/property/viewing-create.tsx'),
  },
  {
    path: '/property/relaunches',
    permission: 'property.view',
    title: 'Relaunches',
    load: () => import('../pages/property/relaunches.tsx'),
  },
  {
    path: '/property/relaunch-create',
    permission: 'property.edit',
    title: 'Add Relaunch',
    load: () => import('../pages/property/relaunch-create.tsx'),
  },
  {
    path: '/property/contacts',
    permission: 'property.view',
    title: 'Contacts',
    load: () => import('../pages/property/contacts.tsx'),
  },
  { path: '/property/chain', permission: 'property.view', title: 'Chain', load: () => import('../pages/property/chain.tsx') },
  {
    path: '/property/notes',
    permission: 'property.view',
    title: 'Notes',
    load: () => import('../pages/property/notes.tsx'),
  },
  {
    path: '/property/emails',
    permission: 'mail.view',
    title: 'E-mails',
    load: () => import('../pages/property/emails.tsx'),
  },
  { path: '/property/tasks', permission: 'day.view', title: 'Tasks', load: () => import('../pages/property/tasks.tsx') },
  {
    path: '/property/fall-offs',
    permission: 'property.view',
    title: 'Fall Offs',
    load: () => import('../pages/property/fall-offs.tsx'),
  },
  {
    path: '/property/forecast',
    permission: 'forecast.view',
    title: 'Forecast',
    load: () => import('../pages/property/forecast.tsx'),
  },
  {
    path: '/property/checks',
    permission: 'property.view',
    title: 'Checks',
    isOfRegister: true,
    load: () => import('../pages/property/checks.tsx'),
  },
  {
    path: '/property/record',
    permission: 'record.view',
    title: 'Record',
    load: () => import('../pages/property/record.tsx'),
  },
  {
    path: '/property/referrals',
    permission: 'property.view',
    title: 'Referrals',
    load: () => import('../pages/property/referrals.tsx'),
  },
  {
    path: '/company/users',
    permission: 'company-admin.edit',
    title: 'Admins',
    load: () => import('../pages/company/users.tsx'),
  },
  {
    path: '/company/user-create',
    permission: 'company-admin.edit',
    title: 'Create administrator',
    load: () => import('../pages/company/user-create.tsx'),
  },
  {
    path: '/company/imports',
    permission: 'import.manage',
    title: 'Imports',
    load: () => import('../pages/company/imports.tsx'),
  },
  {
    path: '/company/export',
    permission: 'archive.export',
    title: 'Export everything',
    load: () => import('../pages/company/export.tsx'),
  },
  { path: '/company/import', permission: 'import.manage', title: 'Import', load: () => import('../pages/company/import.tsx') },
  { path: '/company/areas', permission: 'area.edit', title: 'Areas', load: () => import('../pages/company/areas.tsx') },
  { path: '/branch/users', permission: 'member.view', title: 'Users', load: () => import('../pages/branch/users.tsx') },
  {
    path: '/branch/user-create',
    permission: 'member.add',
    title: 'Add new user',
    load: () => import('../pages/branch/user-create.tsx'),
  },
  {
    path: '/branch/existing-user',
    permission: 'member.add',
    title: 'Add existing user',
    load: () => import('../pages/branch/existing-user.tsx'),
  },
  { path: '/user-edit', permission: 'member.manage', title: 'User', load: () => import('../pages/user-edit.tsx') },
  {
    path: '/gya/users',
    permission: 'platform-admin.edit',
    title: 'Manage administrators',
    load: () => import('../pages/gya/users.tsx'),
  },
  {
    path: '/gya/add-user',
    permission: 'platform-admin.edit',
    title: 'Manage administrators',
    load: () => import('../pages/gya/add-user.tsx'),
  },
  {
    path: '/property/documents',
    permission: 'property.view',
    title: 'Files',
    load: () => import('../pages/property/documents.tsx'),
  },
  {
    path: '/property/memo',
    permission: 'property.view',
    title: 'Memorandum of sale',
    load: () => import('../pages/property/memo.tsx'),
  },
  { path: '/updates', permission: 'day.view', title: 'Updates', load: () => import('../pages/updates.tsx') },
  { path: '/mail', permission: 'mail.file', title: 'Mail', load: () => import('../pages/mail.tsx') },
  { path: '/chase', permission: 'day.view', title: 'Call card', load: () => import('../pages/chase.tsx') },
  { path: '/connect', permission: 'app.own', title: 'Connect an application', load: () => import('../pages/connect.tsx') },
  { path: '/profile', permission: 'account.use', title: 'Profile', load: () => import('../pages/profile.tsx') },
  { path: '/gya/deleted', permission: 'deleted.restore', title: 'Deleted', load: () => import('../pages/gya/deleted.tsx') },
  {
    path: '/gya/archives',
    permission: 'archive.restore',
    title: 'Read an archive',
    load: () => import('../pages/gya/archives.tsx'),
  },
  { path: '/gya/mailbox', permission: 'mailbox.read', title: 'Mailbox', load: () => import('../pages/gya/mailbox.tsx') },
  {
    path: '/gya/operations',
    permission: 'operations.view',
    title: 'Operations',
    load: () => import('../pages/gya/operations.tsx'),
  },
  {
    path: '/gya/demo-receiver',
    permission: 'operations.view',
    title: 'Demo receiver',
    load: () => import('../pages/gya/demo-receiver.tsx'),
  },
  { path: '/gya/audit', permission: 'operations.view', title: 'Audit', load: () => import('../pages/gya/audit.tsx') },
]

const root = createRootRoute({ validateSearch, component: SignedIn, notFoundComponent: PageNotFound, errorComponent: PageFailed })
/** A page that fails is replaced inside the shell; the error component of the root is for the shell itself. */
const whenFailed = { errorComponent: RouteFailed, onCatch: keepTypedValues }
const home = createRoute({ getParentRoute: () => root, path: '/', component: Home, ...whenFailed })
const pages = screens.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load),
    // The router also takes a slash at the end of an address for the page.
    beforeLoad: ({ location }) => {
      if (location.pathname !== path) throw notFound()
    },
    ...whenFailed,
  }),
)

export const router = createRouter({
  routeTree: root.addChildren([home, ...pages]),
  parseSearch,
  stringifySearch,
  // "All routes are exact-match." [administration §2](docs/design/administration.md#2).
  caseSensitive: true,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
