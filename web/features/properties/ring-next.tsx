import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { telephoneLink } from '@gya/domain/common/telephone.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { IconMail, IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useDiallerReturn } from '../../lib/use-dialler-return.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import type { RungParty } from './use-next-action.ts'

type Props = { party: RungParty | null; line1: string; params: PropertyParams }

/**
 * "Ring is a `tel:` link named after who is rung; without a number it is E-mail, without both 'Nobody to contact'."
 * [seat §3](docs/design/seat.md#3).
 */
export function RingNext({ party, line1, params: { companyId, branchId, propertyId } }: Props) {
  const { newConversation, newMessage } = useContext(DialogsContext)
  const to = useScopedPath()
  const mayWork = useMay('day.work')
  const mayEdit = useMay('property.edit')
  const [dialog, setDialog] = useState<'log' | 'email' | null>(null)
  const onCall = useDiallerReturn(() => mayWork && setDialog('log'))
  const tel = party && telephoneLink(party.tel)
  if (!party || (tel === null && party.email === '')) {
    const words = (
      <>
        <Icon of={IconPhoneOff} size={14} />
        <span className="words">Nobody to contact</span>
      </>
    )
    return mayEdit ? (
      <Link className="btn s ring none" to={to('/property/contacts')}>
        {words}
      </Link>
    ) : (
      <span className="ring none">{words}</span>
    )
  }
  const { ref, name, firm, email, role } = party
  const who = [name, firm, saleRoleLabels[role]].filter(Boolean).join(', ')
  const names = (verb: string) => (
    <>
      <span className="words">{name}</span>
      <span className="verb">{verb}</span>
    </>
  )
  const about = { companyId, partyRef: ref, onClose: () => setDialog(null) }
  return (
    <>
      {tel !== null ? (
        <a className="btn s ring" href={tel} aria-label={`Ring ${who}`} data-tip={`${who}, ${party.tel}`} onClick={onCall}>
          <Icon of={IconPhone} size={14} />
          {names('Ring')}
        </a>
      ) : mayWork ? (
        <Button
          className="ring"
          size="s"
          icon={IconMail}
          aria-label={`E-mail ${who}`}
          aria-haspopup="dialog"
          tip={`${who}, ${email}`}
          onClick={() => setDialog('email')}
        >
          {names('E-mail')}
        </Button>
      ) : (
        <a className="btn s ring" href={`mailto:${email}`} aria-label={`E-mail ${who}`} data-tip={`${who}, ${email}`}>
          <Icon of={IconMail} size={14} />
          {names('E-mail')}
        </a>
      )}
      {dialog === 'log' && newConversation({ ...about, sales: [{ propertyId, branchId, address: line1 }] })}
      {dialog === 'email' && newMessage({ ...about, sales: [{ propertyId, branchId }] })}
    </>
  )
}
