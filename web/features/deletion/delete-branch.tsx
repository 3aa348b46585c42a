import { deleteBranch } from '@gya/domain/features/deletion/deletion.contract.ts'
import { useState } from 'react'
import { useScopedPath } from '../../platform/place.ts'
import { useMay } from '../../platform/session.tsx'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmByTypingDialog } from '../../ui/confirm-by-typing-dialog.tsx'
import { useLeaveWithoutAsking } from '../../ui/link.tsx'
import { branchDeleted } from './deletion.messages.ts'

/** "Deleting a branch requires typing the branch name." It "returns to the branch manage route". */
export function DeleteBranch({ branch }: { branch: { _id: string; company: string; name: string } }) {
  const [open, setOpen] = useState(false)
  const may = useMay('branch.delete')
  const leave = useLeaveWithoutAsking()
  const to = useScopedPath()
  const deleting = useSave(deleteBranch, branchDeleted)
  if (!may) return null
  const remove = async () => {
    const params = { companyId: branch.company, branchId: branch._id }
    if ((await deleting.save({ params })) === null) return
    leave(to('/branch/manage', { branch: undefined }))
  }
  return (
    <>
      {deleting.overlay}
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete branch
      </Button>
      <ConfirmByTypingDialog
        open={open}
        title="Delete this branch?"
        text={branch.name}
        what="the branch name"
        confirmLabel="Delete branch"
        pending={deleting.pending}
        error={deleting.error && refusalText(deleting.error, branchDeleted.failure)}
        onConfirm={() => void remove()}
        onCancel={() => {
          setOpen(false)
          deleting.reset()
        }}
      >
        <p>
          {branch.name} and its properties can no longer be reached, and its licence is free at once. Its members keep their
          accounts. For 30 days a platform admin can bring it back.
        </p>
      </ConfirmByTypingDialog>
    </>
  )
}
