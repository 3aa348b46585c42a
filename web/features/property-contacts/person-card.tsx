import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../../ui/button.tsx'
import { MailLink, TelLink } from '../../ui/navigation/contact-links.tsx'
import { contactLines } from './contacts-values.ts'

type ContactDetails = { name: string; email: string; tel: string }

/** How long the sign of a copy stays, in milliseconds. */
const copiedMessageDuration = 2000

/** Copies name, e-mail and telephone, a line each. */
function CopyButton({ person }: { person: ContactDetails }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedMessageDuration)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard?.writeText(contactLines(person)).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <>
      <IconButton
        icon={copied ? IconCheck : IconCopy}
        label={`Copy ${person.name}`}
        variant="quiet"
        size="s"
        onClick={() => void copy()}
      />
      <span className="vh" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}

type PersonCardProps = {
  person: ContactDetails
  /** Behind the name: what the person is. */
  sign?: ReactNode
  /** Buttons at the end. */
  children?: ReactNode
}

/** Somebody with how to reach them: e-mail and telephone as links, and a button that copies all of it. */
export const PersonCard = ({ person, sign, children }: PersonCardProps) => (
  <div className="contact-person">
    <div className="contact-named">
      <b>{person.name}</b> {sign}
      <div className="contact-reach">
        <MailLink email={person.email} />
        <TelLink tel={person.tel} />
        {!person.email && !person.tel && <span className="mut">No e-mail or telephone known</span>}
      </div>
    </div>
    <div className="contact-acts">
      <CopyButton person={person} />
      {children}
    </div>
  </div>
)

/** A form's dialogs are forms of their own: they stand beside it in the document, because a form cannot hold another. */
export const RenderOutsideForm = ({ children }: { children: ReactNode }) => createPortal(children, document.body)
