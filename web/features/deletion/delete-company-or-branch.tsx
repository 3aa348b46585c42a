import type { Endpoint } from '@gya/domain/endpoint.ts'
import { deleteBranch, deleteCompany } from '@gya/domain/features/deletion/deletion.contract.ts'
import { type ComponentProps, useState } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { redirectToLogin } from '../../lib/session/session-end.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { useLeaveWithoutAsking } from '../../ui/navigation/link.tsx'
import { branchDeleted, companyDeleted } from './deletion.messages.ts'

type DeleteButtonProps<E extends Endpoint> = Omit<ComponentProps<typeof ConfirmSaveDialog<E>>, 'onClose'>

function DeleteButton<E extends Endpoint>(dialog: DeleteButtonProps<E>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {dialog.confirmLabel}
      </Button>
      {open && <ConfirmSaveDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  )
}

type Company = { _id: string; name: string; branches: readonly object[] }

/**
 * "Deleting a company requires typing the company name exactly." "Success sends the user to the home page": members of the
 * deleted company are signed out and get the sign-in page.
 */
export function DeleteCompany({ company: { _id, name, branches } }: { company: Company }) {
  const canDelete = useMay('company.delete')
  const isOwn = useMe().company?._id === _id
  const leave = useLeaveWithoutAsking()
  if (!canDelete) return null
  const count = branches.length
  return (
    <DeleteButton
      call={deleteCompany}
      input={{ params: { companyId: _id }, query: {} }}
      messages={companyDeleted}
      title="Delete this company?"
      confirmLabel="Delete company"
      typing={{ text: name, what: 'the company name', exact: true }}
      onDone={() => (isOwn ? redirectToLogin('company-deleted') : leave('/'))}
    >
      <p>
        {name}
        {count > 0 && <> with {count === 1 ? 'its branch' : `its ${count} branches`} and their properties</>} can no longer be
        reached, and everybody who belongs to it is signed out at once{isOwn ? ', you too' : ''}. For 30 days a platform admin can
        bring it back.
      </p>
    </DeleteButton>
  )
}

/** "Deleting a branch requires typing the branch name." It "returns to the branch manage route". */
export function DeleteBranch({ branch: { _id, company, name } }: { branch: { _id: string; company: string; name: string } }) {
  const canDelete = useMay('branch.delete')
  const leave = useLeaveWithoutAsking()
  const to = useScopedPath()
  if (!canDelete) return null
  return (
    <DeleteButton
      call={deleteBranch}
      input={{ params: { companyId: company, branchId: _id } }}
      messages={branchDeleted}
      title="Delete this branch?"
      confirmLabel="Delete branch"
      typing={{ text: name, what: 'the branch name' }}
      onDone={() => leave(to('/branch/manage', { branch: undefined }))}
    >
      <p>
        {name} and its properties can no longer be reached, and its licence is free at once. Its members keep their accounts. For
        30 days a platform admin can bring it back.
      </p>
    </DeleteButton>
  )
}
