import { stepDefinition, type Track } from '@gya/domain/features/timeline/steps.ts'
import '../../ui/timeline.css'
import './template.css'
import type { SaveForm } from '../../platform/use-save-form.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { editedTitles, isEdited, rowsByTrack, type TemplateRow, type TemplateValues } from './template-values.ts'

const trackClasses: Record<Track, string> = { PS: '', F: 'fin', L: 'leg', S: 'sur', C: '' }

type Form = SaveForm<TemplateValues>['form']

/** A step: its title and description, its days, and whether a sale has it at all. The product's own name stays in sight. */
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
        label={
          <>
            Days<span className="vh"> to complete {name}</span>
          </>
        }
        small
        min={0}
        max={31}
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

/** A template: what the page is, then every step in its track; the same for a company and for a branch. Goes inside the form. */
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
