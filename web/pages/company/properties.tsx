import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { CompanyPage, useCompany } from '../../features/companies/company-page.tsx'
import { noPropertiesText } from '../../features/properties/properties.messages.ts'
import { PropertiesList } from '../../features/properties/properties-list.tsx'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { useLocalStorage } from '../../lib/storage/use-local-storage.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { MenuOn } from '../../ui/overlays/menu.tsx'

type Branch = { _id: string; name: string }

const SetupList = lazy(() => import('../../features/setup/setup-list.tsx'))

/** Adds a property to the only branch, or to a selected one. */
const AddProperty = ({ branches }: { branches: readonly Branch[] }) => {
  const to = useScopedPath()
  const canAdd = useMay('property.create')
  const items = branches.map((branch) => ({ label: branch.name, to: to('/property/create', { branch: branch._id }) }))
  const [first] = items
  if (!canAdd || !first) return null
  return items.length === 1 ? (
    <LinkButton to={first.to} variant="primary" icon={IconPlus}>
      Add Property
    </LinkButton>
  ) : (
    <MenuOn
      label="Add Property to a branch"
      items={items}
      align="end"
      trigger={(props) => (
        <Button {...props} variant="primary" icon={IconPlus} iconAfter={IconChevronDown}>
          Add Property
        </Button>
      )}
    />
  )
}

const NoProperties = ({ branches }: { branches: readonly Branch[] | undefined }) => {
  const to = useScopedPath()
  const mayAddBranch = useMay('branch.create')
  const mayTakeOn = useMay('property.create')
  if (branches?.length === 0 && mayAddBranch)
    return (
      <EmptyState title="No properties yet" actions={<LinkButton to={to('/branch/create')}>Add Branch</LinkButton>}>
        Properties belong to branches, and there is no branch yet.
      </EmptyState>
    )
  return (
    <EmptyState title="No properties yet" actions={branches && <AddProperty branches={branches} />}>
      {noPropertiesText(mayTakeOn)}
    </EmptyState>
  )
}

/** /company/properties: properties of a company; of their own branches for branch roles. */
export default function CompanyPropertiesPage() {
  const { company: companyId } = useCurrentScope()
  const me = useMe()
  const { data: company } = useCompany()
  const branches = me.branches.length > 0 ? me.branches : company?.branches
  const maySetUp = useMay('company.edit') && me.company !== null
  const [isDismissed, dismiss] = useLocalStorage<boolean>('setup.dismissed', false)
  if (!companyId)
    return (
      <CompanyPage crumb="Properties" title="Properties">
        {null}
      </CompanyPage>
    )
  return (
    <PropertiesList
      companyId={companyId}
      branchId={undefined}
      none={<NoProperties branches={branches} />}
      frame={({ count, isEmpty, actions, list }) => (
        <CompanyPage
          fill
          crumb="Properties"
          title="Properties"
          count={count}
          actions={
            <>
              {actions}
              {branches && !isEmpty && <AddProperty branches={branches} />}
            </>
          }
        >
          {maySetUp && company && !isDismissed && (
            <Suspense fallback={null}>
              <SetupList
                companyId={companyId}
                companyName={company.name}
                branches={company.branches}
                onDismiss={() => dismiss(true)}
              />
            </Suspense>
          )}
          {list}
        </CompanyPage>
      )}
    />
  )
}
