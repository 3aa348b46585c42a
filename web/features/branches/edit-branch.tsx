import { imageMediaTypes } from '@gya/domain/common/files.ts'
import { unlikelyFeeDeduction } from '@gya/domain/common/unlikely-values.ts'
import { updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { deleteBranchPhoto } from '@gya/domain/features/pictures/pictures.contract.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { PictureField, useChosenFile } from '../../platform/picture-field.tsx'
import { branchImageUrl } from '../../platform/pictures.ts'
import { useMay } from '../../platform/session.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { BranchAdministrator } from './branch-administrator.tsx'
import {
  branchAdministratorProblems,
  emptyBranchAdministrator,
  toAdministratorBody,
  whyNotSaveBranchAdministrator,
} from './branch-administrator-values.ts'
import { BranchFields, branchImageHint, branchImageLabel, branchLabels } from './branch-fields.tsx'
import { toBranchBody, toBranchValues, type WireBranch } from './branch-values.ts'
import { branchPhotoRemoved, branchSaved } from './branches.messages.ts'

const onlyAdmins = 'Only a platform, company or branch admin can change the branch.'

type EditBranchProps = {
  branch: WireBranch
  companyDeduction: number | null | undefined
}

/** "Branch fields are disabled for users who are not platform admin, company admin or branch admin." */
export function EditBranch({ branch, companyDeduction }: EditBranchProps) {
  const mayEdit = useMay('branch.edit')
  const chosen = useChosenFile()
  const saving = useSaveForm({
    call: updateBranch,
    name: `branch-${branch._id}`,
    initialValues: { ...toBranchValues(branch), administrator: emptyBranchAdministrator },
    version: branch.version,
    toInput: ({ administrator, ...values }, version) => ({
      params: { companyId: branch.company },
      body: { _id: branch._id, ...toBranchBody(values), administrator: toAdministratorBody(administrator), version },
    }),
    validate: ({ administrator }) =>
      Object.fromEntries(
        Object.entries(branchAdministratorProblems(administrator)).map(([path, problem]) => [`administrator.${path}`, problem]),
      ),
    implausible: ({ useBranchDeduction, feeDeduction }) => [useBranchDeduction ? unlikelyFeeDeduction(feeDeduction) : null],
    messages: branchSaved,
    chosen,
    // The administrator that was added is a member now: the section is empty for the next one.
    onSaved: (_branch, saved) => {
      const next = { ...saved, administrator: emptyBranchAdministrator }
      form.setValues(next)
      form.resetDirty(next)
    },
  })
  const { form } = saving
  const locked = mayEdit ? null : onlyAdmins
  return (
    <form {...saving.props} className="after-tabs" aria-label="Branch">
      <div className="grid1 before-savebar">
        {saving.notices}
        {locked && <Notice tone="info">{locked}</Notice>}
        <BranchFields
          field={form.getInputProps}
          usesOwnDeduction={form.values.useBranchDeduction}
          companyDeduction={companyDeduction}
          image={
            <PictureField
              label={branchImageLabel}
              hint={branchImageHint}
              kinds={imageMediaTypes}
              chosen={chosen}
              progress={saving.progress}
              storedUrl={branchImageUrl({ companyId: branch.company, branchId: branch._id }, branch.logo, 'card')}
              removal={{
                call: deleteBranchPhoto,
                input: { params: { companyId: branch.company, branchId: branch._id } },
                messages: branchPhotoRemoved,
              }}
              locked={locked}
            />
          }
          locked={locked}
          administrator={
            mayEdit && (
              <BranchAdministrator
                field={(path) => form.getInputProps(`administrator.${path}`)}
                values={form.values.administrator}
                companyId={branch.company}
                branchId={branch._id}
              />
            )
          }
        />
      </div>
      {mayEdit && (
        <SaveBar
          disabledReason={saving.disabledReason ?? whyNotSaveBranchAdministrator(form.values.administrator)}
          summary={[...changedFields(form, branchLabels), ...(chosen.file ? [branchImageLabel] : [])].join(', ') || undefined}
          pending={saving.pending}
          onDiscard={saving.dirty ? saving.discard : undefined}
        />
      )}
    </form>
  )
}
