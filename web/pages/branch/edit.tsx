import { EditBranch } from '../../features/branches/branch-form.tsx'
import { BranchPage, useBranch } from '../../features/branches/branch-page.tsx'
import { useCompany } from '../../features/companies/company-page.tsx'
import { DeleteBranch } from '../../features/deletion/delete-company-or-branch.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /branch/edit: details of a branch, editable by its administrators. */
export default function BranchEditPage() {
  const { data: branch } = useBranch()
  const { data: company } = useCompany()
  return (
    <BranchPage crumb="Branch" title={branch?.name ?? 'Branch'} actions={branch && <DeleteBranch branch={branch} />}>
      {branch ? (
        <EditBranch key={branch._id} branch={branch} companyDeduction={company?.feeDeduction} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={8} />
        </div>
      )}
    </BranchPage>
  )
}
