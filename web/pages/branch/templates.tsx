import { readTaskTemplates } from '@gya/domain/features/tasks/tasks.contract.ts'
import { BranchPage } from '../../features/branches/branch-page.tsx'
import { TemplatesScreen } from '../../features/messages/templates-screen.tsx'
import { TaskTemplatesForm } from '../../features/tasks/task-templates-form.tsx'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { ViewLinks } from '../../ui/navigation/tabs.tsx'

/** /branch/templates: messages to parties, and the tasks that sales of a branch get when they enter a phase. */
export default function BranchTemplatesPage() {
  const to = useScopedPath()
  const tab = useSearchParam('tab') === 'tasks' ? 'tasks' : 'messages'
  const { company: companyId = '', branch: branchId = '' } = useCurrentScope()
  const input = { params: { companyId }, query: { branchId } }
  const templates = useCall(readTaskTemplates, input, { enabled: tab === 'tasks' && companyId !== '' && branchId !== '' })
  const views = (
    <ViewLinks
      label="Templates"
      views={[
        { label: 'Messages', to: to('/branch/templates'), current: tab === 'messages' },
        { label: 'Tasks', to: to('/branch/templates', {}, { tab: 'tasks' }), current: tab === 'tasks' },
      ]}
    />
  )
  return (
    <BranchPage crumb="Templates" title="Templates" beside={views}>
      {tab === 'messages' ? (
        <TemplatesScreen key={branchId} companyId={companyId} branchId={branchId} path="/branch/templates" />
      ) : templates.data ? (
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
