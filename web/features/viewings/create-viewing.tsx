import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { useState } from 'react'
import { changedFields } from '../../platform/changed-fields.ts'
import { useTo } from '../../platform/place.ts'
import { useKeepAnswer } from '../../platform/use-call.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { useFollow } from '../../ui/link.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { ViewingFields } from './viewing-fields.tsx'
import { bodyOf, newViewing, type PropertyParams, viewingLabels } from './viewing-values.ts'
import { viewingAdded } from './viewings.messages.ts'

/** "After a successful add the user returns to the list." Property document, section 2. */
export function CreateViewing({ params }: { params: PropertyParams }) {
  const [initialValues] = useState(() => newViewing(new Date().toISOString()))
  const follow = useFollow()
  const to = useTo()
  const keep = useKeepAnswer()
  const saving = useSaveForm({
    call: addViewing,
    name: `viewing-create-${params.propertyId}`,
    initialValues,
    toInput: (values) => ({ params, body: bodyOf(values) }),
    messages: viewingAdded,
    onSaved: (answer) => {
      keep(readProperty, { params }, answer)
      follow(to('/property/viewings'))
    },
  })
  const { form } = saving
  return (
    <form {...saving.props} aria-label="Add Viewing">
      <div className="grid1 narrow before-savebar">
        {saving.above}
        <FormPanel title="Add Viewing">
          <ViewingFields form={form} />
        </FormPanel>
      </div>
      <SaveBar
        summary={changedFields(form, viewingLabels).join(', ') || undefined}
        saveLabel="Add viewing"
        pending={saving.pending}
        onDiscard={saving.dirty ? form.reset : undefined}
      />
    </form>
  )
}
