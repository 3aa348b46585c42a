import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listCorrespondence } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { type ReactNode, useContext } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { propertyOnScreen } from '../../lib/recent-places.ts'
import { DialogsContext, useCanOpen } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { isNotFound, ScopeNotFound, useRememberScope } from '../../lib/url-state/scope-not-found.tsx'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { usePanelParam } from '../../lib/url-state/use-panel-param.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PropertyHeader } from './property-header.tsx'
import { PropertyHeaderSkeleton, TabSkeleton } from './property-skeleton.tsx'
import { propertyTabs } from './property-tabs.ts'

export type WireProperty = Wire<typeof readProperty, 'response'>

export function useProperty() {
  const { company, branch, property } = useCurrentScope()
  const params = { companyId: company ?? '', branchId: branch ?? '', propertyId: property ?? '' }
  return { params, ...useCall(readProperty, { params }, { enabled: Boolean(company && branch && property) }) }
}

/** The open tasks of a sale. */
function useOpenTaskCount(companyId: string, propertyId: string): number | undefined {
  const mayView = useMay('day.view')
  const query = { propertyId, state: 'open', itemsPerPage: '1' } as const
  return useCall(listTasks, { params: { companyId }, query }, { enabled: mayView && propertyId !== '' }).data?.paging.count
}

/** The threads of e-mails of a sale. */
function useThreadCount(params: PropertyParams): number | undefined {
  const isReady = useMay('mail.view') && params.propertyId !== ''
  return useCall(listCorrespondence, { params, query: { itemsPerPage: '1' } }, { enabled: isReady }).data?.paging.count
}

/** The frame of every property page: header, tabs, and content once the property is loaded. */
export function PropertyPage({
  crumb,
  children,
}: {
  crumb: string
  children: (property: WireProperty, params: PropertyParams) => ReactNode
}) {
  const { data: property, error, refetch, params } = useProperty()
  const place = useCurrentScope()
  const to = useScopedPath()
  const canOpen = useCanOpen()
  const tasks = useOpenTaskCount(params.companyId, params.propertyId)
  const emails = useThreadCount(params)
  const mayWork = useMay('day.work')
  const mayEdit = useMay('property.edit')
  const days = usePanelParam('days')
  const { saleDays: saleDaysDialog, how: howDrawer } = useContext(DialogsContext)
  const how = useSearchParam('how')
  const setParams = useSetSearchParams()
  const counts = property && {
    viewings: property.viewings.length,
    offers: property.offers.length,
    notes: property.notes.count,
    emails,
    tasks,
    files: property.documents.length,
    fallOffs: property.saleResets.length,
  }
  const tabs = propertyTabs((path) => to(path), { counts, mayEdit })
    .map((tab) =>
      'items' in tab
        ? { ...tab, items: tab.items.filter((item) => item === 'line' || (item.to !== undefined && canOpen(item.to))) }
        : tab,
    )
    .filter((tab) => ('items' in tab ? tab.items.length > 0 : canOpen(tab.to)))
  useRememberScope(place, property !== undefined, error)
  const properties = { label: 'Properties', to: to('/company/properties') }
  if (place.property === undefined || (error && !property))
    return (
      <Page
        crumbs={[properties, { label: crumb }]}
        title={error && !isNotFound(error) ? (propertyOnScreen()?.line1 ?? 'Sale') : crumb}
      >
        {place.property === undefined ? (
          <EmptyState title="No property found." actions={<LinkButton to={properties.to}>Properties</LinkButton>}>
            Choose a property first, under Properties.
          </EmptyState>
        ) : isNotFound(error) ? (
          <ScopeNotFound title="No property found." way={properties} />
        ) : (
          error && <ReadFailed what="property" error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  if (!property)
    return (
      <Page
        crumbs={[{ label: 'Properties', to: to('/company/properties') }, { label: crumb }]}
        header={<PropertyHeaderSkeleton />}
        tabs={{ label: 'Property', items: tabs }}
      >
        <TabSkeleton tab={crumb} />
      </Page>
    )
  const { address } = property
  return (
    <Page
      crumbs={[
        { label: property.company.name, to: to('/company/properties') },
        { label: property.branch.name, to: to('/branch/report') },
        { label: address.line1, to: to('/property/edit') },
        { label: crumb },
      ]}
      header={<PropertyHeader property={property} params={params} onEditDays={mayWork ? days.show : undefined} />}
      tabs={{ label: 'Property', items: tabs }}
    >
      {children(property, params)}
      {how !== undefined &&
        howDrawer({
          scope: { companyId: params.companyId, branchId: params.branchId },
          company: property.company.name,
          onClose: () => setParams({ how: undefined }),
        })}
      {days.open && mayWork && saleDaysDialog({ property, params, onClose: days.hide })}
    </Page>
  )
}
