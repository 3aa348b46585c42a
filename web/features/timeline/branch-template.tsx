import { saveBranchTimeline } from '@gya/domain/features/timeline/templates.contract.ts'
import type { TemplateStep } from '@gya/domain/features/timeline/timeline.model.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { TemplateFields } from './template-form.tsx'
import { bodyOf, valuesOf } from './template-values.ts'
import { branchTemplateText, saveMessages } from './timeline.messages.ts'

type Branch = { _id: string; company: string; version: number; timelineTemplate: readonly TemplateStep[] }

/** The timeline that new properties of a branch begin with. Give it the branch's id as key. */
export function BranchTemplate({ branch }: { branch: Branch }) {
  const saving = useSaveForm({
    call: saveBranchTimeline,
    name: `branch-timeline-${branch._id}`,
    initialValues: valuesOf(branch.timelineTemplate),
    version: branch.version,
    toInput: (values, version) => ({
      params: { companyId: branch.company, branchId: branch._id },
      body: { ...bodyOf(values), version },
    }),
    messages: saveMessages,
  })
  return (
    <form {...saving.props} className="after-tabs" aria-label="Branch timeline">
      <TemplateFields saving={saving} text={branchTemplateText} />
    </form>
  )
}
