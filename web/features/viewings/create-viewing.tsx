import { unlikelyViewingDay } from '@gya/domain/common/unlikely-values.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { useState } from 'react'
import { useCacheAnswer } from '../../lib/api/use-call.ts'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { ViewingFields } from './viewing-fields.tsx'
import { bodyOf, newViewing, type PropertyParams, viewingLabels } from './viewing-values.ts'
import { viewingAdded } from './viewings.messages.ts'

/** "After a successful add the user returns to the list." Property document, section 2. */
export function CreateViewing({ params }: { params: PropertyParams }) {
  const [initialValues] = useState(() => newViewing(new Date().toISOString()))
  const follow = useFollowLink()
  const to = useScopedPath()
  const keep = useCacheAnswer()
  const saving = useSaveForm({
    call: addViewing,
    name: `viewing-create-${params.propertyId}`,
    isNew: true,
    initialValues,
    toInput: (values) => ({ params, body: bodyOf(values) }),
    implausible: ({ when }) => [unlikelyViewingDay(when, today())],
    messages: viewingAdded,
    onSaved: (answer) => {
      keep(readProperty, { params }, answer)
      follow(to('/property/viewings'))
    },
  })
  const { form } = saving
  return (
    <SaveFormPage label="Add Viewing" saving={saving} labels={viewingLabels} saveLabel="Add viewing">
      <FormPanel title="Add Viewing">
        <ViewingFields form={form} />
      </FormPanel>
    </SaveFormPage>
  )
}
