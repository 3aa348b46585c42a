import { listCompanyMembers, listPlatformAdministrators } from '@gya/domain/features/members/members.contract.ts'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BranchPage } from '../features/branches/branch-page.tsx'
import { MemberFeeds } from '../features/calendar-feeds/member-feeds.tsx'
import { CompanyPage } from '../features/companies/company-page.tsx'
import { EditMember } from '../features/members/edit-member.tsx'
import { type MemberScope, mayManageMember } from '../features/members/member-scope.ts'
import { MemberFactors, PlatformFactors } from '../features/second-factors/member-factors.tsx'
import { MemberSessions, PlatformSessions } from '../features/sessions/sessions.tsx'
import { useCall } from '../lib/api/use-call.ts'
import { ResendVerification } from '../lib/forms/resend-verification.tsx'
import { useMay, useMe } from '../lib/session/session.tsx'
import { useCurrentScope } from '../lib/url-state/current-scope.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { SkeletonForm } from '../ui/feedback/loading.tsx'
import { Page } from '../ui/layout/page.tsx'

/** Parameters of this page: not of the current URL, which changes before the next page has loaded. */
const useNamed = (): Record<string, string | undefined> => useSearch({ strict: false })

/** The scope in which the user is edited: `of` is branch, company or platform. */
function useScope(): MemberScope | null {
  const { company, branch } = useCurrentScope()
  const me = useMe()
  const { of } = useNamed()
  if (of === 'platform' && me.type === 'GYA_ADMIN') return { of }
  if (company === undefined) return null
  if (of === 'company') return { of, companyId: company }
  return branch === undefined ? null : { of: 'branch', companyId: company, branchId: branch }
}

function useMember(scope: MemberScope | null, userId: string | undefined) {
  const query = { idsIn: userId ?? '', itemsPerPage: '1' }
  const known = userId !== undefined && scope !== null
  const companyId = scope === null || scope.of === 'platform' ? '' : scope.companyId
  const ofCompany = useCall(listCompanyMembers, { params: { companyId }, query }, { enabled: known && scope.of !== 'platform' })
  const ofPlatform = useCall(listPlatformAdministrators, { query }, { enabled: known && scope.of === 'platform' })
  return scope?.of === 'platform' ? ofPlatform : ofCompany
}

const Framed = ({ scope, title, children }: { scope: MemberScope | null; title: string; children: ReactNode }) => {
  if (scope?.of === 'branch')
    return (
      <BranchPage crumb={title} title={title}>
        {children}
      </BranchPage>
    )
  if (scope?.of === 'platform')
    return (
      <Page crumbs={[{ label: 'Manage administrators', to: '/gya/users' }, { label: title }]} title={title}>
        {children}
      </Page>
    )
  return (
    <CompanyPage crumb={title} title={title}>
      {children}
    </CompanyPage>
  )
}

/** /user-edit: a user of a branch, a company or the platform. */
export default function UserEditPage() {
  const scope = useScope()
  const me = useMe()
  const mayEndSessions = useMay('session.end-member')
  const canManage = useMay('member.manage')
  const { user: userId } = useNamed()
  const { data, error, refetch } = useMember(scope, userId)
  const member = data?.data[0]
  const missing = userId === undefined || scope === null || (data !== undefined && !member)
  return (
    <Framed scope={scope} title={member?.fullName ?? 'User'}>
      {missing ? (
        <ErrorState title="No user found.">Choose a user from the list of users.</ErrorState>
      ) : error && !data ? (
        <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
      ) : !member ? (
        <div className="after-tabs">
          <SkeletonForm fields={5} />
        </div>
      ) : mayManageMember(scope.of, me, member) ? (
        <EditMember
          key={member._id}
          scope={scope}
          member={member}
          sessions={
            scope.of === 'platform' ? (
              <>
                <PlatformFactors userId={member._id} fullName={member.fullName} />
                <PlatformSessions userId={member._id} fullName={member.fullName} />
              </>
            ) : canManage && mayEndSessions ? (
              <>
                <MemberFactors companyId={scope.companyId} member={member} />
                <MemberSessions companyId={scope.companyId} userId={member._id} fullName={member.fullName} />
                <MemberFeeds companyId={scope.companyId} userId={member._id} fullName={member.fullName} />
              </>
            ) : null
          }
        >
          {/* For users who have not accepted their invitation, Account offers to send it again, which also confirms the address. */}
          {(member.invitation === null || member.pendingEmail !== null) && (
            <ResendVerification
              token={member.accountActivationToken}
              email={member.email}
              pending={member.pendingEmail}
              canCancel={canManage}
            />
          )}
        </EditMember>
      ) : (
        <EmptyState title="This is your own account" actions={<LinkButton to="/profile">Profile</LinkButton>}>
          You change your own details on your profile; your type is changed by another administrator.
        </EmptyState>
      )}
    </Framed>
  )
}
