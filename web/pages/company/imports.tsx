import '../../features/imports/imports.css'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { ImportList } from '../../features/imports/import-list.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/imports: imports from other systems. */
export default function ImportsPage() {
  const { company } = useCurrentScope()
  return (
    <CompanyPage crumb="Imports" title="Imports">
      {company && <ImportList key={company} companyId={company} />}
    </CompanyPage>
  )
}
