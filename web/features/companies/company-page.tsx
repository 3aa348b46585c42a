import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import type { ReactNode } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCanOpen } from '../../lib/screens.ts'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { isNotFound, ScopeNotFound, useRememberScope } from '../../lib/url-state/scope-not-found.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, type PageProps } from '../../ui/layout/page.tsx'
import type { Crumb } from '../../ui/navigation/breadcrumbs.tsx'
import type { MenuTab, Tab } from '../../ui/navigation/tabs.tsx'

type Props = Omit<PageProps, 'crumbs' | 'tabs' | 'children' | 'header'> & {
  crumb: string
  /** Breadcrumbs between the company and this page. */
  under?: readonly Crumb[] | undefined
  children: ReactNode
}

/** The company in scope; no request while none is selected. */
export function useCompany() {
  const { company } = useCurrentScope()
  return useCall(readCompany, { params: { companyId: company ?? '' } }, { enabled: company !== undefined })
}

/** The frame of a company page: breadcrumbs, tabs by role ([administration §2](docs/design/administration.md#2), screen 3), content. */
export function CompanyPage({ crumb, under = [], children, ...page }: Props) {
  const { data: company, error, refetch } = useCompany()
  const me = useMe()
  const scope = useCurrentScope()
  const to = useScopedPath()
  const canOpen = useCanOpen()
  const canAdd = useMay('branch.create')
  const isAdministrator = useMay('company.edit')
  const canExport = useMay('archive.export')
  useRememberScope({ company: scope.company }, company !== undefined, error)
  const missing = scope.company === undefined || (company === undefined && isNotFound(error))
  const tabs: (Tab | MenuTab)[] = [
    { label: 'Company', to: to('/company/edit') },
    { label: 'Branches', to: to('/branch/manage') },
    ...(canAdd ? [{ label: 'Add Branch', to: to('/branch/create') }] : []),
    { label: 'Properties', to: to('/company/properties') },
    {
      label: 'Contacts',
      to: to('/company/contacts'),
      also: ['/company/create-contact', '/company/pocs', '/company/create-poc'],
    },
    { label: 'Workflow', to: to('/company/report') },
    { label: 'Forecast', to: to('/company/forecast') },
    { label: 'Checks', to: to('/company/checks') },
    ...(isAdministrator
      ? [
          { label: 'Admins', to: to('/company/users'), also: ['/company/user-create', '/company/areas', '/user-edit'] },
          { label: 'Timeline', to: to('/company/timeline') },
          {
            label: 'Settings',
            items: [
              { label: 'Templates', to: to('/company/templates') },
              { label: 'Today', to: to('/company/today') },
              { label: 'Forecast', to: to('/company/forecast-settings') },
              { label: 'Fall offs', to: to('/company/fall-offs') },
              { label: 'Gates', to: to('/company/gates') },
              { label: 'Customer checks', to: to('/company/sale-file') },
              { label: 'Connections', to: to('/company/connections') },
              { label: 'Sign-in', to: to('/company/sign-in') },
              { label: 'Support access', to: to('/company/support-access') },
              { label: 'Imports', to: to('/company/imports') },
            ],
            also: [
              '/company/single-sign-on',
              '/company/import',
              '/company/webhooks',
              '/company/webhook',
              '/company/applications',
            ],
          },
          {
            label: 'Records',
            items: [
              { label: 'Record', to: to('/company/record') },
              { label: 'Audit', to: to('/company/audit') },
              { label: 'Personal data', to: to('/company/personal-data') },
              ...(canExport ? [{ label: 'Export everything', to: to('/company/export') }] : []),
            ],
          },
        ]
      : []),
  ]
  return (
    <Page
      {...page}
      {...(missing ? { title: crumb, count: undefined, beside: undefined, actions: undefined } : {})}
      crumbs={
        missing
          ? [{ label: crumb }]
          : [{ label: company?.name ?? me.company?.name ?? 'Company', to: to('/company/edit') }, ...under, { label: crumb }]
      }
      tabs={
        missing
          ? undefined
          : { label: 'Company', items: tabs.filter((tab) => ('items' in tab ? tab.items.length > 0 : canOpen(tab.to))) }
      }
    >
      {scope.company === undefined ? (
        <EmptyState title="No company found." actions={<LinkButton to="/company/manage">Manage Companies</LinkButton>}>
          Choose a company first, under Manage Companies.
        </EmptyState>
      ) : missing ? (
        <ScopeNotFound
          title="No company found."
          way={
            me.company ? { label: 'Properties', to: '/company/properties' } : { label: 'Manage Companies', to: '/company/manage' }
          }
        />
      ) : error && !company ? (
        <ReadFailed what="company" error={error} onRetry={() => void refetch()} />
      ) : (
        children
      )}
    </Page>
  )
}
