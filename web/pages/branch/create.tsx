import { CreateBranch } from '../../features/branches/branch-form.tsx'
import { CompanyPage, useCompany } from '../../features/companies/company-page.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** A new branch of a company. */
export default function CreateBranchPage() {
  const { data: company } = useCompany()
  return (
    <CompanyPage crumb="Add Branch" title="Add Branch">
      {company ? (
        <CreateBranch key={company._id} company={company} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={10} />
        </div>
      )}
    </CompanyPage>
  )
}
