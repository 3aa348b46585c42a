import { showDate } from '@gya/domain/common/dates.ts'
import { triesInARow } from '@gya/domain/features/conversations/conversations.rules.ts'
import { describeRoles } from '@gya/domain/features/property-contacts/parties.ts'
import { manyAttempts } from '@gya/domain/features/today/describe-item.ts'
import { IconBuilding, IconMail, IconPhone } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TelLink } from '../../ui/navigation/contact-links.tsx'
import { dayMonth } from '../common/short-conversations.tsx'
import type { Party } from './use-conversation.ts'

/** Returns the firm's number if it differs from the person's. */
export const mainNumberOf = ({ party: { tel, firm } }: Party): string | null =>
  firm && firm.tel !== '' && firm.tel !== tel ? firm.tel : null

/** Returns the address of the person, or that of the firm if there is none. */
export const addressOf = ({ party: { email, firm } }: Party): string => email || firm?.email || ''

/** "Buyer's solicitor of 3, vendor's of 2. Last spoke on 29/10." */
export const rolesText = ({ roles, lastSpokeOn }: Party): string =>
  [
    roles.length > 0 ? `${describeRoles(roles)}.` : '',
    lastSpokeOn ? `Last spoke on ${dayMonth(lastSpokeOn)}.` : 'Not spoken to yet.',
  ]
    .filter(Boolean)
    .join(' ')

type Props = {
  party: Party
  /** Called when a telephone link is clicked. */
  onCall: () => void
  /** Opens the message dialog. If omitted, the address is a mailto link. */
  onEmail?: (() => void) | undefined
  /** Whether the keys C and E are shown. */
  withKeys: boolean
}

/** Telephone numbers as large links, and an e-mail button. */
export function Dial({ party, onCall, onEmail, withKeys }: Props) {
  const { tel, firm } = party.party
  const main = mainNumberOf(party)
  const write = (
    <>
      <Icon of={IconMail} size={16} />
      E-mail
      {withKeys && (
        <span className="kbd" aria-hidden="true">
          E
        </span>
      )}
    </>
  )
  return (
    <div className="dial">
      {tel !== '' && (
        <TelLink tel={tel} className="btn" onCall={onCall}>
          <Icon of={IconPhone} size={16} />
          <b className="tnum">{tel}</b>
          {withKeys && (
            <span className="kbd" aria-hidden="true">
              C
            </span>
          )}
        </TelLink>
      )}
      {main !== null && (
        <TelLink tel={main} className="btn" onCall={onCall}>
          <Icon of={IconBuilding} size={16} />
          <span className="tnum">{main}</span>
          <span className="vh">, main number of {firm?.name}</span>
        </TelLink>
      )}
      {addressOf(party) !== '' &&
        (onEmail ? (
          <Button aria-haspopup="dialog" onClick={onEmail}>
            {write}
          </Button>
        ) : (
          <a className="btn" href={`mailto:${addressOf(party)}`}>
            {write}
          </a>
        ))}
      {tel === '' && main === null && addressOf(party) === '' && <span className="mut">No telephone or e-mail known</span>}
    </div>
  )
}

/** At an address that does not work; the next e-mail is sent all the same. */
export const CameBack = ({ party: { cameBackOn } }: Pick<Props, 'party'>) =>
  cameBackOn && <Notice tone="warn">E-mails to this address came back on {showDate(cameBackOn)}.</Notice>

/** "From 3 tries the row says '3 tries unanswered' and the card offers the firm's main number and the e-mail." */
export function Unanswered({ party, onEmail }: Pick<Props, 'party' | 'onEmail'>) {
  const attempts = triesInARow(party.conversations)
  if (attempts < manyAttempts) return null
  const main = mainNumberOf(party)
  const { firm } = party.party
  const email = addressOf(party)
  return (
    <Notice tone="warn" title={`${attempts} tries unanswered`}>
      {main !== null && (
        <>
          Try the main number of {firm?.name}: <TelLink tel={main} />.{' '}
        </>
      )}
      {email !== '' && (
        <>
          Or write to{' '}
          {onEmail ? (
            <button type="button" className="link" aria-haspopup="dialog" onClick={onEmail}>
              {email}
            </button>
          ) : (
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          )}
          .
        </>
      )}
      {main === null && email === '' && 'Neither another number nor an e-mail is known.'}
    </Notice>
  )
}
