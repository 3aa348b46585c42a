import { unlikelyViewingDay } from '@gya/domain/common/unlikely-values.ts'
import { updateViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { ViewingFields } from './viewing-fields.tsx'
import { bodyOf, type PropertyParams, valuesOf, type WireViewing } from './viewing-values.ts'
import { viewingSaved } from './viewings.messages.ts'

type Props = { viewing: WireViewing; version: number; params: PropertyParams; onClose: () => void }

/** Changes a viewing: another time, or what the client said of the property. */
export function EditViewingDialog({ viewing, version, params, onClose }: Props) {
  const saving = useSaveForm({
    call: updateViewing,
    name: `viewing-${viewing._id}`,
    initialValues: valuesOf(viewing),
    version,
    toInput: (values, held) => ({ params, body: { _id: viewing._id, ...bodyOf(values), version: held } }),
    implausible: ({ when }) => [unlikelyViewingDay(when, today())],
    messages: viewingSaved,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title="Edit viewing"
      saving={saving}
      onClose={onClose}
      disabledReason={saving.disabledReason}
      saveLabel="Save viewing"
    >
      <ViewingFields form={saving.form} />
    </SaveFormDialog>
  )
}
