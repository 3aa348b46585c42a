import { showDateTime } from '@gya/domain/common/dates.ts'
import {
  createMessageTemplate,
  deleteMessageTemplate,
  listMessageTemplateTexts,
  type MessageTemplate,
  saveMessageTemplate,
} from '@gya/domain/features/messages/message-templates.contract.ts'
import { IconHistory, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { changedFields } from '../../lib/forms/save-form.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { FormFooter } from '../../ui/layout/save-bar.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { FoundSale } from '../common/sale-lookup.tsx'
import { emptyTemplate, labels, TemplateFields, type TemplateValues, validateWith, valuesOf } from './template-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'

const messages = { success: { title: 'Template saved' }, failure: { title: 'The template was not saved' } }
const deletion = { success: { title: 'Template deleted' }, failure: { title: 'The template was not deleted' } }

/** "Texts before with who and when, 'Use this text again'." [day §4](docs/design/day.md#4). */
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
  /** Used names, in lower case. */
  taken: ReadonlySet<string>
  sale: FoundSale | null
  onSale: (sale: FoundSale | null) => void
  onDirty: (dirty: boolean) => void
}

type FormProps = Shared & { title: string; saving: SaveForm<TemplateValues>; template?: MessageTemplate; onDeleted?: () => void }

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
        <p>Messages sent with it keep its name and text.{template.automatic && ' It is no longer sent automatically.'}</p>
      </ConfirmDialog>
    </>
  )
}

/** The editor of a saved template. */
export function EditTemplate({ template, onDeleted, ...shared }: Shared & { template: MessageTemplate; onDeleted: () => void }) {
  const { companyId, taken } = shared
  const saving = useSaveForm<typeof saveMessageTemplate, TemplateValues>({
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
  /** The template of the company that the new one overrides. */
  from?: MessageTemplate | undefined
  onAdded: (id: string) => void
}

/** Adds a template. A template of a branch may override one of the company. */
export function AddTemplate({ from, onAdded, ...shared }: AddProps) {
  const { companyId, branchId, taken } = shared
  const [initialValues] = useState(() => (from ? valuesOf(from) : emptyTemplate))
  const saving = useSaveForm<typeof createMessageTemplate, TemplateValues>({
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
