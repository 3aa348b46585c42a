import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { readGate } from '@gya/domain/features/gates/gates.contract.ts'
import type { ReactNode } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { GateList, useGate } from './gate-list.tsx'

type Props = {
  params: PropertyParams
  offerId: string
  /** An accepted offer keeps its list, which no longer blocks anything. */
  isAccepted: boolean
  documents: readonly { _id: string; file: { fileName: string } }[]
  children: (gate: { blocked: readonly string[]; list: ReactNode }) => ReactNode
}

/** "In the accept dialog a list of items; its button is disabled by the same function and says the same sentences." */
export function AcceptGate({ params, offerId, isAccepted, documents, children }: Props) {
  const { view, blocked, isLoading } = useGate({ params, gate: 'accept', offerId })
  if (!view) return children({ blocked: isLoading ? ['Please wait...'] : [], list: null })
  const list = (
    <section className="gate-dialog" aria-label="What has to be there before">
      <h3 className="sub">
        {isAccepted
          ? 'Asked for before it was accepted'
          : view.mode === 'block'
            ? 'Has to be there before'
            : 'Should be there before'}
      </h3>
      <GateList params={params} gate="accept" offerId={offerId} view={view} documents={documents} />
    </section>
  )
  return children({ blocked: isAccepted ? [] : blocked, list })
}

/** Whether the company requires checks before an offer is accepted. They belong to an offer; true while loading. */
export function useAsksBeforeAccepting(params: PropertyParams): boolean {
  const { data } = useCall(readGate, { params: { ...params, gate: 'accept' }, query: {} })
  return data?.mode !== 'off'
}
