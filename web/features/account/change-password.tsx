import { passwordProblems } from '@gya/domain/common/password.ts'
import { passwordsDifferMessage } from '@gya/domain/common/person.ts'
import { resetOwnPassword } from '@gya/domain/features/session/session.contract.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { LeaveGuard } from '../../platform/leave-guard.tsx'
import { useMe } from '../../platform/session.tsx'
import { useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { passwordsMismatch } from '../../ui/user-card-values.ts'
import { passwordChanged } from './account.messages.ts'

/** A button that opens the dialog in which somebody who is signed in chooses a new password. */
export function ChangePassword() {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid1">
      <p className="mut">A new password signs you out everywhere else.</p>
      <div>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Change password
        </Button>
      </div>
      {/* Outside the profile's form in the page: the dialog is a form of its own. */}
      {open && createPortal(<ChangePasswordDialog onClose={() => setOpen(false)} />, document.body)}
    </div>
  )
}

/** The present password is asked for by the dialog of CONFIRM_IDENTITY, where the session was not confirmed lately. */
function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { email } = useMe()
  const [values, setValues] = useState({ password: '', confirmPassword: '' })
  const saving = useSave(resetOwnPassword, passwordChanged)
  const set = (field: keyof typeof values) => (text: string) => {
    setValues({ ...values, [field]: text })
    saving.reset()
  }
  const [problem] = passwordProblems(values.password)
  const same = values.password !== '' && values.password === values.confirmPassword
  const disabledReason = same ? (problem ?? null) : 'Type the same new password twice'
  const save = async () => {
    if (disabledReason === null && !saving.pending && (await saving.save({ body: { password: values.password } })) !== null)
      onClose()
  }
  const refused = saving.error?.issues.find(({ path }) => path === 'password')?.message
  return (
    <Dialog
      open
      title="Change password"
      onClose={onClose}
      onSubmit={() => void save()}
      locked={saving.pending}
      footer={
        <>
          <Button onClick={onClose} disabledReason={saving.pending ? 'Please wait...' : null}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" pending={saving.pending} disabledReason={disabledReason}>
            Save
          </Button>
        </>
      }
    >
      <LeaveGuard dirty={values.password !== '' && !saving.pending} />
      {saving.overlay}
      {saving.error && !refused && (
        <Notice tone="bad" title={passwordChanged.failure.title}>
          {saving.error.message}
        </Notice>
      )}
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        rule={passwordProblems}
        value={values.password}
        onChange={set('password')}
        error={refused}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        value={values.confirmPassword}
        onChange={set('confirmPassword')}
        error={passwordsMismatch(values) ? passwordsDifferMessage : undefined}
      />
    </Dialog>
  )
}
