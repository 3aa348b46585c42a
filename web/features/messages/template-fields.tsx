import { errors, type Issue } from '@gya/domain/error-catalogue.ts'
import { fieldsForAudience, mergeFields, messageRoles } from '@gya/domain/features/messages/merge-fields.ts'
import { audienceIssues, mergeIssues } from '@gya/domain/features/messages/merge-text.ts'
import type { MessageTemplate } from '@gya/domain/features/messages/message-templates.contract.ts'
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
import { IconBraces } from '@tabler/icons-react'
import { useRef } from 'react'
import type { SaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button } from '../../ui/button.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { MenuOn } from '../../ui/overlays/menu.tsx'

export type TemplateValues = {
  name: string
  channel: MessageChannel
  purpose: (typeof templatePurposes)[number]
  audience: SaleRole[]
  steps: number[]
  event: MessageEvent | null
  subject: string
  body: string
}

export const emptyTemplate: TemplateValues = {
  name: '',
  channel: 'email',
  purpose: 'general',
  audience: [],
  steps: [],
  event: null,
  subject: '',
  body: '',
}

export const valuesOf = ({ name, channel, purpose, audience, steps, event, subject, body }: MessageTemplate): TemplateValues => ({
  name,
  channel,
  purpose,
  audience: [...audience],
  steps: [...steps],
  event,
  subject,
  body,
})

export const labels: Record<keyof TemplateValues, string> = {
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
  { value: null, label: 'None: sent manually' },
  ...messageEvents.map((event) => ({ value: event, label: messageEventLabels[event] })),
]

const steps = fixedSteps.map(({ key, title }) => ({ value: key, label: title }))
const roles = messageRoles.map((role) => ({ value: role, label: saleRoleLabels[role] }))

/** "Saving an unknown field: 400 with its place"; also reports fields not allowed for the audience. */
const wordIssues = (values: TemplateValues): Issue[] => [...mergeIssues(values), ...audienceIssues(values, values.audience)]

/** `taken`: names of other templates, in lower case. */
export const validateWith = (taken: ReadonlySet<string>) => (values: TemplateValues) => ({
  ...(taken.has(values.name.trim().toLowerCase()) ? { name: errors.TEMPLATE_NAME_TAKEN[1] } : {}),
  ...Object.fromEntries(
    wordIssues(values)
      .map(({ path, message }) => [path, message])
      .reverse(),
  ),
})

type WordField = 'subject' | 'body'
const idOf = (field: WordField): string => `template-${field}`

/** Inserts text at the cursor in subject or text, and moves the cursor behind it. */
function insertAtCursor(form: SaveForm<TemplateValues>['form'], field: WordField, text: string): void {
  const box = document.getElementById(idOf(field)) as HTMLInputElement | HTMLTextAreaElement | null
  const words = form.values[field]
  const from = box?.selectionStart ?? words.length
  const until = box?.selectionEnd ?? from
  form.setFieldValue(field, words.slice(0, from) + text + words.slice(until))
  const after = from + text.length
  // Runs after the menu has returned the focus to its button.
  requestAnimationFrame(() => {
    box?.focus()
    box?.setSelectionRange(after, after)
  })
}

function FieldMenu({ form, target }: { form: SaveForm<TemplateValues>['form']; target: () => WordField }) {
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
        {
          label: 'Repeat for each side of the recipient',
          onSelect: () => insertAtCursor(form, 'body', '{#sides}For {side}:\n{#sales}{address}\n{/sales}{/sides}'),
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

type Props = { saving: SaveForm<TemplateValues>; automatic: boolean }

export function TemplateFields({ saving: { form }, automatic }: Props) {
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
            hint={changesEvent ? 'After saving, automatic sending is off. Switch it on again.' : undefined}
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
