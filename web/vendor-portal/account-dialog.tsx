import { savePortalPreferences } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import { OwnData } from '../features/personal-data/own-data.tsx'
import { useSave } from '../lib/forms/use-save.tsx'
import { useMe } from '../lib/session/session.tsx'
import { logOut } from '../lib/session/session-end.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { SwitchField } from '../ui/fields/check-field.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { ColourSchemeField } from '../ui/theme/colour-scheme-field.tsx'

const messages = { success: { title: 'Success.' }, failure: { title: 'Error.' } }

type Props = { open: boolean; onClose: () => void; contactPrefs: { email: boolean } }

/** Account, e-mail preferences and logout. */
export function AccountDialog({ open, onClose, contactPrefs }: Props) {
  const me = useMe()
  const saving = useSave(savePortalPreferences, messages)
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
