import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { IconPlus } from '@tabler/icons-react'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { CompanyUserViews } from '../../features/members/member-views.tsx'
import { MembersList } from '../../features/members/members-list.tsx'
import { useListAddress } from '../../platform/list-address.ts'
import { usePlace, useTo } from '../../platform/place.ts'
import { useRemembered } from '../../platform/remembered.ts'
import { useCall } from '../../platform/use-call.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const shows = [
  { value: false, label: 'Company admins' },
  { value: true, label: 'All users of the company' },
]

/** The company's administrators; and, on demand, everybody who has an account of the company, whatever their branches. */
export default function CompanyUsersPage() {
  const { company } = usePlace()
  const to = useTo()
  const list = useListAddress('company-users')
  const [all, setAll] = useRemembered<boolean>('company-users.all', false)
  const members = useCall(
    listCompanyMembers,
    {
      params: { companyId: company ?? '' },
      query: { ...list.asked, ...(all ? {} : { type: 'COMPANY_ADMIN' as const }) },
    },
    { keep: true, enabled: company !== undefined },
  )
  return (
    <CompanyPage fill crumb="Admins" title="Administrators" count={members.data?.paging.count}>
      <CompanyUserViews current="/company/users" />
      {company && (
        <MembersList
          scope={{ of: 'company', companyId: company }}
          label="Users"
          list={list}
          members={members}
          filters={
            <>
              <span className="spacer" />
              <SelectField
                label="Show"
                hideLabel
                width={220}
                options={shows}
                value={all}
                onChange={(next) => {
                  setAll(next)
                  list.setPage(0)
                }}
              />
            </>
          }
          empty={
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
          }
        />
      )}
    </CompanyPage>
  )
}
