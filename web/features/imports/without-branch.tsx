import { showCount } from '@gya/domain/common/show-count.ts'
import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { checkImport } from '@gya/domain/features/imports/imports.contract.ts'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { checkStarted } from './imports.messages.ts'

type Props = { companyId: string; importId: string; count: number }

/** Asks once for the branch of all properties whose row names none, instead of with an error in each row. */
export const WithoutBranch = (props: Props) => (props.count === 0 ? null : <ChooseBranch {...props} />)

function ChooseBranch({ companyId, importId, count }: Props) {
  const { data: branches } = useCall(listBranches, { params: { companyId }, query: { itemsPerPage: '100' } })
  const checking = useSave(checkImport, checkStarted)
  const [branchId, setBranchId] = useState<string | null>(null)
  const options = (branches?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
  return (
    <Notice tone="warn" title={`${showCount(count, 'property has', 'properties have')} no branch`}>
      {checking.overlay}
      <p>
        {count === 1 ? 'It stays' : 'They stay'} out, with everything that belongs to {count === 1 ? 'it' : 'them'}, until a
        branch is chosen here. If a column of the file names the branches, match it under Columns instead.
      </p>
      <div className="import-choice">
        <SelectField<string | null> label="Branch" options={options} value={branchId} onChange={setBranchId} />
        <Button
          variant="primary"
          pending={checking.pending}
          disabledReason={branchId === null ? 'Choose a branch first.' : null}
          onClick={() => branchId && void checking.save({ params: { companyId, importId }, body: { branchId } })}
        >
          Use it and check again
        </Button>
      </div>
    </Notice>
  )
}
