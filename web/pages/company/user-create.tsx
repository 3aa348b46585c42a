import { CompanyPage } from '../../features/companies/company-page.tsx'
import { CreateMember } from '../../features/members/create-member.tsx'
import { companyUserViews } from '../../features/members/member-scope.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/user-create: a new user of a company. */
export default function CompanyUserCreatePage() {
  const { company } = useCurrentScope()
  return (
    <CompanyPage crumb="Create administrator" title="Create administrator">
      <ScreenViewLinks of={companyUserViews} current="/company/user-create" />
      {company && <CreateMember key={company} scope={{ of: 'company', companyId: company }} />}
    </CompanyPage>
  )
}
