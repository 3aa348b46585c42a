import './call-strip.css'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Icon } from '../../ui/icon.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { Link } from '../../ui/navigation/link.tsx'
import { PartyActions } from '../common/party-actions.tsx'
import { contactsSection, partyOfSale, type StripRole, stripRoles } from '../common/sale-parties.ts'

type Sale = Parameters<typeof partyOfSale>[0] & { address: { line1: string }; phase: Phase; buyer: { cashBuyer: boolean } }

/** Before a sale is agreed, a missing buyer or solicitor is not reported; a cash buyer needs no broker. */
const isMissed = (role: StripRole, { phase, buyer }: Sale): boolean =>
  (phase === 'sold' || phase === 'exchanged') && !(role === 'buyerBroker' && buyer.cashBuyer)

/** Vendor, buyer, their solicitors and the broker, each with telephone, Log and e-mail. Folded on a phone. */
export function CallStrip({ property, params }: { property: Sale; params: PropertyParams }) {
  const isPhone = useIsPhone()
  const roles = stripRoles.filter((role) => partyOfSale(property, role) !== null || isMissed(role, property))
  const [unfolded, setUnfolded] = useState(false)
  return (
    // Always the same elements, so that rotating a phone keeps an open dialog.
    <details
      className="call-strip-fold"
      open={!isPhone || unfolded}
      onToggle={(event) => isPhone && setUnfolded(event.currentTarget.open)}
    >
      <summary hidden={!isPhone}>
        <Icon of={IconChevronRight} size={14} />
        Call or log <span className="mut">{roles.length === 1 ? '1 party' : `${roles.length} parties`}</span>
      </summary>
      <ul className="call-strip" aria-label="Parties of the sale">
        {roles.map((role) => (
          <StripParty key={role} role={role} property={property} params={params} />
        ))}
      </ul>
    </details>
  )
}

function StripParty({ role, property, params }: { role: StripRole; property: Sale; params: PropertyParams }) {
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
          <PartyActions party={party} companyId={companyId} sales={[{ propertyId, branchId, address: property.address.line1 }]} />
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
