import { useState } from 'react'
import { EditBranch } from '../../features/branches/branch-form.tsx'
import { BranchPage, useBranch } from '../../features/branches/branch-page.tsx'
import { useCompany } from '../../features/companies/company-page.tsx'
import { DeleteBranch } from '../../features/deletion/delete-company-or-branch.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const AssignRuleDialog = lazyDialog(
  async () => (await import('../../features/assignment/assign-rule-dialog.tsx')).AssignRuleDialog,
)

/** /branch/edit: details of a branch, editable by its administrators. */
export default function BranchEditPage() {
  const { data: branch } = useBranch()
  const { data: company } = useCompany()
  const canEdit = useMay('branch.edit')
  const [choosing, setChoosing] = useState(false)
  return (
    <BranchPage
      crumb="Branch"
      title={branch?.name ?? 'Branch'}
      actions={
        branch && (
          <>
            {canEdit && <Button onClick={() => setChoosing(true)}>Who runs new sales</Button>}
            <DeleteBranch branch={branch} />
            {choosing && <AssignRuleDialog branch={branch} onClose={() => setChoosing(false)} />}
          </>
        )
      }
    >
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
