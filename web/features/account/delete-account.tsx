import { deleteOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useMe } from '../../platform/session.tsx'
import { redirectToLogin } from '../../platform/session-end.ts'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmByTypingDialog } from '../../ui/confirm-by-typing-dialog.tsx'
import { accountDeleted } from './account.messages.ts'

/** "Deleting an own account requires typing the user's full name." "After the user deletes their own account they are logged out." */
export function DeleteAccount() {
  const { fullName } = useMe()
  const [open, setOpen] = useState(false)
  const deleting = useSave(deleteOwnAccount, accountDeleted)
  const remove = async () => {
    if ((await deleting.save({ body: {} })) !== null) redirectToLogin('account-deleted')
  }
  return (
    <>
      {deleting.overlay}
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {/* Outside the profile's form in the page: the dialog is a form of its own. */}
      {createPortal(
        <ConfirmByTypingDialog
          open={open}
          title="Delete my account"
          text={fullName}
          what="your full name"
          confirmLabel="Delete my account"
          pending={deleting.pending}
          error={deleting.error ? refusalText(deleting.error, accountDeleted.failure) : null}
          onConfirm={() => void remove()}
          onCancel={() => {
            setOpen(false)
            deleting.reset()
          }}
        >
          <p>Your account is deleted and you are logged out everywhere.</p>
        </ConfirmByTypingDialog>,
        document.body,
      )}
    </>
  )
}
