import { saveOwnPreferences } from '@gya/domain/features/vendors/own-sale.contract.ts'
import { OwnData } from '../features/personal-data/own-data.tsx'
import { useMe } from '../platform/session.tsx'
import { logOut } from '../platform/session-end.ts'
import { useSave } from '../platform/use-save.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { ColourSchemeField } from '../ui/scheme-field.tsx'
import { SwitchField } from '../ui/switch-field.tsx'

const messages = { success: { title: 'Success.' }, failure: { title: 'Error.' } }

type Props = { open: boolean; onClose: () => void; contactPrefs: { email: boolean } }

/** Who is signed in, whether they are written to, and the way out. */
export function AccountDialog({ open, onClose, contactPrefs }: Props) {
  const me = useMe()
  const saving = useSave(saveOwnPreferences, messages)
  return (
    <Dialog open={open} onClose={onClose} title={me.fullName} footer={<Button onClick={() => void logOut()}>Logout</Button>}>
      {saving.overlay}
      <p className="mut">{me.email}</p>
      {saving.error && <Notice tone="bad">{saving.error.message}</Notice>}
      <SwitchField
        label="Write to me when a step of my sale is saved"
        checked={contactPrefs.email}
        disabledReason={saving.pending ? 'Saving' : null}
        onChange={(email) => void saving.save({ body: { email } })}
      />
      <ColourSchemeField />
      <OwnData />
    </Dialog>
  )
}
