import './messages.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listPartiesOfSales } from '@gya/domain/features/conversations/conversations.contract.ts'
import { chooseTemplate } from '@gya/domain/features/messages/choose-template.ts'
import { mergeIssues } from '@gya/domain/features/messages/merge-text.ts'
import { makeLetter } from '@gya/domain/features/messages/messages.contract.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import type { NewLetterProps } from '../../lib/screens.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { noSubject, PreviewText, usePreviews, useSettled, whyIncomplete } from './message-preview.tsx'
import { type Template, TemplateField, useTemplates } from './template-field.tsx'

type Party = Wire<typeof listPartiesOfSales, 'response'>['data'][number]

const letterMade = {
  success: { title: 'Letter created', text: 'It is with the files of the property.' },
  failure: { title: 'The letter was not created' },
}

/** "A letter becomes a PDF in the property's files." [day §4](docs/design/day.md#4). */
export function LetterDialog(props: NewLetterProps) {
  const { params, onClose } = props
  const { companyId, branchId, propertyId } = params
  const parties = useCall(listPartiesOfSales, { params: { companyId }, query: { propertyIds: propertyId } })
  const templates = useTemplates(companyId, [branchId], 'letter')
  if (parties.data && templates.templates)
    return <ComposeLetter {...props} parties={parties.data.data} templates={templates.templates} />
  const error = parties.error ?? templates.error
  return (
    <Dialog open wide title="Write a letter" onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
      {error ? (
        <ErrorState
          title="The parties could not be read."
          onRetry={() => void (parties.data ? templates.refetch() : parties.refetch())}
        >
          {error.message}
        </ErrorState>
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Dialog>
  )
}

type Props = NewLetterProps & { parties: readonly Party[]; templates: readonly Template[] }
type Values = { templateId: string | null; subject: string; body: string; partyRef: string }

function ComposeLetter({ params, parties, templates, onClose }: Props) {
  const [first] = parties
  const template = chooseTemplate(templates, first ? [first.role] : [], [])
  const saving = useSaveForm<typeof makeLetter, Values>({
    call: makeLetter,
    name: `letter-${params.propertyId}`,
    initialValues: {
      templateId: template?._id ?? null,
      subject: template?.subject ?? '',
      body: template?.body ?? '',
      partyRef: first?.ref ?? '',
    },
    toInput: (values) => ({ params, body: values }),
    messages: letterMade,
    survivesReload: true,
    onSaved: onClose,
  })
  const { form } = saving
  const { values } = form
  const party = parties.find(({ ref }) => ref === values.partyRef)
  const issues = mergeIssues(values)
  const settled = useSettled(values)
  const isReady = party !== undefined && settled.body.trim() !== '' && mergeIssues(settled).length === 0
  const to = [{ partyRef: values.partyRef, propertyIds: [params.propertyId] }]
  const input = { templateId: values.templateId, ...settled, subject: settled.subject.trim() || noSubject, to }
  const preview = usePreviews(params.companyId, input, isReady)
  const [letter] = isReady ? (preview.data?.data ?? []) : []
  const why =
    party === undefined
      ? 'Choose a recipient'
      : values.body.trim() === ''
        ? 'Enter a text'
        : issues.length > 0
          ? 'Correct the text first'
          : letter
            ? whyIncomplete(letter)
            : null
  const errorAt = (path: 'subject' | 'body') => issues.find((one) => one.path === path)?.message ?? form.errors[path]
  return (
    <SaveFormDialog
      wide
      title="Write a letter"
      saving={saving}
      onClose={onClose}
      disabledReason={why}
      saveLabel="Create the PDF"
      summary={<span className="mut">On the branch’s letterhead, with the files of the property.</span>}
      unsaved="The letter has not been created."
    >
      {parties.length === 0 && <Notice tone="warn">This sale has no contacts to write to.</Notice>}
      <SelectField
        label="To"
        options={parties.map(({ ref, name, role, firm }) => ({
          value: ref,
          label: [name, firm && firm.name !== name ? firm.name : '', saleRoleLabels[role].toLowerCase()]
            .filter(Boolean)
            .join(', '),
        }))}
        value={values.partyRef}
        onChange={(ref) => form.setFieldValue('partyRef', ref)}
      />
      {templates.length > 0 && (
        <TemplateField
          templates={templates}
          value={values.templateId}
          onChange={(words) => {
            form.setValues({ ...values, ...words })
            form.resetDirty({ ...values, ...words })
          }}
        />
      )}
      <TextField {...form.getInputProps('subject')} label="Subject" optional error={errorAt('subject')} />
      <TextAreaField {...form.getInputProps('body')} label="Text" rows={10} error={errorAt('body')} data-autofocus />
      {preview.error && <Notice tone="bad">{preview.error.message}</Notice>}
      {letter && (
        <section className="message-preview" aria-label="The letter">
          <header>
            <b>{letter.name}</b>
            {letter.firm !== null && letter.firm !== letter.name && <span className="mut">{letter.firm}</span>}
          </header>
          <PreviewText preview={settled.subject.trim() === '' ? { ...letter, subject: '' } : letter} />
        </section>
      )}
    </SaveFormDialog>
  )
}
