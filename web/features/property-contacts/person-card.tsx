import './property-contacts.css'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ConversationSale } from '../../lib/screens.ts'
import { IconButton } from '../../ui/button.tsx'
import { MailLink, TelLink } from '../../ui/navigation/contact-links.tsx'
import { PartyActions } from '../common/party-actions.tsx'
import type { ReachableParty } from '../common/sale-parties.ts'
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

/** The sale whose contacts are shown, and the saved ones by `ref`: only they can be called about it. */
export const CallableContext = createContext<{
  companyId: string
  sale: ConversationSale
  parties: ReadonlyMap<string, ReachableParty>
} | null>(null)

type PersonCardProps = {
  person: ContactDetails
  /** Identifies the person or firm in a conversation. */
  partyRef?: string | undefined
  /** Shown after the name: the role. */
  sign?: ReactNode
  children?: ReactNode
}

/** E-mail and telephone as links, and a button that copies all. */
export const PersonCard = ({ person, partyRef, sign, children }: PersonCardProps) => {
  const callable = useContext(CallableContext)
  const party = callable && partyRef !== undefined ? callable.parties.get(partyRef) : undefined
  return (
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
        {callable && party && <PartyActions party={party} companyId={callable.companyId} sales={[callable.sale]} compact />}
        <CopyButton person={person} />
        {children}
      </div>
    </div>
  )
}

/** Renders dialogs beside the page's form, because forms cannot be nested. */
export const RenderOutsideForm = ({ children }: { children: ReactNode }) => createPortal(children, document.body)
