import './timeline.css'
import './template.css'
import { stepDefinition, type Track } from '@gya/domain/features/timeline/step-definitions.ts'
import { maxDaysToComplete, type TemplateStep } from '@gya/domain/features/timeline/timeline.model.ts'
import { saveBranchTimeline, saveCompanyTimeline } from '@gya/domain/features/timeline/timeline-templates.contract.ts'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import {
  bodyOf,
  editedTitles,
  isEdited,
  rowsByTrack,
  type TemplateRow,
  type TemplateValues,
  valuesOf,
} from './template-values.ts'
import { branchTemplateText, companyTemplateText, saveMessages } from './timeline.messages.ts'

const trackClasses: Record<Track, string> = { PS: '', F: 'fin', L: 'leg', S: 'sur', C: '' }

type Form = SaveForm<TemplateValues>['form']

/** The default title stays visible. */
function TemplateStepRow({ form, row, index }: { form: Form; row: TemplateRow; index: number }) {
  const path = `timeline.${index}`
  const name = stepDefinition(row.key)?.title ?? row.title
  const edited = isEdited(row, form.getInitialValues().timeline[index])
  return (
    <li className={classNames('template-step', row.state === 'NA' && 'na', edited && 'edited')}>
      <p className="template-name">
        {name}
        {edited && <span className="template-edited">Edited</span>}
      </p>
      <TextField
        {...form.getInputProps(`${path}.title`)}
        label={
          <>
            Title<span className="vh"> of {name}</span>
          </>
        }
        small
        maxLength={80}
      />
      <TextAreaField
        {...form.getInputProps(`${path}.description`)}
        className="template-description"
        label={
          <>
            Description<span className="vh"> of {name}</span>
          </>
        }
        rows={1}
        grows
      />
      <NumberField
        {...form.getInputProps(`${path}.daysToComplete`)}
        className="template-days"
        label={
          <>
            Days<span className="vh"> to complete {name}</span>
          </>
        }
        small
        min={0}
        max={maxDaysToComplete}
        step={1}
      />
      <CheckField
        label={
          <>
            Not applicable<span className="vh">: {name}</span>
          </>
        }
        checked={row.state === 'NA'}
        onChange={(none) => form.setFieldValue(`${path}.state` as never, none ? 'NA' : 'NS')}
      />
    </li>
  )
}

/** Content of the form of a company or branch template. */
export function TemplateFields({ saving, text }: { saving: SaveForm<TemplateValues>; text: string }) {
  const { form } = saving
  const edited = editedTitles(form.values, form.getInitialValues())
  return (
    <>
      <div className="grid1 before-savebar">
        <Notice>{text}</Notice>
        {saving.notices}
        {rowsByTrack(form.values).map(({ track, title, rows }) => (
          <section key={track} className={classNames('track template', trackClasses[track])} aria-label={title}>
            <header>
              <h2>{title}</h2>
              <span className="sum">{rows.length === 1 ? '1 step' : `${rows.length} steps`}</span>
            </header>
            <ol>
              {rows.map(({ row, index }) => (
                <TemplateStepRow key={row.key} form={form} row={row} index={index} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <SaveBar
        changes={edited.length}
        summary={edited.join(', ') || undefined}
        saveLabel="Save timeline"
        disabledReason={saving.disabledReason}
        pending={saving.pending}
        onDiscard={saving.dirty ? form.reset : undefined}
      />
    </>
  )
}

type Branch = { _id: string; company: string; version: number; timelineTemplate: readonly TemplateStep[] }

/** The template of a branch, copied to new properties. Use the branch's id as key. */
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

type Company = { _id: string; version: number; timeline: readonly TemplateStep[] }

/** The template of a company, copied to new branches. Use the company's id as key. */
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
