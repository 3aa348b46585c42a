import './messages.css'
import type { Wire } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { chooseTemplate } from '@gya/domain/features/messages/choose-template.ts'
import { mergeIssues } from '@gya/domain/features/messages/merge-text.ts'
import { type previewMessages, sendMessages } from '@gya/domain/features/messages/messages.contract.ts'
import { maxMessageSales, maxMessages, sendDelaySeconds } from '@gya/domain/features/messages/messages.model.ts'
import { type SaleRole, saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import type { NewMessageProps } from '../../lib/screens.ts'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { Previews, usePreviews, useSettled, whyIncomplete } from './message-preview.tsx'
import { type Template, TemplateField } from './template-field.tsx'

/** A possible recipient with their sales, and all roles in these. */
export type Person = {
  partyRef: string
  name: string
  role: SaleRole
  roles: readonly SaleRole[]
  email: string
  propertyIds: string[]
}

/** A sale of a party. */
export type AboutSale = { propertyId: string; line1: string }

type Props = {
  companyId: string
  title: string
  templates: readonly Template[]
  people: readonly Person[]
  /** Outstanding steps. A template for one of them is offered first. */
  steps: readonly number[]
  /** For one recipient: their sales, and those selected initially. */
  about?: { sales: readonly AboutSale[]; chosen: readonly string[] } | undefined
  answers?: NewMessageProps['answers']
  proposed?: NewMessageProps['proposed']
  /** Key under which the draft is stored, for an ended session or a reload. */
  draft: string
  /** Returns to the choice of recipients. */
  onBack?: (() => void) | undefined
  onSent?: (() => void) | undefined
  onClose: () => void
}

type Values = { templateId: string | null; subject: string; body: string; to: string[]; about: string[] }

const messages = { success: { title: 'E-mail on its way' }, failure: { title: 'The e-mail was not sent' }, quiet: true as const }

const toggled = (list: readonly string[], one: string, on: boolean): string[] =>
  on ? [...list, one] : list.filter((other) => other !== one)

/** Returns why it cannot be sent, or `null`. */
function whyNotSend(to: readonly { propertyIds: readonly string[] }[], { subject, body }: Values): string | null {
  if (to.length === 0) return 'Choose a recipient'
  if (to.length > maxMessages) return `At most ${maxMessages} messages can be sent at once, but ${to.length} are selected`
  if (to.some(({ propertyIds }) => propertyIds.length === 0)) return 'Choose a sale'
  if (to.some(({ propertyIds }) => propertyIds.length > maxMessageSales))
    return `A message can be about at most ${maxMessageSales} sales`
  if (mergeIssues({ subject, body }).length > 0) return 'Correct the text first'
  return subject.trim() === '' || body.trim() === '' ? 'Enter a subject and a text' : null
}

/** Edits text and recipients, with a preview. Sends one message per party. */
export function ComposeMessage(props: Props) {
  const { companyId, title, templates, people, steps, about, answers, proposed, draft, onBack, onSent, onClose } = props
  const first =
    answers || proposed ? undefined : chooseTemplate(templates, [...new Set(people.flatMap(({ roles }) => roles))], steps)
  // The preview takes no proposal.
  const ofProposal = proposed ? { proposalId: proposed.proposalId } : {}
  const saving = useSaveForm<typeof sendMessages, Values>({
    call: sendMessages,
    name: draft,
    initialValues: {
      templateId: first?._id ?? null,
      subject: first?.subject ?? proposed?.subject ?? answers?.subject ?? '',
      body: first?.body ?? proposed?.text ?? answers?.quote ?? '',
      to: people.flatMap(({ partyRef, email }) => (email === '' ? [] : [partyRef])),
      about: [...(about?.chosen ?? [])],
    },
    toInput: (values) => ({ params: { companyId }, body: { ...bodyOf(values), ...ofProposal } }),
    messages,
    survivesReload: true,
    onSaved: ({ undoId, description }) => {
      undoStack.push({ companyId, undoId, description })
      onSent?.()
      onClose()
    },
  })
  const { form } = saving
  const { values } = form
  const recipientsOf = ({ to, about: chosen }: Values): { partyRef: string; propertyIds: string[] }[] =>
    people
      .filter(({ partyRef }) => to.includes(partyRef))
      .map(({ partyRef, propertyIds }) => ({
        partyRef,
        propertyIds: about
          ? about.sales.flatMap((sale) => (chosen.includes(sale.propertyId) ? [sale.propertyId] : []))
          : propertyIds,
      }))
  const bodyOf = (given: Values): Wire<typeof previewMessages, 'body'> => ({
    templateId: given.templateId,
    subject: given.subject,
    body: given.body,
    to: recipientsOf(given),
    ...(answers ? { answers: answers.mailInId } : {}),
  })
  const to = recipientsOf(values)
  const why = whyNotSend(to, values)
  const settled = useSettled(values)
  const isReady = why === null && whyNotSend(to, { ...values, ...settled }) === null
  const preview = usePreviews(companyId, { ...bodyOf(values), ...settled }, isReady)
  const previews = isReady ? (preview.data?.data ?? []) : []
  const incomplete = previews.map(whyIncomplete).find((reason) => reason !== null)
  const issues = mergeIssues(values)
  const errorAt = (path: 'subject' | 'body') => issues.find((one) => one.path === path)?.message ?? form.errors[path]
  const only = about && people[0]
  return (
    <SaveFormDialog
      wide
      title={title}
      saving={saving}
      onClose={onClose}
      disabledReason={why ?? incomplete ?? null}
      saveLabel={to.length > 1 ? `Send ${to.length} messages` : 'Send'}
      summary={<span className="mut">Sent after {sendDelaySeconds} seconds. Until then you can undo it.</span>}
      unsaved="It has not been sent."
    >
      {proposed?.caution && <Notice tone="warn">{proposed.caution}</Notice>}
      {people.length === 0 && <Notice tone="warn">This sale has no contacts to write to.</Notice>}
      {onBack && (
        <p>
          <Button size="s" onClick={onBack} disabledReason={saving.dirty ? 'Send or discard what you typed first' : null}>
            Write to others
          </Button>
        </p>
      )}
      {!only && people.length > 0 && (
        <fieldset className="message-people">
          <legend>To, a message each</legend>
          {people.map(({ partyRef, name, role, email }) => (
            <CheckField
              key={partyRef}
              label={`${name}, ${saleRoleLabels[role].toLowerCase()}${email === '' ? ': no e-mail address' : ''}`}
              disabled={email === ''}
              checked={values.to.includes(partyRef)}
              onChange={(on) => form.setFieldValue('to', toggled(values.to, partyRef, on))}
            />
          ))}
        </fieldset>
      )}
      {only?.email === '' && <Notice tone="warn">{errors.NO_ADDRESS[1]}</Notice>}
      {about && about.sales.length > 1 && (
        <fieldset className="message-people">
          <legend>About</legend>
          {about.sales.map(({ propertyId, line1 }) => (
            <CheckField
              key={propertyId}
              label={line1}
              checked={values.about.includes(propertyId)}
              onChange={(on) => form.setFieldValue('about', toggled(values.about, propertyId, on))}
            />
          ))}
        </fieldset>
      )}
      <TemplateField
        templates={templates}
        value={values.templateId}
        onChange={(words) => {
          form.setValues({ ...values, ...words })
          form.resetDirty({ ...values, ...words })
        }}
      />
      <TextField {...form.getInputProps('subject')} label="Subject" error={errorAt('subject')} />
      <TextAreaField {...form.getInputProps('body')} label="Text" rows={8} error={errorAt('body')} />
      {preview.error && <Notice tone="bad">{preview.error.message}</Notice>}
      <Previews previews={previews} />
    </SaveFormDialog>
  )
}
