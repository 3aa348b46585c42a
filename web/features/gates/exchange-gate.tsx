import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { Tag } from '../../ui/tag.tsx'
import { GateList, useGate } from './gate-list.tsx'

type Props = {
  params: PropertyParams
  offers: readonly { _id: string; state: string }[]
  documents: readonly { _id: string; file: { fileName: string } }[]
}

/** Checks required before Exchanged. Renders nothing if no gate applies to the sale. */
export function ExchangeGate({ params, offers, documents }: Props) {
  const offerId = offers.find(({ state }) => state === 'A')?._id
  const { view, blocked } = useGate({ params, gate: 'exchange', offerId })
  if (!view || offerId === undefined) return null
  const open = view.items.filter(({ state }) => state === 'open').length
  return (
    <section className="panel exchange-gate" aria-labelledby="exchange-gate-title">
      <header>
        <h2 id="exchange-gate-title">Before exchange</h2>
        {open === 0 ? (
          <Tag tone="good">All there</Tag>
        ) : (
          <Tag tone={blocked.length > 0 ? 'red' : 'amber'}>
            {open} open{blocked.length > 0 ? ': Exchanged is refused' : ''}
          </Tag>
        )}
      </header>
      <GateList params={params} gate="exchange" offerId={offerId} view={view} documents={documents} />
    </section>
  )
}
