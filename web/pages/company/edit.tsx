import { CompanyPage, useCompany } from '../../features/companies/company-page.tsx'
import { EditCompany } from '../../features/companies/edit-company.tsx'
import { DeleteCompany } from '../../features/deletion/delete-company.tsx'
import { useMe } from '../../platform/session.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'

/** The company: its details for everybody who belongs to it, to be changed by its administrators. */
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
