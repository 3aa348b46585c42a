import { showDateTime } from '@gya/domain/common/dates.ts'
import { errors, type Issue } from '@gya/domain/errors.ts'
import { fieldsForAudience, mergeFields, messageRoles } from '@gya/domain/features/messages/merge-fields.ts'
import { audienceIssues, mergeIssues } from '@gya/domain/features/messages/merge-text.ts'
import {
  createMessageTemplate,
  deleteMessageTemplate,
  listMessageTemplateTexts,
  type MessageTemplate,
  saveMessageTemplate,
} from '@gya/domain/features/messages/message-templates.contract.ts'
import {
  type MessageChannel,
  type MessageEvent,
  maxMessageBody,
  maxMessageSubject,
  maxTemplateName,
  messageEventLabels,
  messageEvents,
  type templatePurposes,
} from '@gya/domain/features/messages/messages.model.ts'
import { type SaleRole, saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { fixedSteps } from '@gya/domain/features/timeline/step-definitions.ts'
import { IconBraces, IconHistory, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { changedFields } from '../../lib/forms/save-form.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { FormFooter } from '../../ui/layout/save-bar.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { MenuOn } from '../../ui/overlays/menu.tsx'
import type { FoundSale } from '../common/sale-lookup.tsx'
import { TemplatePreview } from './template-preview.tsx'

type Values = {
  name: string
  channel: MessageChannel
  purpose: (typeof templatePurposes)[number]
  audience: SaleRole[]
  steps: number[]
  event: MessageEvent | null
  subject: string
  body: string
}

const emptyTemplate: Values = {
  name: '',
  channel: 'email',
  purpose: 'general',
  audience: [],
  steps: [],
  event: null,
  subject: '',
  body: '',
}

const valuesOf = ({ name, channel, purpose, audience, steps, event, subject, body }: MessageTemplate): Values => ({
  name,
  channel,
  purpose,
  audience: [...audience],
  steps: [...steps],
  event,
  subject,
  body,
})

const labels: Record<keyof Values, string> = {
  name: 'Name',
  channel: 'Sent as',
  purpose: 'Used for',
  audience: 'For',
  steps: 'Steps',
  event: 'Event',
  subject: 'Subject',
  body: 'Text',
}

const channels = [
  { value: 'email', label: 'E-mail' },
  { value: 'letter', label: 'Letter' },
] as const

const purposes = [
  { value: 'general', label: 'Any message' },
  { value: 'memorandum', label: 'Memorandum of sale' },
] as const

const events = [
  { value: null, label: 'None: sent by hand' },
  ...messageEvents.map((event) => ({ value: event, label: messageEventLabels[event] })),
]

const steps = fixedSteps.map(({ key, title }) => ({ value: key, label: title }))
const roles = messageRoles.map((role) => ({ value: role, label: saleRoleLabels[role] }))

const messages = { success: { title: 'Template saved' }, failure: { title: 'The template was not saved' } }
const deletion = { success: { title: 'Template deleted' }, failure: { title: 'The template was not deleted' } }

/** "Saving an unknown field: 400 with its place"; fields that are not for the audience likewise. */
const wordIssues = (values: Values): Issue[] => [...mergeIssues(values), ...audienceIssues(values, values.audience)]

type WordField = 'subject' | 'body'
const idOf = (field: WordField): string => `template-${field}`

/** Puts text where the cursor is in the subject or the text, and the cursor after it. */
function insertAtCursor(form: SaveForm<Values>['form'], field: WordField, text: string): void {
  const box = document.getElementById(idOf(field)) as HTMLInputElement | HTMLTextAreaElement | null
  const words = form.values[field]
  const from = box?.selectionStart ?? words.length
  const until = box?.selectionEnd ?? from
  form.setFieldValue(field, words.slice(0, from) + text + words.slice(until))
  const after = from + text.length
  // After the menu has given the focus back to its button.
  requestAnimationFrame(() => {
    box?.focus()
    box?.setSelectionRange(after, after)
  })
}

function FieldMenu({ form, target }: { form: SaveForm<Values>['form']; target: () => WordField }) {
  const insert = (text: string) => insertAtCursor(form, target(), text)
  const fields = fieldsForAudience(form.values.audience)
  const itemOf = (name: (typeof fields)[number]) => ({ label: mergeFields[name].label, onSelect: () => insert(`{${name}}`) })
  return (
    <MenuOn
      label="Fields"
      align="end"
      items={[
        ...fields.filter((name) => mergeFields[name].of === 'message').map(itemOf),
        'line',
        ...fields.filter((name) => mergeFields[name].of === 'sale').map(itemOf),
        'line',
        {
          label: 'Repeat for each sale',
          onSelect: () => insertAtCursor(form, 'body', '{#sales}{address}\n{/sales}'),
        },
      ]}
      trigger={(trigger) => (
        <Button {...trigger} size="s" icon={IconBraces}>
          Insert a field
        </Button>
      )}
    />
  )
}

type FieldsProps = { saving: SaveForm<Values>; automatic: boolean }

function TemplateFields({ saving: { form }, automatic }: FieldsProps) {
  const { values } = form
  const last = useRef<WordField>('body')
  const issues = wordIssues(values)
  const word = (field: WordField) => {
    const props = form.getInputProps(field)
    return {
      ...props,
      id: idOf(field),
      error: props.error ?? issues.find(({ path }) => path === field)?.message,
      onFocus: () => {
        last.current = field
      },
    }
  }
  const isEmail = values.channel === 'email'
  const changesEvent = automatic && (values.event !== form.getInitialValues().event || !isEmail)
  return (
    <>
      <FieldGrid>
        <TextField {...form.getInputProps('name')} label={labels.name} maxLength={maxTemplateName} />
        <SegmentedField {...form.getInputProps('channel')} label={labels.channel} options={channels} />
        <MultiSelectField {...form.getInputProps('audience')} label={labels.audience} options={roles} noneLabel="Choose" />
        {isEmail && (
          <SelectField
            {...form.getInputProps('event')}
            label={labels.event}
            options={events}
            hint={changesEvent ? 'Saved, it is no longer sent automatically: switch it on anew.' : undefined}
          />
        )}
        <MultiSelectField
          {...form.getInputProps('steps')}
          label={labels.steps}
          optional
          options={steps}
          noneLabel="None"
          hint="Offered first when one of these is chased."
        />
        <SelectField {...form.getInputProps('purpose')} label={labels.purpose} options={purposes} />
      </FieldGrid>
      <TextField {...word('subject')} label={labels.subject} maxLength={maxMessageSubject} />
      <div className="template-words">
        <FieldMenu form={form} target={() => last.current} />
        <TextAreaField
          {...word('body')}
          label={labels.body}
          rows={14}
          grows
          {...(values.body.length > maxMessageBody - 500 ? { limit: maxMessageBody } : {})}
          hint="A field between braces is filled in for each party. What stands where it is empty follows a comma: {buyer.name, your buyer}"
        />
      </div>
    </>
  )
}

/** "Texts before with who and when, 'Use this text again'." Day design, section 4. */
function TextsBefore({
  companyId,
  template,
  onUse,
}: {
  companyId: string
  template: MessageTemplate
  onUse: (words: { subject: string; body: string }) => void
}) {
  const read = useCall(listMessageTemplateTexts, { params: { companyId, templateId: template._id } })
  const before = read.data?.data.filter(({ number }) => number !== template.number) ?? []
  return (
    <FormPanel title="Texts before" className="template-texts">
      {!read.data && !read.error && <SkeletonLines lines={3} />}
      {!read.data && read.error && <ReadFailed what="texts" error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && before.length === 0 && <p className="mut">The text has not been changed yet.</p>}
      {before.map(({ number, subject, body, savedOn, savedBy }) => (
        <details key={number}>
          <summary>
            Text {number}{' '}
            <span className="mut">
              {savedBy ?? 'Came with the company'}, {showDateTime(savedOn)}
            </span>
          </summary>
          <div className="message-preview">
            <p className="message-subject">{subject}</p>
            <p className="message-text">{body}</p>
          </div>
          <Button size="s" icon={IconHistory} onClick={() => onUse({ subject, body })}>
            Use this text again
          </Button>
        </details>
      ))}
    </FormPanel>
  )
}

type Shared = {
  companyId: string
  branchId: string | undefined
  /** Names that are taken, in lower case. */
  taken: ReadonlySet<string>
  sale: FoundSale | null
  onSale: (sale: FoundSale | null) => void
  onDirty: (dirty: boolean) => void
}

const validateWith = (taken: ReadonlySet<string>) => (values: Values) => ({
  ...(taken.has(values.name.trim().toLowerCase()) ? { name: errors.TEMPLATE_NAME_TAKEN[1] } : {}),
  ...Object.fromEntries(
    wordIssues(values)
      .map(({ path, message }) => [path, message])
      .reverse(),
  ),
})

type FormProps = Shared & { title: string; saving: SaveForm<Values>; template?: MessageTemplate; onDeleted?: () => void }

function TemplateForm({ companyId, title, saving, template, sale, onSale, onDirty, onDeleted }: FormProps) {
  const { form, dirty } = saving
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  return (
    <div className="template-editor">
      <form {...saving.props} aria-label={title}>
        <FormPanel
          title={title}
          aside={
            template &&
            onDeleted && <DeleteTemplate companyId={companyId} template={template} dirty={dirty} onDeleted={onDeleted} />
          }
          foot={
            <FormFooter
              summary={changedFields(form, labels).join(', ') || undefined}
              disabledReason={saving.disabledReason}
              pending={saving.pending}
              saveLabel="Save template"
              onDiscard={dirty ? saving.discard : undefined}
            />
          }
        >
          {saving.notices}
          <TemplateFields saving={saving} automatic={template?.automatic ?? false} />
        </FormPanel>
      </form>
      <div className="template-side">
        <TemplatePreview companyId={companyId} words={form.values} audience={form.values.audience} sale={sale} onSale={onSale} />
        {template && <TextsBefore companyId={companyId} template={template} onUse={(words) => form.setValues(words)} />}
      </div>
    </div>
  )
}

type DeleteProps = { companyId: string; template: MessageTemplate; dirty: boolean; onDeleted: () => void }

function DeleteTemplate({ companyId, template, dirty, onDeleted }: DeleteProps) {
  const [asking, setAsking] = useState(false)
  const saving = useSave(deleteMessageTemplate, deletion)
  const remove = async () => {
    const answer = await saving.save({ params: { companyId, templateId: template._id } })
    setAsking(false)
    if (answer !== null) onDeleted()
  }
  return (
    <>
      <IconButton
        icon={IconTrash}
        label={`Delete ${template.name}`}
        variant="quiet"
        size="s"
        disabledReason={dirty ? 'Save or discard the changes first' : null}
        onClick={() => setAsking(true)}
      />
      {saving.overlay}
      <ConfirmDialog
        open={asking}
        title={`Delete “${template.name}”?`}
        confirmLabel="Delete"
        danger
        pending={saving.pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>What was sent with it keeps its name and text.{template.automatic && ' It is no longer sent automatically.'}</p>
      </ConfirmDialog>
    </>
  )
}

/** The editor of a saved template. */
export function EditTemplate({ template, onDeleted, ...shared }: Shared & { template: MessageTemplate; onDeleted: () => void }) {
  const { companyId, taken } = shared
  const saving = useSaveForm<typeof saveMessageTemplate, Values>({
    call: saveMessageTemplate,
    name: `message-template-${template._id}`,
    initialValues: valuesOf(template),
    version: template.version,
    toInput: (values, version) => ({
      params: { companyId, templateId: template._id },
      body: { ...values, ...(version === undefined ? {} : { version }) },
    }),
    validate: validateWith(taken),
    messages,
  })
  return <TemplateForm {...shared} title={template.name} saving={saving} template={template} onDeleted={onDeleted} />
}

type AddProps = Shared & {
  /** The company's that the new one stands in for. */
  from?: MessageTemplate | undefined
  onAdded: (id: string) => void
}

/** A new template; of a branch, it may stand in for one of the company's. */
export function AddTemplate({ from, onAdded, ...shared }: AddProps) {
  const { companyId, branchId, taken } = shared
  const [initialValues] = useState(() => (from ? valuesOf(from) : emptyTemplate))
  const saving = useSaveForm<typeof createMessageTemplate, Values>({
    call: createMessageTemplate,
    name: `message-template-new-${branchId ?? companyId}`,
    initialValues,
    toInput: (values) => ({ params: { companyId }, query: branchId ? { branchId } : {}, body: values }),
    validate: validateWith(taken),
    messages,
    isNew: true,
    onSaved: ({ _id }) => onAdded(_id),
  })
  const ready = from ? { ...saving, disabledReason: null } : saving
  return <TemplateForm {...shared} title={from ? `${from.name}, this branch’s` : 'New template'} saving={ready} />
}
