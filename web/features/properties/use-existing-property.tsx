import './use-existing-property.css'
import { addressLine } from '@gya/domain/common/address-line.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { reportFailure } from '../../lib/api/report-failure.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { PhaseBadge } from '../common/phase-badge.tsx'
import { existingPropertyFound, propertySaved } from './properties.messages.ts'

type Match = Wire<typeof listCompanyProperties, 'response'>['data'][number]
type FoundDuplicates = { matches: readonly Match[]; count: number; create: () => void }

const Matches = ({ matches }: { matches: readonly Match[] }) => {
  const to = useScopedPath()
  return (
    <ul className="matches">
      {matches.map((match) => (
        <li key={match._id}>
          <Link className="link" target="_blank" to={to('/property/edit', { branch: match.branch._id, property: match._id })}>
            {addressLine(match.address)}
            <span className="vh"> (opens in a new tab)</span>
          </Link>
          <span className="mut">{match.branch.name}</span>
          <PhaseBadge phase={match.phase} />
        </li>
      ))}
    </ul>
  )
}

export type ExistingPropertyCheck = {
  /** Runs `create`, after a confirmation if the company has a property with this postcode. */
  check: (postcode: string, create: () => void) => Promise<void>
  pending: boolean
  /** The confirmation, or the error of the search. */
  shown: ReactNode
}

/**
 * "Before a create, the company's properties are searched by postcode; any match asks for confirmation."
 * [property §4](docs/design/property.md#4).
 */
export function useExistingProperty(companyId: string): ExistingPropertyCheck {
  const [found, setFound] = useState<FoundDuplicates | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const check = async (postcode: string, create: () => void) => {
    setPending(true)
    setFailed(null)
    try {
      const query = { postcode, itemsPerPage: '100' }
      const { data, paging } = await callApi(listCompanyProperties, { params: { companyId }, query })
      if (data.length === 0) create()
      else setFound({ matches: data, count: paging.count, create })
    } catch (refusal) {
      reportFailure(refusal, ({ message }) => setFailed(message))
    } finally {
      setPending(false)
    }
  }
  const shown = (
    <>
      {failed && (
        <Notice tone="bad" title={propertySaved.failure.title}>
          {failed}
        </Notice>
      )}
      {found && (
        <ConfirmDialog
          open
          title={existingPropertyFound}
          confirmLabel="Create property"
          onCancel={() => setFound(null)}
          onConfirm={() => {
            setFound(null)
            found.create()
          }}
        >
          <p>
            {found.count === 1 ? 'One property' : `${found.count} properties`} of this company{' '}
            {found.count === 1 ? 'has' : 'have'} this postcode already. Create another one?
          </p>
          <Matches matches={found.matches} />
        </ConfirmDialog>
      )}
    </>
  )
  return { check, pending, shown }
}
