import { addressLine } from '@gya/domain/common/address-line.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { IconBuildingStore, IconHistory, IconMessagePlus, IconTable } from '@tabler/icons-react'
import { type ReactNode, useContext, useState } from 'react'
import { propertyPhotoUrl, userAvatarUrl } from '../../lib/api/picture-urls.ts'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { howAddress } from '../../lib/how-button.tsx'
import { DialogsContext, useCanOpen } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { today } from '../../lib/today.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { isNotFound, ScopeNotFound, useRememberScope } from '../../lib/url-state/scope-not-found.tsx'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { usePanelParam } from '../../lib/url-state/use-panel-param.ts'
import { Button, IconButton, IconLinkButton, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { IconComponent } from '../../ui/icon.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { chainStates } from '../common/chain-light.tsx'
import { CallStrip } from './call-strip.tsx'
import { PropertyHeader, propertyTabs } from './property-header.tsx'
import { PropertyHeaderSkeleton, TabSkeleton } from './property-skeleton.tsx'
import { exchangeFactOf, forecastFactOf, nextWarningText } from './property-values.ts'

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

const progressorOf = ({ contacts: { bStaff } }: WireProperty) =>
  bStaff && { name: bStaff.name, avatarUrl: userAvatarUrl({ _id: bStaff._id, avatar: bStaff.avatar ?? null }) }

/** "Property header action 'Add a note' opens the create dialog" */
function AddNoteButton({ property, params }: { property: WireProperty; params: PropertyParams }) {
  const { newNote } = useContext(DialogsContext)
  const mayEdit = useMay('property.edit')
  const [adding, setAdding] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button icon={IconMessagePlus} aria-haspopup="dialog" onClick={() => setAdding(true)}>
        Add a note
      </Button>
      {adding && newNote({ params, steps: property.timeline.data, onClose: () => setAdding(false) })}
    </>
  )
}

function HistoryButton({ property, params, compact }: { property: WireProperty; params: PropertyParams; compact: boolean }) {
  const { history } = useContext(DialogsContext)
  const panel = usePanelParam('history')
  return (
    <>
      {compact ? (
        <IconButton label="History" icon={IconHistory} variant="quiet" aria-haspopup="dialog" onClick={panel.show} />
      ) : (
        <Button icon={IconHistory} variant="quiet" aria-haspopup="dialog" onClick={panel.show}>
          History
        </Button>
      )}
      {panel.open && history({ params, address: property.address.line1, onClose: panel.hide })}
    </>
  )
}

type HeaderLinkProps = { compact: boolean; to: string; icon: IconComponent; label: string }

const HeaderLink = ({ compact, to, icon, label }: HeaderLinkProps) =>
  compact ? (
    <IconLinkButton to={to} icon={icon} label={label} variant="quiet" />
  ) : (
    <LinkButton to={to} variant="quiet">
      {label}
    </LinkButton>
  )

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
  const { data: figures } = useCall(readSaleForecast, { params, query: {} }, { enabled: property?.phase === 'sold' })
  const mayWork = useMay('day.work')
  const mayEdit = useMay('property.edit')
  const [editingDays, setEditingDays] = useState(false)
  const { saleDays: saleDaysDialog, how: howDrawer } = useContext(DialogsContext)
  const how = useSearchParam('how')
  const setParams = useSetSearchParams()
  const counts = property && {
    viewings: property.viewings.length,
    offers: property.offers.length,
    notes: property.notes.count,
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
      <Page crumbs={[properties, { label: crumb }]} title={crumb}>
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
  const { address, mi } = property
  const forecast = forecastFactOf(figures?.forecast, howAddress('sale', params.propertyId, params.branchId))
  const saleDays = { exchange: exchangeFactOf(property, today()), onEditDays: mayWork ? () => setEditingDays(true) : undefined }
  return (
    <Page
      crumbs={[
        { label: property.company.name, to: to('/company/properties') },
        { label: property.branch.name, to: to('/branch/report') },
        { label: address.line1, to: to('/property/edit') },
        { label: crumb },
      ]}
      header={
        <>
          <PropertyHeader
            line1={address.line1}
            rest={addressLine({ ...address, line1: '' })}
            phase={property.phase}
            photoUrl={propertyPhotoUrl(params, property.logo, 'card')}
            askingPrice={mi.currentAskingPrice}
            agreedPrice={mi.agreedPrice}
            chain={chainStates[mi.chain]}
            warning={nextWarningText(property.timeline.info.nextWarning)}
            progressor={progressorOf(property)}
            {...saleDays}
            forecast={forecast}
            actions={(compact) => (
              <>
                <HeaderLink compact={compact} to={to('/branch/edit')} icon={IconBuildingStore} label="Go to branch" />
                <HeaderLink compact={compact} to={to('/branch/report')} icon={IconTable} label="Go to branch workflow" />
                <HistoryButton compact={compact} property={property} params={params} />
                <AddNoteButton property={property} params={params} />
              </>
            )}
          />
          <CallStrip property={property} params={params} />
        </>
      }
      tabs={{ label: 'Property', items: tabs }}
    >
      {children(property, params)}
      {how !== undefined &&
        howDrawer({
          scope: { companyId: params.companyId, branchId: params.branchId },
          company: property.company.name,
          onClose: () => setParams({ how: undefined }),
        })}
      {editingDays && saleDaysDialog({ property, params, onClose: () => setEditingDays(false) })}
    </Page>
  )
}
