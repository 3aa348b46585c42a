import { deleteCompany } from '@gya/domain/features/deletion/deletion.contract.ts'
import { useState } from 'react'
import { useMay, useMe } from '../../platform/session.tsx'
import { redirectToLogin } from '../../platform/session-end.ts'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmByTypingDialog } from '../../ui/confirm-by-typing-dialog.tsx'
import { useLeaveWithoutAsking } from '../../ui/link.tsx'
import { companyDeleted } from './deletion.messages.ts'

type Company = { _id: string; name: string; branches: readonly object[] }

/**
 * "Deleting a company requires typing the company name exactly." "Success sends the user to the home page": for those who
 * belonged to it that is the sign-in page, since their company is gone and their session with it.
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
