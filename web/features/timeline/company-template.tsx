import { saveCompanyTimeline } from '@gya/domain/features/timeline/templates.contract.ts'
import type { TemplateStep } from '@gya/domain/features/timeline/timeline.model.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { TemplateFields } from './template-form.tsx'
import { bodyOf, valuesOf } from './template-values.ts'
import { companyTemplateText, saveMessages } from './timeline.messages.ts'

type Company = { _id: string; version: number; timeline: readonly TemplateStep[] }

/** The timeline that new branches of a company begin with. Give it the company's id as key. */
export function CompanyTemplate({ company }: { company: Company }) {
  const saving = useSaveForm({
    call: saveCompanyTimeline,
    name: `company-timeline-${company._id}`,
    initialValues: valuesOf(company.timeline),
    version: company.version,
    toInput: (values, version) => ({ params: { companyId: company._id }, body: { ...bodyOf(values), version } }),
    messages: saveMessages,
  })
  return (
    <form {...saving.props} className="after-tabs" aria-label="Company timeline">
      <TemplateFields saving={saving} text={companyTemplateText} />
    </form>
  )
}
