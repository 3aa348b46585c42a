import { CompanyPage } from '../../features/companies/company-page.tsx'
import { companyUserViews } from '../../features/members/member-scope.ts'
import { Areas } from '../../features/roles/areas.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/areas: branches under one manager. */
export default function CompanyAreasPage() {
  const { company: companyId } = useCurrentScope()
  return (
    <CompanyPage crumb="Areas" title="Areas">
      <ScreenViewLinks of={companyUserViews} current="/company/areas" />
      {companyId && <Areas key={companyId} companyId={companyId} />}
    </CompanyPage>
  )
}
