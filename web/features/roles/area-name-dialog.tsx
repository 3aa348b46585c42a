import type { Wire } from '@gya/domain/endpoint.ts'
import { createArea, type listAreas, updateArea } from '@gya/domain/features/roles/areas.contract.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { areaAdded, areaRenamed } from './areas.messages.ts'

type WireArea = Wire<typeof listAreas, 'response'>['data'][number]
type Props = { companyId: string; onClose: () => void }

const whyNotSave = ({ name }: { name: string }): string | null => (name.trim() === '' ? 'Enter the name first' : null)

/** Its branches are assigned on the screen, by dragging or with their menu. */
export function NewAreaDialog({ companyId, onClose }: Props) {
  const saving = useSaveForm({
    call: createArea,
    name: `area-create-${companyId}`,
    isNew: true,
    initialValues: { name: '' },
    toInput: ({ name }) => ({ params: { companyId }, body: { name } }),
    messages: areaAdded,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title="New area"
      saving={saving}
      onClose={onClose}
      disabledReason={whyNotSave(saving.form.values)}
      saveLabel="Create area"
    >
      <TextField {...saving.form.getInputProps('name')} label="Name" maxLength={80} required data-autofocus />
    </SaveFormDialog>
  )
}

export function RenameAreaDialog({ companyId, area, onClose }: Props & { area: WireArea }) {
  const saving = useSaveForm({
    call: updateArea,
    name: `area-${area._id}`,
    initialValues: { name: area.name },
    version: area.version,
    toInput: ({ name }, version) => ({ params: { companyId, areaId: area._id }, body: { name, version } }),
    messages: areaRenamed,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title={`Rename ${area.name}`}
      saving={saving}
      onClose={onClose}
      disabledReason={whyNotSave(saving.form.values)}
    >
      <TextField {...saving.form.getInputProps('name')} label="Name" maxLength={80} required data-autofocus />
    </SaveFormDialog>
  )
}
