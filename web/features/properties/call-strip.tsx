import './call-strip.css'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { isSalePhase, type Phase } from '@gya/domain/features/timeline/phase.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Link } from '../../ui/navigation/link.tsx'
import { PartyActions } from '../common/party-actions.tsx'
import { contactsSection, partyOfSale, type StripRole, stripRoles } from '../common/sale-parties.ts'

type Sale = Parameters<typeof partyOfSale>[0] & { address: { line1: string }; phase: Phase; buyer: { cashBuyer: boolean } }

/** Before a sale is agreed, a missing buyer or solicitor is not reported; a cash buyer needs no broker. */
const isMissed = (role: StripRole, { phase, buyer }: Sale): boolean =>
  isSalePhase(phase) && !(role === 'buyerBroker' && buyer.cashBuyer)

type Props = { property: Sale; params: PropertyParams; onDone?: (() => void) | undefined }

const rolesOf = (property: Sale): readonly StripRole[] =>
  stripRoles.filter((role) => partyOfSale(property, role) !== null || isMissed(role, property))

/** Vendor, buyer, their solicitors and the broker, each with telephone, Log and e-mail. `onDone`: after a log or an e-mail. */
export const CallStrip = (props: Props) => (
  <ul className="call-strip" aria-label="Parties of the sale">
    {rolesOf(props.property).map((role) => (
      <StripParty key={role} role={role} {...props} />
    ))}
  </ul>
)

function StripParty({ role, property, params, onDone }: Props & { role: StripRole }) {
  const to = useScopedPath()
  const mayEdit = useMay('property.edit')
  const party = partyOfSale(property, role)
  const { companyId, branchId, propertyId } = params
  return (
    <li>
      <span className="role">{saleRoleLabels[role]}</span>
      {party ? (
        <>
          <span className="named" data-tip={party.firm === '' ? undefined : `${party.name}, ${party.firm}`}>
            <b>{party.name}</b>
            {party.firm !== '' && <span className="mut">{party.firm}</span>}
          </span>
          <PartyActions
            party={party}
            companyId={companyId}
            sales={[{ propertyId, branchId, address: property.address.line1 }]}
            onLogged={onDone}
            onSent={onDone}
          />
        </>
      ) : (
        <>
          <span className="named mut">Nobody to contact</span>
          {mayEdit && (
            <Link className="link" to={`${to('/property/contacts')}#${contactsSection[role]}`}>
              Add contact
            </Link>
          )}
        </>
      )}
    </li>
  )
}
