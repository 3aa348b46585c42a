import './email-dialog.css'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import {
  duplicateEmails,
  type EmailForm,
  type EmailLists,
  type ListName,
  listNames,
  splitIntoMessages,
  whyNotDeliver,
  whyNotSendEmail,
} from '@gya/domain/features/mail/email-form.ts'
import { IconPaperclip, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { CallInput } from '../../lib/api/call-api.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { EmailListField, noTypedEmails, type Typing, typedEmailErrors, whyTypingBlocksSend } from './email-list-field.tsx'
import { emailSent } from './mail.messages.ts'

type EmailPreviewProps = { lists: EmailLists; people: readonly Person[] }

/** "A copy of each of the 4 messages" */
const copiesLabel = (count: number): string => (count === 1 ? 'a copy' : `a copy of each of the ${count} messages`)

/** Lists who receives what: one message per address under To, and copies to CC and BCC. */
export function EmailPreview({ lists, people }: EmailPreviewProps) {
  const count = splitIntoMessages(lists).length
  if (count === 0) return null
  const who = (email: string) => {
    const person = people.find((one) => one.email.trim().toLowerCase() === email.trim().toLowerCase())
    return person ? ` (${person.who}: ${person.name})` : ''
  }
  const explanation = {
    to: count === 1 ? 'One message' : `${count} messages: each gets one of their own and sees no other address under To`,
    cc: `${lists.cc.length === 1 ? 'gets' : 'each get'} ${copiesLabel(count)}, and everybody sees their address`,
    bcc: `${lists.bcc.length === 1 ? 'gets' : 'each get'} ${copiesLabel(count)}, and nobody sees their address`,
  }
  const tooMany = whyNotDeliver(lists)
  return (
    <section className="email-preview" aria-label="Who gets what">
      <p>
        <b>{explanation.to}</b>
      </p>
      <ul>
        {listNames.flatMap((list) =>
          lists[list].map((email) => (
            <li key={`${list} ${email}`}>
              {list !== 'to' && <span className="mut">{list.toUpperCase()} </span>}
              {email}
              <span className="mut">{who(email)}</span>
            </li>
          )),
        )}
      </ul>
      {(['cc', 'bcc'] as const).map(
        (list) =>
          lists[list].length > 0 && (
            <p key={list} className="mut">
              Under {list.toUpperCase()}: {explanation[list]}.
            </p>
          ),
      )}
      {tooMany && <p className="err">{tooMany}</p>}
    </section>
  )
}

/** A person of the sale, suggested as recipient. */
export type Person = { name: string; email: string; who: string }

type Lists = Record<ListName, string[]>
type Values = Lists & { replyTo: string; subject: string; message: string; typing: Typing }

const bodyOf = ({ to, cc, bcc, replyTo, subject, message }: Values): EmailForm => ({ to, cc, bcc, replyTo, subject, message })

type Props<E extends Endpoint> = {
  title: string
  /** The endpoint that sends, and its path parameters. */
  call: E
  params: object
  /** Parameters of the call other than the e-mail. */
  more?: object | undefined
  /** Key of the draft that is kept if the session ends. */
  name: string
  /** The attached file. */
  fileName: string
  start: Partial<Values>
  people: readonly Person[]
  /** A further reason why it cannot be sent. */
  whyNotSend?: ((values: EmailForm) => string | null) | undefined
  onClose: () => void
  /** Shown above the fields: people without an e-mail address. */
  children?: ReactNode
}

/**
 * "Email form (documents and memo): to, cc, bcc (lists), replyTo, subject, message." [property §3](docs/design/property.md#3). Send is
 * disabled without a recipient and a message, and while a field contains an invalid or duplicate address.
 */
export function EmailDialog<E extends Endpoint>(props: Props<E>) {
  const { title, call, params, more, name, fileName, start, people, whyNotSend, onClose, children } = props
  const [initialValues] = useState<Values>({
    to: [],
    cc: [],
    bcc: [],
    replyTo: '',
    subject: '',
    message: '',
    typing: noTypedEmails,
    ...start,
  })
  const saving = useSaveForm<E, Values>({
    call,
    name,
    initialValues,
    toInput: (values) => ({ params, body: { ...bodyOf(values), ...more } }) as unknown as Omit<CallInput<E>, 'signal'>,
    validate: ({ typing, ...lists }) => typedEmailErrors(typing, lists),
    messages: emailSent,
    survivesReload: true,
    onSaved: onClose,
  })
  const { form } = saving
  const { values } = form
  const change = (list: ListName) => (addresses: string[]) => form.setFieldValue(list, addresses)
  const field = (list: ListName, label: string) => (
    <EmailListField
      label={label}
      list={list}
      lists={values}
      optional={list !== 'to'}
      onChange={change(list)}
      typed={values.typing[list]}
      onTyped={(text) => form.setFieldValue(`typing.${list}`, text)}
      error={errorOf(form.errors, list)}
    />
  )
  const [to, cc, bcc] = [field('to', 'To'), field('cc', 'CC'), field('bcc', 'BCC')]
  const blockedReason =
    whyTypingBlocksSend(values.typing, values) ?? whyNotSendEmail(values) ?? whyNotSend?.(bodyOf(values)) ?? null
  return (
    <SaveFormDialog title={title} saving={saving} onClose={onClose} disabledReason={blockedReason} saveLabel="Send">
      {children}
      {to}
      <PeopleToAdd people={people} lists={values} onAdd={(emails) => change('to')([...values.to, ...emails])} />
      <FieldGrid>
        {cc}
        {bcc}
      </FieldGrid>
      <EmailPreview lists={values} people={people} />
      <TextField {...form.getInputProps('replyTo')} label="Reply to" type="email" optional />
      <TextField {...form.getInputProps('subject')} label="Subject" maxLength={200} optional />
      <TextAreaField {...form.getInputProps('message')} label="Message" rows={7} required data-autofocus />
      <p className="email-file">
        <Icon of={IconPaperclip} size={14} />
        {fileName}
      </p>
    </SaveFormDialog>
  )
}

/** The first error of a list or of one of its addresses. */
const errorOf = (errors: Record<string, unknown>, list: string): string | undefined => {
  const [, error] = Object.entries(errors).find(([path]) => path === list || path.startsWith(`${list}.`)) ?? []
  return typeof error === 'string' ? error : undefined
}

type PeopleProps = { people: readonly Person[]; lists: Lists; onAdd: (emails: string[]) => void }

function PeopleToAdd({ people, lists, onAdd }: PeopleProps) {
  const notAdded = people.filter(({ email }) => duplicateEmails({ ...lists, bcc: [...lists.bcc, email] }).length === 0)
  if (notAdded.length === 0) return null
  return (
    <div className="email-people" role="group" aria-label="Add somebody of this sale">
      {notAdded.map(({ name, email, who }) => (
        <Button
          key={email}
          size="s"
          icon={IconPlus}
          tip={`${name}, ${email}`}
          aria-label={`Add ${who}: ${name}`}
          onClick={() => onAdd([email])}
        >
          {who}
        </Button>
      ))}
      {notAdded.length > 1 && (
        <Button size="s" variant="quiet" onClick={() => onAdd(notAdded.map(({ email }) => email))}>
          Add all
        </Button>
      )}
    </div>
  )
}
