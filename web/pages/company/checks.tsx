import { CompanyPage } from '../../features/companies/company-page.tsx'
import { Register } from '../../features/customer-checks/register.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/checks: the register of customer checks. */
export default function CompanyChecksPage() {
  const { company } = useCurrentScope()
  return (
    <CompanyPage fill crumb="Checks" title="Checks">
      {company && <Register key={company} companyId={company} />}
    </CompanyPage>
  )
}
