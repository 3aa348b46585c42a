import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Me } from './session.tsx'
import { useCall } from './use-call.ts'

/** Somebody for the branches who belongs to none: there is nothing that they could be shown. */
export const isWithoutBranch = ({ type, branches }: Pick<Me, 'type' | 'branches'>): boolean =>
  (type === 'BRANCH_ADMIN' || type === 'BRANCH_STAFF') && branches.length === 0

/** Says so, and who can change it. */
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
