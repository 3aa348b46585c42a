import './party-links.css'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { listProposals } from '@gya/domain/features/party-links/party-links.contract.ts'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useMay } from '../../lib/session/session.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { ProposalLine } from './proposal-line.tsx'
import { type Decidable, useDecisions } from './use-decisions.ts'

type Props = {
  params: PropertyParams
  property: { address: { line1: string }; version: number; offers: readonly { state: string }[] }
}

/** Open proposals of a sale, above its timeline. Renders nothing if there are none. */
export function ProposalStrip(props: Props) {
  const isSold = props.property.offers.some(({ state }) => state === 'A')
  return useMay('proposal.decide') && isSold ? <Strip {...props} /> : null
}

function Strip({ params, property }: Props) {
  const { data } = useCall(listProposals, { params })
  const decisions = useDecisions(params.companyId)
  const [declining, setDeclining] = useState<Decidable | null>(null)
  const open = (data?.data ?? []).filter(({ _id, state }) => state === 'open' && !decisions.hidden.has(_id))
  if (open.length === 0 && !declining) return null
  const decidable = open.map(
    (one): Decidable => ({
      ...one,
      property: { _id: params.propertyId, branch: params.branchId, line1: property.address.line1, version: property.version },
    }),
  )
  return (
    <section className="prop-strip" aria-label="Proposals of the parties">
      {decisions.failed && <Notice tone="bad">{decisions.failed}</Notice>}
      <ul className="panel proposals">
        {decidable.map((one) => (
          <li key={one._id} className="prop">
            <ProposalLine
              proposal={one}
              onAccept={() => void decisions.accept(one)}
              onDecline={() => setDeclining(one)}
              onFile={() => decisions.openFile(one)}
            />
          </li>
        ))}
      </ul>
      {declining && (
        <DeclineDialog
          proposal={declining}
          onCancel={() => setDeclining(null)}
          onDecline={(reason) => {
            void decisions.decline(declining, reason)
            setDeclining(null)
          }}
        />
      )}
    </section>
  )
}
