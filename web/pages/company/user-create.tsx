import { CompanyPage } from '../../features/companies/company-page.tsx'
import { CreateMember } from '../../features/members/create-member.tsx'
import { CompanyUserViews } from '../../features/members/member-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** A new user of the company. */
export default function CompanyUserCreatePage() {
  const { company } = useCurrentScope()
  return (
    <CompanyPage crumb="Create administrator" title="Create administrator">
      <CompanyUserViews current="/company/user-create" />
      {company && <CreateMember key={company} scope={{ of: 'company', companyId: company }} />}
    </CompanyPage>
  )
}
