import './task-templates.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type TemplatePhase, templatePhases } from '@gya/domain/features/tasks/task-templates.ts'
import { type readTaskTemplates, saveTaskTemplates } from '@gya/domain/features/tasks/tasks.contract.ts'
import { phaseLabels } from '@gya/domain/features/timeline/phase.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SwitchField } from '../../ui/fields/check-field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'

type Templates = Wire<typeof readTaskTemplates, 'response'>
type Row = Omit<Wire<typeof saveTaskTemplates, 'body'>['templates'][number], 'offsetDays'> & {
  offsetDays: number | null
  active: boolean
  note: string
  /** Identifies the row in the form. */
  rowId: string
}
type Values = { templates: Row[] }

let rowsAdded = 0
const newRow = (phase: TemplatePhase): Row => ({
  rowId: `new-${(rowsAdded += 1)}`,
  phase,
  title: '',
  note: '',
  offsetDays: 0,
  assign: 'progressor',
  active: true,
})

const assignOptions = [
  { value: 'progressor', label: 'Sales progressor' },
  { value: 'creator', label: 'Whoever moves the sale on' },
] as const

const entering: Record<TemplatePhase, string> = {
  preForSale: 'when a property is taken on',
  forSale: 'when it goes on the market',
  sold: 'when an offer is accepted',
  exchanged: 'when contracts are exchanged',
}

const messages = { success: { title: 'Task templates saved' }, failure: { title: 'The task templates were not saved' } }

type RowProps = { form: SaveForm<Values>['form']; index: number; row: Row; onRemove: () => void }

const hiddenEnd = (text: string, name: string) => (
  <>
    {text}
    <span className="vh"> of {name}</span>
  </>
)

function TemplateRow({ form, index, row, onRemove }: RowProps) {
  const path = `templates.${index}`
  const name = row.title.trim() || 'the new task'
  const item = useRef<HTMLLIElement>(null)
  // A newly added row gets the focus.
  useEffect(() => {
    const title = item.current?.querySelector('input')
    if (row.rowId.startsWith('new-') && title?.value === '') title.focus()
  }, [row.rowId])
  return (
    <li ref={item} className={classNames('task-template', !row.active && 'off')}>
      <TextField
        {...form.getInputProps(`${path}.title`)}
        className="task-template-title"
        label={hiddenEnd('Task', name)}
        small
        maxLength={200}
      />
      <TextAreaField
        {...form.getInputProps(`${path}.note`)}
        className="task-template-note"
        label={hiddenEnd('Note', name)}
        rows={1}
        grows
      />
      <NumberField
        {...form.getInputProps(`${path}.offsetDays`)}
        label={hiddenEnd('Due after, days', name)}
        small
        min={0}
        max={365}
        step={1}
      />
      <SelectField
        {...form.getInputProps(`${path}.assign`)}
        className="task-template-assignee"
        label={hiddenEnd('Whose', name)}
        options={assignOptions}
        small
      />
      <SwitchField {...form.getInputProps(`${path}.active`, { type: 'checkbox' })} label={hiddenEnd('On', name)} />
      <IconButton icon={IconTrash} label={`Remove ${name}`} variant="quiet" size="s" onClick={onRemove} />
    </li>
  )
}

type Props = { companyId: string; branchId?: string; saved: Templates }

/** The tasks that a sale gets when it enters a phase, for the company or a branch. */
export function TaskTemplatesForm({ companyId, branchId, saved }: Props) {
  const { version, fromCompany } = saved
  const saving = useSaveForm({
    call: saveTaskTemplates,
    name: `task-templates-${branchId ?? companyId}`,
    // The branch's own templates start as copies of the company's.
    initialValues: {
      templates: saved.templates.map(({ _id, ...row }) => ({
        rowId: _id ?? '',
        note: '',
        active: true,
        ...row,
        ...(fromCompany || !_id ? {} : { _id }),
      })),
    } as Values,
    version,
    toInput: ({ templates }, from) => ({
      params: { companyId },
      query: branchId ? { branchId } : {},
      // An empty number is reported at its field.
      body: {
        templates: templates.map(({ rowId: _rowId, ...row }) => ({ ...row, offsetDays: row.offsetDays ?? -1 })),
        version: from,
      },
    }),
    messages,
  })
  const { form } = saving
  const { templates } = form.values
  const set = (rows: Row[]) => form.setFieldValue('templates', rows)
  return (
    <SaveFormPage
      label="Task templates"
      saving={saving}
      labels={{}}
      summary={saving.dirty ? `${templates.length === 1 ? '1 task' : `${templates.length} tasks`} in all phases` : undefined}
      saveLabel="Save templates"
      className="after-tabs"
      wide
      actions={
        branchId && !fromCompany && templates.length > 0 ? (
          <Button variant="quiet" onClick={() => set([])}>
            Use the company’s again
          </Button>
        ) : undefined
      }
    >
      <Notice>
        {templateNotice({ isBranch: branchId !== undefined, fromCompany, isEmpty: templates.length === 0 })} Tasks made before
        stay as they are.
      </Notice>
      {templatePhases.map((phase) => (
        <section key={phase} className="track template" aria-label={phaseLabels[phase]}>
          <header>
            <h2>{phaseLabels[phase]}</h2>
            <span className="sum">{entering[phase]}</span>
          </header>
          <ol>
            {templates.map(
              (row, index) =>
                row.phase === phase && (
                  <TemplateRow
                    key={row.rowId}
                    form={form}
                    index={index}
                    row={row}
                    onRemove={() => set(templates.filter((_, at) => at !== index))}
                  />
                ),
            )}
          </ol>
          <footer className="task-template-add">
            <Button
              variant="quiet"
              size="s"
              icon={IconPlus}
              aria-label={`Add a task for ${phaseLabels[phase]}`}
              onClick={() => set([...templates, newRow(phase)])}
            >
              Add a task
            </Button>
          </footer>
        </section>
      ))}
    </SaveFormPage>
  )
}

function templateNotice({
  isBranch,
  fromCompany,
  isEmpty,
}: {
  isBranch: boolean
  fromCompany: boolean
  isEmpty: boolean
}): string {
  if (!isBranch) return 'A sale gets these tasks when it enters a phase. A branch with templates of its own uses those instead.'
  if (fromCompany) return 'This branch uses the company’s templates. Change them here, and it has its own.'
  return isEmpty
    ? 'Saved empty, this branch uses the company’s templates again.'
    : 'This branch uses these in place of the company’s.'
}
