import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { useContext, useState } from 'react'
import { FallenSales } from '../../features/chain/fallen-sales.tsx'
import { ChaseStep } from '../../features/conversations/chase-step.tsx'
import { usePerformFallOff } from '../../features/fall-offs/perform-fall-off.tsx'
import { ExchangeGate } from '../../features/gates/exchange-gate.tsx'
import { SaleNotes } from '../../features/notes/sale-notes.tsx'
import { OpenProposals } from '../../features/party-links/open-proposals.tsx'
import { PropertyPage, type WireProperty } from '../../features/properties/property-page.tsx'
import { TimelineEditor } from '../../features/timeline/timeline-editor.tsx'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'

type NewNote = { stepKey?: number | undefined }

/** Timeline with notes beside it and the dialog that adds a note. */
function TimelineWithNotes({ property, params }: { property: WireProperty; params: PropertyParams }) {
  const { newNote } = useContext(DialogsContext)
  const canWrite = useMay('property.edit')
  const [writing, setWriting] = useState<NewNote | null>(null)
  const fallOff = usePerformFallOff({ property, params })
  const steps = property.timeline.data
  return (
    <>
      <FallenSales property={property} params={params} />
      <OpenProposals property={property} params={params} />
      <TimelineEditor
        property={property}
        params={params}
        fallOff={fallOff.action}
        beforeExchange={<ExchangeGate params={params} offers={property.offers} documents={property.documents} />}
        chase={(step) => <ChaseStep property={property} params={params} step={step} />}
        onNewNote={canWrite ? (stepKey) => setWriting({ stepKey }) : undefined}
        beside={<SaleNotes params={params} steps={steps} onAdd={canWrite ? () => setWriting({}) : undefined} />}
      />
      {fallOff.dialog}
      {writing && newNote({ params, steps, stepKey: writing.stepKey, onClose: () => setWriting(null) })}
    </>
  )
}

/** /property/timeline: the steps of a sale. */
export default function PropertyTimelinePage() {
  return (
    <PropertyPage crumb="Timeline">
      {(property, params) => <TimelineWithNotes key={property._id} property={property} params={params} />}
    </PropertyPage>
  )
}
