import type { EmailLists, ListName } from '@gya/domain/features/mail/email-form.ts'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import './email-dialog.css'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { parseEmails } from './typed-emails.ts'

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
