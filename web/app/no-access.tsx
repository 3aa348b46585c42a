import { isOneOf, reachesAllBranches, readers } from '@gya/domain/access/permissions.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../lib/api/use-call.ts'
import type { Me } from '../lib/session/session.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'

/** Shown for a screen that the role may not open. */
export const NoAccess = () => (
  <EmptyState title="You do not have this page" actions={<LinkButton to="/">Go to your first page</LinkButton>}>
    It does not belong to your role. If you need it, ask an administrator of your company.
  </EmptyState>
)

/** Users with no branch in reach have no pages but the profile. */
export const isWithoutBranch = ({ type, branches }: Pick<Me, 'type' | 'branches'>): boolean =>
  isOneOf(readers, type) && !reachesAllBranches(type) && branches.length === 0

export function NoBranch({ companyId, companyName }: { companyId: string; companyName: string }) {
  const queries = useQueryClient()
  const { data } = useCall(listCompanyMembers, {
    params: { companyId },
    query: { type: 'COMPANY_ADMIN', status: 'active', itemsPerPage: '5' },
  })
  const administrators = data?.data ?? []
  return (
    <EmptyState
      title="You do not belong to a branch yet"
      icon={IconBuildingStore}
      actions={
        <>
          <Button variant="primary" onClick={() => void queries.invalidateQueries()}>
            Check again
          </Button>
          <LinkButton to="/profile">Profile</LinkButton>
        </>
      }
    >
      Properties belong to branches. Ask an administrator of {companyName} to add you to yours
      {administrators.length > 0 && ': '}
      {administrators.map(({ _id, fullName, email }, index) => (
        <span key={_id}>
          {index > 0 && ', '}
          <a className="link" href={`mailto:${email}`}>
            {fullName}
          </a>
        </span>
      ))}
      .
    </EmptyState>
  )
}
