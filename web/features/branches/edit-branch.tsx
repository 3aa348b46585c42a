import { updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { useMay } from '../../platform/session.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { BranchFields, branchLabels } from './branch-fields.tsx'
import { bodyOf, valuesOf, type WireBranch } from './branch-values.ts'
import { branchSaved } from './branches.messages.ts'

const onlyAdmins = 'Only a platform, company or branch admin can change the branch.'

/** "Branch fields are disabled for users who are not platform admin, company admin or branch admin." */
export function EditBranch({ branch, companyDeduction }: { branch: WireBranch; companyDeduction: number | null | undefined }) {
  const mayEdit = useMay('branch.edit')
  const saving = useSaveForm({
    call: updateBranch,
    name: `branch-${branch._id}`,
    initialValues: valuesOf(branch),
    version: branch.version,
    toInput: (values, version) => ({
      params: { companyId: branch.company },
      body: { _id: branch._id, ...bodyOf(values), version },
    }),
    messages: branchSaved,
  })
  const { form } = saving
  const locked = mayEdit ? null : onlyAdmins
  return (
    <form {...saving.props} className="after-tabs" aria-label="Branch">
      <div className="grid1 before-savebar">
        {saving.above}
        {locked && <Notice tone="info">{locked}</Notice>}
        <BranchFields
          field={form.getInputProps}
          usesOwnDeduction={form.values.useBranchDeduction}
          companyDeduction={companyDeduction}
          locked={locked}
        />
      </div>
      {mayEdit && (
        <SaveBar
          disabledReason={saving.disabledReason}
          summary={changedFields(form, branchLabels).join(', ') || undefined}
          pending={saving.pending}
          onDiscard={saving.dirty ? form.reset : undefined}
        />
      )}
    </form>
  )
}
