import { readTaskTemplates } from '@gya/domain/features/tasks/tasks.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { TaskTemplatesForm } from '../../features/tasks/task-templates-form.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'

/** /company/templates: the tasks that sales of all branches get when they enter a phase. */
export default function CompanyTemplatesPage() {
  const { company: companyId = '' } = useCurrentScope()
  const templates = useCall(readTaskTemplates, { params: { companyId }, query: {} }, { enabled: companyId !== '' })
  return (
    <CompanyPage crumb="Templates" title="Task templates">
      {templates.data ? (
        <TaskTemplatesForm key={companyId} companyId={companyId} saved={templates.data} />
      ) : templates.error ? (
        <ReadFailed what="templates" error={templates.error} onRetry={() => void templates.refetch()} />
      ) : (
        <div className="after-tabs">
          <SkeletonForm fields={8} />
        </div>
      )}
    </CompanyPage>
  )
}
