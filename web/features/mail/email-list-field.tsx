import './email-dialog.css'
import { type EmailLists, type ListName, listNames } from '@gya/domain/features/mail/email-form.ts'
import { whyNotAddEmail } from '@gya/domain/features/mail/why-not-add-email.ts'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { Field } from '../../ui/fields/field.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The parsed addresses, and the text left in the field with the reason. */
export type ParsedEmails = { added: string[]; left: string; error: string | null }

/**
 * Parses addresses separated by commas, semicolons or white space, with or without a name (`Jo Marsh <jo@law.example>`).
 * Invalid ones are left over, with the reason for the first.
 */
export function parseEmails(typed: string, lists: EmailLists): ParsedEmails {
  const added: string[] = []
  const left: string[] = []
  let error: string | null = null
  for (const part of splitEmails(typed)) {
    const why = whyNotAddEmail(part, { ...lists, to: [...lists.to, ...added] })
    if (why === null) added.push(part.toLowerCase())
    else {
      left.push(part)
      error ??= why
    }
  }
  return { added, left: left.join(', '), error }
}

const splitEmails = (typed: string): string[] => {
  const inBrackets = [...typed.matchAll(/<([^<>]+)>/g)].map(([, address = '']) => address.trim())
  if (inBrackets.length > 0) return inBrackets
  return typed.split(/[\s,;]+/).filter(Boolean)
}

/** Text in the fields that is not in their lists yet. */
export type Typing = Record<ListName, string>
export const noTypedEmails: Typing = { to: '', cc: '', bcc: '' }

/** Errors of text left in the fields, by field. */
export function typedEmailErrors(typing: Typing, lists: EmailLists): Partial<Record<ListName, string>> {
  return Object.fromEntries(
    listNames.flatMap((list) => {
      const { error } = parseEmails(typing[list], lists)
      return error === null ? [] : [[list, error]]
    }),
  )
}

const listLabels: Record<ListName, string> = { to: 'To', cc: 'CC', bcc: 'BCC' }

/** Why text in a field disables Send; null if it can be added. */
export function whyTypingBlocksSend(typing: Typing, lists: EmailLists): string | null {
  const list = listNames.find((one) => typedEmailErrors(typing, lists)[one] !== undefined)
  return list ? `Correct or remove “${typing[list].trim()}” under ${listLabels[list]}` : null
}

type Props = {
  label: string
  list: ListName
  lists: Record<keyof EmailLists, string[]>
  onChange: (addresses: string[]) => void
  /** Text that is not in the list yet. */
  typed: string
  onTyped: (text: string) => void
  /** Server-side error. */
  error?: string | undefined
  optional?: boolean
}

const separatorKeys = new Set(['Enter', ',', ';', ' '])

/**
 * E-mail addresses as chips. Enter, a separator or blur adds the typed text; Backspace removes the last chip. Invalid text
 * stays in the field with an error.
 */
export function EmailListField({ label, list, lists, onChange, typed, onTyped, error, optional }: Props) {
  const [editing, setEditing] = useState(false)
  const addresses = lists[list]
  const refused = editing ? null : parseEmails(typed, lists).error
  const take = (text: string) => {
    const { added, left } = parseEmails(text, lists)
    if (added.length > 0) onChange([...addresses, ...added])
    onTyped(left)
    setEditing(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && addresses.length > 0) onChange(addresses.slice(0, -1))
    if (!separatorKeys.has(event.key) || (typed.trim() === '' && event.key === 'Enter')) return
    event.preventDefault()
    if (typed.trim() !== '') take(typed)
  }
  return (
    <Field label={label} optional={optional} error={refused ?? error} data-path={list}>
      {(control) => (
        <div className={refused ? 'in email-list bad' : 'in email-list'}>
          {addresses.map((address) => (
            <span key={address} className="chip">
              <span>{address}</span>
              <button
                type="button"
                aria-label={`Remove ${address} from ${label}`}
                onClick={() => onChange(addresses.filter((one) => one !== address))}
              >
                <Icon of={IconX} size={12} />
              </button>
            </span>
          ))}
          <input
            {...control}
            type="text"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              onTyped(event.currentTarget.value)
              setEditing(true)
            }}
            onKeyDown={press}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text')
              if (!/[\s,;<]/.test(text.trim())) return
              event.preventDefault()
              take(`${typed} ${text}`)
            }}
            onBlur={() => {
              if (typed.trim() === '') onTyped('')
              else take(typed)
            }}
          />
        </div>
      )}
    </Field>
  )
}
