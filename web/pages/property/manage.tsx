import { IconPlus } from '@tabler/icons-react'
import { BranchPage } from '../../features/branches/branch-page.tsx'
import { noPropertiesText } from '../../features/properties/properties.messages.ts'
import { PropertiesList } from '../../features/properties/properties-list.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** /property/manage: the properties of a branch. */
export default function BranchPropertiesPage() {
  const { company, branch } = useCurrentScope()
  const to = useScopedPath()
  const canAdd = useMay('property.create')
  if (!company || !branch)
    return (
      <BranchPage crumb="Properties" title="Properties">
        {null}
      </BranchPage>
    )
  const add = canAdd && (
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
          {noPropertiesText(canAdd)}
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
