import { unlikelyRelaunchDay } from '@gya/domain/common/unlikely-values.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { addRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'
import { useState } from 'react'
import { useCacheAnswer } from '../../lib/api/use-call.ts'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { RelaunchFields } from './relaunch-fields.tsx'
import { bodyOf, type PropertyParams, type RelaunchValues, relaunchLabels } from './relaunch-values.ts'
import { relaunchAdded } from './relaunches.messages.ts'

/** "After a successful add the user returns to the list." Property document, section 2. */
export function CreateRelaunch({ params }: { params: PropertyParams }) {
  const [initialValues] = useState<RelaunchValues>(() => ({ when: today(), notes: '' }))
  const follow = useFollowLink()
  const to = useScopedPath()
  const keep = useCacheAnswer()
  const saving = useSaveForm({
    call: addRelaunch,
    name: `relaunch-create-${params.propertyId}`,
    isNew: true,
    initialValues,
    toInput: (values) => ({ params, body: bodyOf(values) }),
    implausible: ({ when }) => [unlikelyRelaunchDay(when, today())],
    messages: relaunchAdded,
    onSaved: (answer) => {
      keep(readProperty, { params }, answer)
      follow(to('/property/relaunches'))
    },
  })
  const { form } = saving
  return (
    <SaveFormPage label="Add Relaunch" saving={saving} labels={relaunchLabels} saveLabel="Add relaunch">
      <FormPanel title="Add Relaunch">
        <RelaunchFields form={form} />
      </FormPanel>
    </SaveFormPage>
  )
}
