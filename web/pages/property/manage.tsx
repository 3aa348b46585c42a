import { IconPlus } from '@tabler/icons-react'
import { BranchPage } from '../../features/branches/branch-page.tsx'
import { PropertiesList } from '../../features/properties/properties-list.tsx'
import { useCurrentScope, useScopedPath } from '../../platform/place.ts'
import { useMay } from '../../platform/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The properties of one branch. */
export default function BranchPropertiesPage() {
  const { company, branch } = useCurrentScope()
  const to = useScopedPath()
  const mayAdd = useMay('property.create')
  if (!company || !branch)
    return (
      <BranchPage crumb="Properties" title="Properties">
        {null}
      </BranchPage>
    )
  const add = mayAdd && (
    <LinkButton to={to('/property/create')} variant="primary" icon={IconPlus}>
      Add Property
    </LinkButton>
  )
  return (
    <PropertiesList
      companyId={company}
      branchId={branch}
      none={
        <EmptyState title="No properties yet" actions={add}>
          Take on a property, and it stands here with its viewings, offers and warnings.
        </EmptyState>
      }
      frame={({ count, isEmpty, actions, list }) => (
        <BranchPage
          fill
          crumb="Properties"
          title="Properties"
          count={count}
          actions={
            <>
              {actions}
              {!isEmpty && add}
            </>
          }
        >
          {list}
        </BranchPage>
      )}
    />
  )
}
