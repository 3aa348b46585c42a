import { unlikelyRelaunchDay } from '@gya/domain/common/unlikely-values.ts'
import { updateRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { RelaunchFields } from './relaunch-fields.tsx'
import { bodyOf, type PropertyParams, valuesOf, type WireRelaunch } from './relaunch-values.ts'
import { relaunchSaved } from './relaunches.messages.ts'

type Props = { relaunch: WireRelaunch; version: number; params: PropertyParams; onClose: () => void }

/** Changes a relaunch. */
export function EditRelaunchDialog({ relaunch, version, params, onClose }: Props) {
  const saving = useSaveForm({
    call: updateRelaunch,
    name: `relaunch-${relaunch._id}`,
    initialValues: valuesOf(relaunch),
    version,
    toInput: (values, held) => ({ params, body: { _id: relaunch._id, ...bodyOf(values), version: held } }),
    implausible: ({ when }) => [unlikelyRelaunchDay(when, today())],
    messages: relaunchSaved,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title="Edit relaunch"
      saving={saving}
      onClose={onClose}
      disabledReason={saving.disabledReason}
      saveLabel="Save relaunch"
    >
      <RelaunchFields form={saving.form} />
    </SaveFormDialog>
  )
}
