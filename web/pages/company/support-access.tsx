import '../../features/support-access/support-access.css'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { CompanyAccesses } from '../../features/support-access/company-accesses.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/support-access: past accesses of the platform with their reasons, and whether the company approves them first. */
export default function SupportAccessPage() {
  const { company } = useCurrentScope()
  return (
    <CompanyPage crumb="Support access" title="Support access">
      {company && <CompanyAccesses key={company} companyId={company} />}
    </CompanyPage>
  )
}
