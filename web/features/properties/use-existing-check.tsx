import { addressLine } from '@gya/domain/common/address-line.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { type ReactNode, useState } from 'react'
import './existing-property.css'
import { ApiError, callApi } from '../../platform/api.ts'
import { useScopedPath } from '../../platform/place.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhaseBadge } from '../../ui/phase-badge.tsx'
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

export type DuplicateCheck = {
  /** Runs `create` at once when the company has no property with this postcode, else after the question. */
  check: (postcode: string, create: () => void) => Promise<void>
  pending: boolean
  /** The question, or the refusal of a look-up that failed. */
  shown: ReactNode
}

/** "Before a create, the company's properties are searched by postcode; any match asks for confirmation." Property document, section 4. */
export function useDuplicateCheck(companyId: string): DuplicateCheck {
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
      if (!(refusal instanceof ApiError)) throw refusal
      setFailed(refusal.message)
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
