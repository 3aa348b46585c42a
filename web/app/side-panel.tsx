import { useContext, useState } from 'react'
import { WhereSaleStands } from '../features/common/where-sale-stands.tsx'
import { ChaseStep } from '../features/conversations/chase-step.tsx'
import { SaleConversations } from '../features/conversations/sale-conversations.tsx'
import { SaleNotes } from '../features/notes/sale-notes.tsx'
import { CallStrip } from '../features/properties/call-strip.tsx'
import { NextActions } from '../features/property-panel/next-actions.tsx'
import { type PanelProperty, PanelSection, PropertyPanel } from '../features/property-panel/property-panel.tsx'
import { TimelineEditor } from '../features/timeline/timeline-editor.tsx'
import { DialogsContext, type PropertyPanelProps } from '../lib/screens.ts'
import { useMay } from '../lib/session/session.tsx'

/** The side panel of lists, composed of parts of several features. */
export function SidePanel(props: PropertyPanelProps) {
  return (
    <PropertyPanel {...props}>
      {(property) => <PanelParts key={property._id} property={property} params={props.params} />}
    </PropertyPanel>
  )
}

function PanelParts({ property, params }: { property: PanelProperty; params: PropertyPanelProps['params'] }) {
  const { newNote } = useContext(DialogsContext)
  const canWrite = useMay('property.edit')
  const hasTimeline = useMay('property.timeline')
  const [writing, setWriting] = useState<{ stepKey?: number | undefined } | null>(null)
  const steps = property.timeline.data
  return (
    <>
      <WhereSaleStands params={params} />
      <NextActions params={params} />
      <PanelSection title="Parties">
        <CallStrip property={property} params={params} />
      </PanelSection>
      {hasTimeline && (
        <PanelSection title="Timeline">
          <TimelineEditor
            property={property}
            params={params}
            chase={(step) => <ChaseStep property={property} params={params} step={step} />}
            onNewNote={canWrite ? (stepKey) => setWriting({ stepKey }) : undefined}
          />
        </PanelSection>
      )}
      <PanelSection title="Last conversations">
        <SaleConversations params={params} />
      </PanelSection>
      <SaleNotes params={params} steps={steps} onAdd={canWrite ? () => setWriting({}) : undefined} />
      {writing && newNote({ params, steps, stepKey: writing.stepKey, onClose: () => setWriting(null) })}
    </>
  )
}
