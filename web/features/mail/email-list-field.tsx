import './email-dialog.css'
import { type EmailLists, type ListName, listNames, whyNotAddEmail } from '@gya/domain/features/mail/email-form.ts'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { Field } from '../../ui/fields/field.tsx'
import { Icon } from '../../ui/icon.tsx'

/** What became of typed or pasted addresses: those taken, and what is left in the field with the reason. */
export type ParsedEmails = { added: string[]; left: string; error: string | null }

/**
 * Addresses as people type and paste them: between commas, semicolons, spaces and line breaks, with or without a name
 * (`Jo Marsh <jo@law.example>`). What cannot be taken stays in the field, with the reason of the first.
 */
export function parseEmails(typed: string, given: EmailLists): ParsedEmails {
  const added: string[] = []
  const left: string[] = []
  let error: string | null = null
  for (const part of splitEmails(typed)) {
    const why = whyNotAddEmail(part, { ...given, to: [...given.to, ...added] })
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

/** What is typed into the fields and not in their lists yet. */
export type Typing = Record<ListName, string>
export const noTypedEmails: Typing = { to: '', cc: '', bcc: '' }

/** What is wrong with text that is left in the fields, by field: it would be sent to nobody. */
export function typedEmailErrors(typing: Typing, given: EmailLists): Partial<Record<ListName, string>> {
  return Object.fromEntries(
    listNames.flatMap((list) => {
      const { error } = parseEmails(typing[list], given)
      return error === null ? [] : [[list, error]]
    }),
  )
}

const listLabels: Record<ListName, string> = { to: 'To', cc: 'CC', bcc: 'BCC' }

/** Why text in a field holds Send, with the text itself; null where there is none or it can be taken. */
export function whyTypingBlocksSend(typing: Typing, given: EmailLists): string | null {
  const list = listNames.find((one) => typedEmailErrors(typing, given)[one] !== undefined)
  return list ? `Correct or remove “${typing[list].trim()}” under ${listLabels[list]}` : null
}

type Props = {
  label: string
  list: ListName
  lists: Record<keyof EmailLists, string[]>
  onChange: (addresses: string[]) => void
  /** What is typed and not in the list yet. */
  typed: string
  onTyped: (text: string) => void
  /** What the server has against it. */
  error?: string | undefined
  optional?: boolean
}

const separatorKeys = new Set(['Enter', ',', ';', ' '])

/**
 * Addresses as chips: Enter, a comma or leaving the field takes what is typed; Backspace takes the last one back. What is
 * refused stays in the field with the reason.
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
