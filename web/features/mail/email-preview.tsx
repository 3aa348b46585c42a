import { type EmailLists, listNames } from '@gya/domain/features/mail/email-form.ts'
import { splitIntoMessages, whyNotDeliver } from '@gya/domain/features/mail/messages-of.ts'
import './email-dialog.css'
import type { Person } from './email-dialog.tsx'

type EmailPreviewProps = { lists: EmailLists; people: readonly Person[] }

/** "A copy of each of the 4 messages" */
const copiesLabel = (count: number): string => (count === 1 ? 'a copy' : `a copy of each of the ${count} messages`)

/** Who gets what: a message to each address under To, and copies where somebody is under CC or BCC. */
export function EmailPreview({ lists, people }: EmailPreviewProps) {
  const count = splitIntoMessages(lists).length
  if (count === 0) return null
  const who = (email: string) => {
    const person = people.find((one) => one.email.trim().toLowerCase() === email.trim().toLowerCase())
    return person ? ` (${person.who}: ${person.name})` : ''
  }
  const told = {
    to: count === 1 ? 'One message' : `${count} messages: each gets one of their own and sees no other address under To`,
    cc: `${lists.cc.length === 1 ? 'gets' : 'each get'} ${copiesLabel(count)}, and everybody sees their address`,
    bcc: `${lists.bcc.length === 1 ? 'gets' : 'each get'} ${copiesLabel(count)}, and nobody sees their address`,
  }
  const tooMany = whyNotDeliver(lists)
  return (
    <section className="email-preview" aria-label="Who gets what">
      <p>
        <b>{told.to}</b>
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
              Under {list.toUpperCase()}: {told[list]}.
            </p>
          ),
      )}
      {tooMany && <p className="err">{tooMany}</p>}
    </section>
  )
}
