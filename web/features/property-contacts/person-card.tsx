import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../../ui/button.tsx'
import { MailLink, TelLink } from '../../ui/navigation/contact-links.tsx'
import { contactLines } from './contacts-values.ts'

type ContactDetails = { name: string; email: string; tel: string }

/** In milliseconds. */
const copiedMessageDuration = 2000

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
  /** After the name: the role. */
  sign?: ReactNode
  children?: ReactNode
}

/** E-mail and telephone as links, and a button that copies all. */
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

/** Renders dialogs beside the page's form, because forms cannot be nested. */
export const RenderOutsideForm = ({ children }: { children: ReactNode }) => createPortal(children, document.body)
