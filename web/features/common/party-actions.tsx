import './party-actions.css'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { type ConversationSale, DialogsContext } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useDiallerReturn } from '../../lib/use-dialler-return.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TelLink } from '../../ui/navigation/contact-links.tsx'
import type { ReachableParty } from './sale-parties.ts'

type Props = {
  party: ReachableParty
  companyId: string
  /** The subject of the conversation. */
  sales: readonly ConversationSale[]
  /** Shows an icon in place of the number and the address. */
  compact?: boolean
  onLogged?: (() => void) | undefined
  /** Called after an e-mail was sent. */
  onSent?: (() => void) | undefined
}

/** Call, Log, E-mail, always in this order. On a phone, returning from the dialler opens Log. */
export function PartyActions({ party, companyId, sales, compact = false, onLogged, onSent }: Props) {
  const { newConversation, newMessage } = useContext(DialogsContext)
  const mayLog = useMay('day.work')
  const [logging, setLogging] = useState(false)
  const [writing, setWriting] = useState(false)
  const onCall = useDiallerReturn(() => mayLog && setLogging(true))
  const { ref, name, tel, email } = party
  return (
    <span className="party-actions">
      {tel === '' ? (
        !compact && <span className="mut">No number</span>
      ) : (
        <TelLink tel={tel} className="call" onCall={onCall}>
          <Icon of={IconPhone} size={14} />
          {compact ? <span className="vh">Call {name}</span> : <span className="tnum">{tel}</span>}
        </TelLink>
      )}
      {mayLog && (
        <Button
          size="s"
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={`Log a conversation with ${name}`}
          onClick={() => setLogging(true)}
        >
          Log
        </Button>
      )}
      {email !== '' && mayLog && (
        <IconButton
          icon={IconMail}
          size="s"
          variant="quiet"
          label={`E-mail ${name}`}
          aria-haspopup="dialog"
          onClick={() => setWriting(true)}
        />
      )}
      {email !== '' && !mayLog && (
        <a className="btn quiet s icon" href={`mailto:${email}`} aria-label={`E-mail ${name}`} data-tip={email}>
          <Icon of={IconMail} size={16} />
        </a>
      )}
      {writing && newMessage({ companyId, partyRef: ref, sales, onSent, onClose: () => setWriting(false) })}
      {logging && newConversation({ companyId, partyRef: ref, sales, onLogged, onClose: () => setLogging(false) })}
    </span>
  )
}
