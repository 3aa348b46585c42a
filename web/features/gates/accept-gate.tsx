import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { ReactNode } from 'react'
import { GateList, useGate } from './gate-list.tsx'

type Props = {
  params: PropertyParams
  /** The pending offer. */
  offerId: string | undefined
  documents: readonly { _id: string; file: { fileName: string } }[]
  children: (gate: { blocked: readonly string[]; list: ReactNode }) => ReactNode
}

/** "In the accept dialog a list of items; its button is disabled by the same function and says the same sentences." */
export function AcceptGate({ params, offerId, documents, children }: Props) {
  const { view, blocked } = useGate({ params, gate: 'accept', offerId })
  if (!view || offerId === undefined) return children({ blocked: [], list: null })
  const list = (
    <section className="gate-dialog" aria-label="What has to be there before">
      <h3 className="sub">{view.mode === 'block' ? 'Has to be there before' : 'Should be there before'}</h3>
      <GateList params={params} gate="accept" offerId={offerId} view={view} documents={documents} />
    </section>
  )
  return children({ blocked, list })
}
