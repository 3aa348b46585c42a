import '../../features/archives/archives.css'
import { ExportCompany } from '../../features/archives/export-company.tsx'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/export: exports all data of a company to one file. */
export default function ExportPage() {
  const { company } = useCurrentScope()
  return (
    <CompanyPage crumb="Export everything" title="Export everything">
      <div className="after-tabs">{company && <ExportCompany key={company} companyId={company} />}</div>
    </CompanyPage>
  )
}
