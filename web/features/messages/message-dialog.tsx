import './messages.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/errors.ts'
import { listPartiesOfSales } from '@gya/domain/features/conversations/conversations.contract.ts'
import { mergeIssues } from '@gya/domain/features/messages/merge-text.ts'
import { listMessageTemplates } from '@gya/domain/features/messages/message-templates.contract.ts'
import { type MessagePreview, previewMessages, sendMessages } from '@gya/domain/features/messages/messages.contract.ts'
import { sendDelaySeconds } from '@gya/domain/features/messages/messages.model.ts'
import { type SaleRole, saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import type { NewMessageProps } from '../../lib/screens.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'

type Template = Wire<typeof listMessageTemplates, 'response'>['data'][number]
type Recipient = { partyRef: string; propertyIds: string[] }
type Person = Recipient & { name: string; role: SaleRole; email: string }

const messages = { success: { title: 'E-mail on its way' }, failure: { title: 'The e-mail was not sent' } }

/** E-mails one party, or those of the sales that are chosen in it: one message a party. */
export function MessageDialog(props: NewMessageProps) {
  const { companyId, sales, partyRef } = props
  const query = { propertyIds: sales.map(({ propertyId }) => propertyId).join(',') }
  const read = useCall(listPartiesOfSales, { params: { companyId }, query })
  const { data, error } = read
  if (!data) {
    const failed = error && (
      <ErrorState title="The parties could not be read." onRetry={() => void read.refetch()}>
        {error.message}
      </ErrorState>
    )
    const idle = { submit: () => undefined, pending: false, dirty: false }
    return (
      <SaveFormDialog title="E-mail" saving={idle} onClose={props.onClose} disabledReason="Please wait" saveLabel="Send">
        {failed || <SkeletonLines lines={5} />}
      </SaveFormDialog>
    )
  }
  const people: Person[] = data.data
    .filter(({ ref }) => partyRef === undefined || ref === partyRef)
    .map(({ ref, name, role, email, firm, propertyIds }) => ({
      partyRef: ref,
      propertyIds,
      name,
      role,
      email: email || firm?.email || '',
    }))
  return <Compose {...props} people={people} />
}

/** The template for a role: of the step first, then any other for it. */
const templateFor = (templates: readonly Template[], role: SaleRole | undefined): Template | undefined =>
  templates.find(({ audience, steps }) => role !== undefined && audience.includes(role) && steps.length > 0) ??
  templates.find(({ audience, event }) => role !== undefined && audience.includes(role) && event === null)

function Compose({ companyId, sales, partyRef, onClose, people }: NewMessageProps & { people: readonly Person[] }) {
  const queries = useQueryClient()
  const saving = useSave(sendMessages, messages)
  const branches = new Set(sales.map(({ branchId }) => branchId))
  const [branchId] = branches
  const scope = branches.size === 1 && branchId !== undefined ? { branchId } : {}
  const read = useCall(listMessageTemplates, { params: { companyId }, query: scope })
  const templates = (read.data?.data ?? []).filter(({ channel }) => channel === 'email')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(people.filter(({ email }) => email !== '').map((one) => one.partyRef)),
  )
  const [templateId, setTemplateId] = useState<string | null>(null)
  const [words, setWords] = useState<{ subject: string; body: string } | null>(null)
  const [shown, setShown] = useState(0)
  const to: Recipient[] = people
    .filter((one) => chosen.has(one.partyRef))
    .map((one) => ({ partyRef: one.partyRef, propertyIds: one.propertyIds }))
  const template = templates.find(({ _id }) => _id === templateId)
  const first = templateFor(templates, people[0]?.role)
  useEffect(() => {
    if (words !== null || !read.data) return
    setTemplateId(first?._id ?? null)
    setWords({ subject: first?.subject ?? '', body: first?.body ?? '' })
  }, [words, read.data, first])
  const issues = words ? mergeIssues(words) : []
  const isReady =
    words !== null && words.body.trim() !== '' && words.subject.trim() !== '' && to.length > 0 && issues.length === 0
  const body = { templateId, subject: words?.subject ?? '', body: words?.body ?? '', to }
  const preview = useQuery<Wire<typeof previewMessages, 'response'>, ApiError>({
    queryKey: ['message-preview', companyId, body],
    queryFn: () => callApi(previewMessages, { params: { companyId }, body }),
    enabled: isReady,
    placeholderData: (before) => before,
  })
  const previews = isReady ? (preview.data?.data ?? []) : []
  const wrong = previews.find(({ empty, notForAudience }) => empty.length > 0 || notForAudience.length > 0)
  const disabledReason =
    to.length === 0
      ? 'Choose whom it goes to'
      : issues.length > 0
        ? 'Correct the text first'
        : !isReady
          ? 'Write a subject and a text'
          : wrong
            ? wrong.notForAudience.length > 0
              ? errors.MERGE_FIELD_NOT_FOR_AUDIENCE[1]
              : errors.MERGE_FIELD_EMPTY[1]
            : null
  const isDirty = words !== null && (words.subject !== (template?.subject ?? '') || words.body !== (template?.body ?? ''))
  const submit = async () => {
    const answer = await saving.save({ params: { companyId }, body })
    if (answer === null) return
    undoStack.push({ companyId, undoId: answer.undoId, description: answer.description })
    void queries.invalidateQueries()
    onClose()
  }
  const errorAt = (path: string) => issues.find((one) => one.path === path)?.message
  const current = previews[Math.min(shown, previews.length - 1)]
  const only = partyRef === undefined ? undefined : people[0]
  return (
    <SaveFormDialog
      wide
      title={only ? `E-mail: ${only.name}` : 'E-mail'}
      saving={{ submit: () => void submit(), pending: saving.pending, dirty: isDirty, notices: saving.overlay }}
      onClose={onClose}
      disabledReason={disabledReason}
      saveLabel={to.length > 1 ? `Send ${to.length} messages` : 'Send'}
      summary={<span className="mut">Leaves after {sendDelaySeconds} seconds, until when it can be undone.</span>}
      unsaved="It has not been sent."
    >
      <LeaveGuard dirty={isDirty && !saving.pending} />
      {people.length === 0 && (
        <Notice tone="warn">Nobody to contact is known on {sales.length === 1 ? 'this sale' : 'these sales'}.</Notice>
      )}
      {partyRef === undefined && people.length > 0 && (
        <fieldset className="message-people">
          <legend>To, a message each</legend>
          {people.map(({ partyRef: ref, name, role, email }) => (
            <CheckField
              key={ref}
              label={`${name}, ${saleRoleLabels[role].toLowerCase()}${email === '' ? ': no e-mail address' : ''}`}
              disabled={email === ''}
              checked={chosen.has(ref)}
              onChange={(on) => setChosen(new Set(on ? [...chosen, ref] : [...chosen].filter((one) => one !== ref)))}
            />
          ))}
        </fieldset>
      )}
      {only?.email === '' && <Notice tone="warn">{errors.NO_ADDRESS[1]}</Notice>}
      <SelectField
        label="Template"
        options={[{ value: '', label: 'None' }, ...templates.map(({ _id, name }) => ({ value: _id, label: name }))]}
        value={templateId ?? ''}
        onChange={(id) => {
          const next = templates.find(({ _id }) => _id === id)
          setTemplateId(next?._id ?? null)
          setWords({ subject: next?.subject ?? '', body: next?.body ?? '' })
        }}
      />
      <TextField
        label="Subject"
        value={words?.subject ?? ''}
        error={errorAt('subject')}
        onChange={(subject) => setWords({ body: words?.body ?? '', subject })}
      />
      <TextAreaField
        label="Text"
        rows={8}
        value={words?.body ?? ''}
        error={errorAt('body')}
        onChange={(text) => setWords({ subject: words?.subject ?? '', body: text })}
      />
      {preview.error && <Notice tone="bad">{preview.error.message}</Notice>}
      {current && (
        <section className="message-preview" aria-label="As it will go">
          <header>
            <b>{current.name}</b>
            <span className="mut">{current.to === '' ? errors.NO_ADDRESS[1] : current.to}</span>
            <span className="spacer" />
            {previews.length > 1 && (
              <Button size="s" variant="quiet" onClick={() => setShown((shown + 1) % previews.length)}>
                {(shown % previews.length) + 1} of {previews.length}, next
              </Button>
            )}
          </header>
          <PreviewText preview={current} />
        </section>
      )}
    </SaveFormDialog>
  )
}

/** "The preview shows it in red": an empty field, or one that this party must not be told. */
export function PreviewText({ preview: { subject, text, empty, notForAudience } }: { preview: MessagePreview }) {
  const marked = (words: string) => {
    let length = 0
    return words.split(/(\{[\w.]+\})/).map((part) => {
      length += part.length
      return empty.includes(part.slice(1, -1)) ? <mark key={length}>{part}</mark> : part
    })
  }
  return (
    <>
      <p className="message-subject">{marked(subject)}</p>
      <p className="message-text">{marked(text)}</p>
      {empty.length > 0 && (
        <p className="err" role="alert">
          {errors.MERGE_FIELD_EMPTY[1]} Write it out, or give it a fallback: {`{${empty[0]}, to be confirmed}`}
        </p>
      )}
      {notForAudience.length > 0 && (
        <p className="err" role="alert">
          {errors.MERGE_FIELD_NOT_FOR_AUDIENCE[1]} {notForAudience.map((name) => `{${name}}`).join(', ')}
        </p>
      )}
    </>
  )
}
