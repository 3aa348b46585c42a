import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { isDelayed } from '@gya/domain/features/timeline/most-urgent-step.ts'
import type { Step } from '@gya/domain/features/timeline/timeline.model.ts'
import { partyOfStep } from '@gya/domain/features/today/party-of-step.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Link } from '../../ui/navigation/link.tsx'
import { PartyActions } from '../common/party-actions.tsx'
import { partiesOfSale } from '../common/sale-parties.ts'

type Props = {
  property: Parameters<typeof partiesOfSale>[0] & Parameters<typeof partyOfStep>[0] & { address: { line1: string } }
  params: PropertyParams
  step: Step
}

/** Call, Log and E-mail buttons for the party of an overdue step. */
export function ChaseStep({ property, params, step }: Props) {
  const to = useScopedPath()
  const mayEdit = useMay('property.edit')
  const { partyRef, partyRole } = partyOfStep(property, step)
  if (partyRole === 'self') return null
  const party = partyRef === null ? undefined : partiesOfSale(property).get(partyRef)
  const key = step.survey?.awaitingReports ? `survey:${step.key}` : `step:${step.key}`
  const { companyId, branchId, propertyId } = params
  return (
    <span className="chase-step">
      {party ? (
        <>
          <span>{isDelayed(step) ? `Ask ${party.name} why, and log it` : `Chase ${party.name}`}</span>
          <PartyActions
            party={party}
            companyId={companyId}
            sales={[{ propertyId, branchId, address: property.address.line1, keys: [key] }]}
            compact
          />
        </>
      ) : (
        <>
          <span>Nobody to contact.</span>
          {mayEdit && (
            <Link className="link" to={to('/property/contacts')}>
              Add contact
            </Link>
          )}
        </>
      )}
    </span>
  )
}
