import { deleteBranch, deleteCompany } from '@gya/domain/features/deletion/deletion.contract.ts'
import { useState } from 'react'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { redirectToLogin } from '../../lib/session/session-end.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { useLeaveWithoutAsking } from '../../ui/navigation/link.tsx'
import { ConfirmByTypingDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { branchDeleted, companyDeleted } from './deletion.messages.ts'

type Company = { _id: string; name: string; branches: readonly object[] }

/**
 * "Deleting a company requires typing the company name exactly." "Success sends the user to the home page": members of the
 * deleted company are signed out and get the sign-in page.
 */
export function DeleteCompany({ company }: { company: Company }) {
  const [open, setOpen] = useState(false)
  const may = useMay('company.delete')
  const isOwn = useMe().company?._id === company._id
  const leave = useLeaveWithoutAsking()
  const deleting = useSave(deleteCompany, companyDeleted)
  if (!may) return null
  const remove = async () => {
    if ((await deleting.save({ params: { companyId: company._id } })) === null) return
    if (isOwn) redirectToLogin('company-deleted')
    else leave('/')
  }
  const branches = company.branches.length
  return (
    <>
      {deleting.overlay}
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete company
      </Button>
      <ConfirmByTypingDialog
        open={open}
        title="Delete this company?"
        text={company.name}
        exact
        what="the company name"
        confirmLabel="Delete company"
        pending={deleting.pending}
        error={deleting.error && refusalText(deleting.error, companyDeleted.failure)}
        onConfirm={() => void remove()}
        onCancel={() => {
          setOpen(false)
          deleting.reset()
        }}
      >
        <p>
          {company.name}
          {branches > 0 && <> with {branches === 1 ? 'its branch' : `its ${branches} branches`} and their properties</>} can no
          longer be reached, and everybody who belongs to it is signed out at once{isOwn ? ', you too' : ''}. For 30 days a
          platform admin can bring it back.
        </p>
      </ConfirmByTypingDialog>
    </>
  )
}

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
