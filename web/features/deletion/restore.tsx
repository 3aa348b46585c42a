import type { Wire } from '@gya/domain/endpoint.ts'
import { restoreContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import {
  type listDeleted,
  restoreBranch,
  restoreCompany,
  restoreProperty,
  restoreUser,
} from '@gya/domain/features/deletion/deletion.contract.ts'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { restored } from './deletion.messages.ts'

export type DeletedRow = Wire<typeof listDeleted, 'response'>['data'][number]
export type DeletedKind = DeletedRow['kind']

export const kindLabels: Record<DeletedKind, string> = {
  company: 'Company',
  branch: 'Branch',
  user: 'User',
  property: 'Property',
  contact: 'Contact',
}

const consequences: Record<DeletedKind, string> = {
  company: 'It is as it was when it was deleted, with its branches and properties. Its people sign in anew.',
  branch: 'It is as it was when it was deleted, with its properties and members, and takes a licence of its company again.',
  user: 'They can sign in again with the password they had.',
  property: 'It stands in the lists and reports of its branch again.',
  contact: 'It acts again in the sales where nobody has taken its place since.',
}

/** One call for each kind of thing: which one, and whether it is under way or was refused. */
function useRestore({ kind, _id, company }: DeletedRow) {
  const companyId = company?._id ?? ''
  const calls = {
    company: useSave(restoreCompany, restored),
    branch: useSave(restoreBranch, restored),
    user: useSave(restoreUser, restored),
    property: useSave(restoreProperty, restored),
    contact: useSave(restoreContact, restored),
  }
  const restore: Record<DeletedKind, () => Promise<object | null>> = {
    company: () => calls.company.save({ params: { deletedCompanyId: _id } }),
    branch: () => calls.branch.save({ params: { companyId, deletedBranchId: _id } }),
    user: () => calls.user.save({ params: { userId: _id } }),
    property: () => calls.property.save({ params: { companyId, deletedPropertyId: _id } }),
    contact: () => calls.contact.save({ params: { companyId, deletedContactId: _id } }),
  }
  const { pending, error, overlay } = calls[kind]
  return { restore: restore[kind], pending, error, overlay }
}

/** "Deleting … is soft for 30 days: a platform admin can bring it back." Domain decisions, "Record". */
export function RestoreDialog({ row, onDone }: { row: DeletedRow; onDone: () => void }) {
  const { restore, pending, error, overlay } = useRestore(row)
  const bringBack = async () => {
    if ((await restore()) !== null) onDone()
  }
  return (
    <>
      {overlay}
      <ConfirmDialog
        open
        title={`Restore ${row.name}?`}
        confirmLabel="Restore"
        pending={pending}
        error={error && refusalText(error, restored.failure)}
        onConfirm={() => void bringBack()}
        onCancel={onDone}
      >
        <p>{consequences[row.kind]}</p>
      </ConfirmDialog>
    </>
  )
}
