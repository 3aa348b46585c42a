import { readTaskTemplates } from '@gya/domain/features/tasks/tasks.contract.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { TemplatesScreen } from '../../features/messages/templates-screen.tsx'
import { TaskTemplatesForm } from '../../features/tasks/task-templates-form.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { ViewLinks } from '../../ui/navigation/tabs.tsx'

/** /company/templates: messages to parties, and the tasks that sales of all branches get when they enter a phase. */
export default function CompanyTemplatesPage() {
  const to = useScopedPath()
  const tab = useSearchParam('tab') === 'tasks' ? 'tasks' : 'messages'
  const { company: companyId = '' } = useCurrentScope()
  const templates = useCall(
    readTaskTemplates,
    { params: { companyId }, query: {} },
    { enabled: tab === 'tasks' && companyId !== '' },
  )
  const views = (
    <ViewLinks
      label="Templates"
      views={[
        { label: 'Messages', to: to('/company/templates'), current: tab === 'messages' },
        { label: 'Tasks', to: to('/company/templates', {}, { tab: 'tasks' }), current: tab === 'tasks' },
      ]}
    />
  )
  return (
    <CompanyPage crumb="Templates" title="Templates" beside={views}>
      {tab === 'messages' ? (
        <TemplatesScreen key={companyId} companyId={companyId} path="/company/templates" />
      ) : templates.data ? (
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
