import { readTaskTemplates } from '@gya/domain/features/tasks/tasks.contract.ts'
import { BranchPage } from '../../features/branches/branch-page.tsx'
import { TaskTemplatesForm } from '../../features/tasks/task-templates-form.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /branch/templates: the tasks that sales of a branch get when they enter a phase. */
export default function BranchTemplatesPage() {
  const { company: companyId = '', branch: branchId = '' } = useCurrentScope()
  const input = { params: { companyId }, query: { branchId } }
  const templates = useCall(readTaskTemplates, input, { enabled: companyId !== '' && branchId !== '' })
  return (
    <BranchPage crumb="Templates" title="Task templates">
      {templates.data ? (
        <TaskTemplatesForm key={branchId} companyId={companyId} branchId={branchId} saved={templates.data} />
      ) : templates.error ? (
        <ReadFailed what="templates" error={templates.error} onRetry={() => void templates.refetch()} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={8} />
        </div>
      )}
    </BranchPage>
  )
}
