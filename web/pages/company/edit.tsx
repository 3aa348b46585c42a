import { EditCompany } from '../../features/companies/company-form.tsx'
import { CompanyPage, useCompany } from '../../features/companies/company-page.tsx'
import { DeleteCompany } from '../../features/deletion/delete-company-or-branch.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /company/edit: details of a company, editable by its administrators. */
export default function CompanyEditPage() {
  const { data: company } = useCompany()
  const me = useMe()
  return (
    <CompanyPage
      crumb="Company"
      title={company?.name ?? me.company?.name ?? 'Company'}
      actions={company && <DeleteCompany company={company} />}
    >
      {company ? (
        <EditCompany key={company._id} company={company} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={10} />
        </div>
      )}
    </CompanyPage>
  )
}
