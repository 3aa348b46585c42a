import { BranchPage, useBranch } from '../../features/branches/branch-page.tsx'
import { BranchTemplate } from '../../features/timeline/template-form.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /branch/timeline: timeline template of the branch's new properties. */
export default function BranchTimelinePage() {
  const { data: branch } = useBranch()
  return (
    <BranchPage crumb="Timeline" title="Branch timeline">
      {branch ? (
        <BranchTemplate key={branch._id} branch={branch} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={12} />
        </div>
      )}
    </BranchPage>
  )
}
