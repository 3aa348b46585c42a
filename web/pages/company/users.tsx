import { type CompanyRole, companyRoles } from '@gya/domain/access/permissions.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { IconPlus } from '@tabler/icons-react'
import { useBranchOptions } from '../../features/common/use-branch-options.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { JoinRequests } from '../../features/members/join-requests.tsx'
import { companyUserViews } from '../../features/members/member-scope.ts'
import { MembersList } from '../../features/members/members-list.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { type SearchParams, useSearchParams, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'

/** Filter: everybody, a type of user, or a status. */
const shows = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'COMPANY_ADMIN', label: 'Company admins' },
  { value: 'AREA_MANAGER', label: 'Area managers' },
  { value: 'BRANCH_ADMIN', label: 'Branch admins' },
  { value: 'BRANCH_STAFF', label: 'Branch staff' },
  { value: 'PROGRESSOR', label: 'Progressors' },
  { value: 'READER', label: 'Readers' },
  { value: 'active', label: 'Active' },
  { value: 'invited', label: 'Invited' },
  { value: 'without-branch', label: 'Without a branch' },
  { value: 'deactivated', label: 'Deactivated' },
] as const
type Show = (typeof shows)[number]['value']

const queryOf = (show: Show) => {
  if (show === 'everyone') return {}
  const type = companyRoles.find((role) => role === show)
  return type ? { type } : { status: show as Exclude<Show, CompanyRole | 'everyone'> }
}

/** The filters are in the URL but not stored, so that new users are always visible. */
function useFilters() {
  const search = useSearchParams()
  const setParams = useSetSearchParams()
  const set = (changed: SearchParams) => setParams({ ...changed, page: undefined })
  const show = shows.find(({ value }) => value === search.show)?.value ?? 'everyone'
  return {
    show,
    setShow: (next: Show) => set({ show: next === 'everyone' ? undefined : next }),
    at: search.at ?? null,
    setAt: (next: string | null) => set({ at: next ?? undefined }),
    clear: () => set({ show: undefined, at: undefined, q: undefined }),
  }
}

/** /company/users: all users of a company. */
export default function CompanyUsersPage() {
  const { company } = useCurrentScope()
  const to = useScopedPath()
  const list = useListParams('company-users')
  const { show, setShow, at, setAt, clear } = useFilters()
  const branches = useBranchOptions(company ?? '', company !== undefined)
  const members = useCall(
    listCompanyMembers,
    {
      params: { companyId: company ?? '' },
      query: { ...list.query, ...queryOf(show), ...(at === null ? {} : { branchId: at }) },
    },
    { keep: true, enabled: company !== undefined },
  )
  const filtered = show !== 'everyone' || at !== null
  return (
    <CompanyPage
      fill
      crumb="Admins"
      title="Admins"
      count={members.data?.paging.count}
      actions={
        <LinkButton to={to('/company/user-create')} variant="primary" icon={IconPlus}>
          Add a person
        </LinkButton>
      }
    >
      <ScreenViewLinks of={companyUserViews} current="/company/users" />
      {company && <JoinRequests companyId={company} />}
      {company && (
        <MembersList
          scope={{ of: 'company', companyId: company }}
          label="Users"
          list={list}
          members={members}
          active={(show === 'everyone' ? 0 : 1) + (at === null ? 0 : 1)}
          filters={
            <>
              <SelectField label="Show" width={180} options={shows} value={show} onChange={setShow} />
              {branches.length > 1 && (
                <SelectField
                  label="Branch"
                  width={200}
                  options={[{ value: null, label: 'All branches' }, ...branches]}
                  value={at}
                  onChange={setAt}
                />
              )}
            </>
          }
          empty={
            filtered ? (
              <EmptyState title="Nobody" actions={<Button onClick={clear}>Show everyone</Button>}>
                No user of the company fits this filter.
              </EmptyState>
            ) : (
              <EmptyState
                title="No administrators yet"
                actions={
                  <LinkButton to={to('/company/user-create')} variant="primary" icon={IconPlus}>
                    Create administrator
                  </LinkButton>
                }
              >
                An administrator of the company is one of every branch of it.
              </EmptyState>
            )
          }
        />
      )}
    </CompanyPage>
  )
}
