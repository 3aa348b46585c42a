import { useContext, useState } from 'react'
import { SaleNotes } from '../features/notes/sale-notes.tsx'
import { type PanelProperty, PanelSection, PropertyPanel } from '../features/property-panel/property-panel.tsx'
import { TimelineEditor } from '../features/timeline/timeline-editor.tsx'
import { DialogsContext, type PropertyPanelProps } from '../lib/screens.ts'
import { useMay } from '../lib/session/session.tsx'

/** The side panel of lists, composed of the parts of several features. */
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
  const [writing, setWriting] = useState<{ stepKey?: number | undefined } | null>(null)
  const steps = property.timeline.data
  return (
    <>
      <PanelSection title="Timeline">
        <TimelineEditor
          property={property}
          params={params}
          onNewNote={canWrite ? (stepKey) => setWriting({ stepKey }) : undefined}
        />
      </PanelSection>
      <SaleNotes params={params} steps={steps} onAdd={canWrite ? () => setWriting({}) : undefined} />
      {writing && newNote({ params, steps, stepKey: writing.stepKey, onClose: () => setWriting(null) })}
    </>
  )
}
