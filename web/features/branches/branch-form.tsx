import { unlikelyFeeDeduction } from '@gya/domain/common/unlikely-values.ts'
import { imageMediaTypes } from '@gya/domain/common/uploads.ts'
import { errors } from '@gya/domain/errors.ts'
import { createBranch, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { whyNotAddBranch } from '@gya/domain/features/companies/companies.rules.ts'
import { deleteBranchPhoto } from '@gya/domain/features/pictures/pictures.contract.ts'
import { IconLicense } from '@tabler/icons-react'
import { useState } from 'react'
import { branchImageUrl } from '../../lib/api/picture-urls.ts'
import { PictureField, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { changedFields } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useCanOpen } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import {
  BranchAdministrator,
  BranchFields,
  branchAdministratorProblems,
  branchImageHint,
  branchImageLabel,
  branchLabels,
  emptyBranchAdministrator,
  newBranch,
  toAdministratorBody,
  toBranchBody,
  toBranchValues,
  type WireBranch,
  whyNotSaveBranchAdministrator,
} from './branch-fields.tsx'
import { branchPhotoRemoved, branchSaved } from './branches.messages.ts'

const initialValues = { ...newBranch, administrator: emptyBranchAdministrator }

type Company = { _id: string; name: string; availableLicenses: number; branches: readonly object[]; feeDeduction: number | null }

/**
 * "If the company has no branches it prompts the user to review the company timeline first. If all licences are used it
 * shows a message instead of the form." Administration document, section 2, screen 5.
 */
export function CreateBranch({ company }: { company: Company }) {
  const [created, setCreated] = useState<WireBranch | null>(null)
  const chosen = useChosenFile()
  const saving = useSaveForm({
    call: createBranch,
    name: `branch-create-${company._id}`,
    isNew: true,
    initialValues,
    toInput: ({ administrator, ...values }) => ({
      params: { companyId: company._id },
      body: { ...toBranchBody(values), administrator: toAdministratorBody(administrator) },
    }),
    validate: ({ administrator }) =>
      Object.fromEntries(
        Object.entries(branchAdministratorProblems(administrator)).map(([path, problem]) => [`administrator.${path}`, problem]),
      ),
    implausible: ({ useBranchDeduction, feeDeduction }) => [useBranchDeduction ? unlikelyFeeDeduction(feeDeduction) : null],
    messages: branchSaved,
    chosen,
    onSaved: (branch) => {
      setCreated(branch)
      form.setValues(initialValues)
      form.resetDirty(initialValues)
      window.scrollTo({ top: 0 })
    },
  })
  const { form } = saving
  const refused = whyNotAddBranch(company.availableLicenses, company.branches.length)
  return (
    <form {...saving.props} className="after-tabs" aria-label="Add Branch">
      <div className="grid1 before-savebar">
        {saving.notices}
        {created && <BranchCreated branch={created} last={refused ? errors[refused][1] : null} />}
        {!created && company.branches.length === 0 && <ReviewTimeline />}
        {refused && created ? null : refused ? (
          <LicencesUsed title={errors[refused][1]} company={company} />
        ) : (
          <BranchFields
            field={form.getInputProps}
            usesOwnDeduction={form.values.useBranchDeduction}
            companyDeduction={company.feeDeduction}
            image={
              <PictureField
                label={branchImageLabel}
                hint={branchImageHint}
                kinds={imageMediaTypes}
                chosen={chosen}
                progress={saving.progress}
              />
            }
            administrator={
              <BranchAdministrator
                field={(path) => form.getInputProps(`administrator.${path}`)}
                values={form.values.administrator}
                companyId={company._id}
              />
            }
          />
        )}
      </div>
      {!refused && (
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

/** `last`: why no other branch can be added, or null. */
const BranchCreated = ({ branch, last }: { branch: WireBranch; last: string | null }) => {
  const to = useScopedPath()
  return (
    <Notice
      tone="good"
      title={branchSaved.success.title}
      action={<LinkButton to={to('/branch/report', { branch: branch._id })}>Manage {branch.name}</LinkButton>}
    >
      {branch.name} has the company timeline as its own, and is ready for its first property. {last}
    </Notice>
  )
}

const ReviewTimeline = () => {
  const to = useScopedPath()
  const canOpen = useCanOpen()
  const timeline = to('/company/timeline')
  return (
    <Notice
      title="Review the company timeline first"
      action={canOpen(timeline) && <LinkButton to={timeline}>Review the company timeline</LinkButton>}
    >
      Every branch begins with a copy of the company’s property sales timeline. Changes to it affect only data created afterwards.
    </Notice>
  )
}

const LicencesUsed = ({ title, company }: { title: string; company: Company }) => {
  const to = useScopedPath()
  const mayLicence = useMay('company.licences')
  return (
    <div className="frame">
      <EmptyState
        title={title}
        icon={IconLicense}
        actions={
          <>
            <LinkButton to={to('/branch/manage')}>Branches</LinkButton>
            {mayLicence && <LinkButton to={to('/company/edit')}>Change the number of licences</LinkButton>}
          </>
        }
      >
        {company.name} has {company.branches.length} {company.branches.length === 1 ? 'branch' : 'branches'} on{' '}
        {company.availableLicenses} {company.availableLicenses === 1 ? 'licence' : 'licences'}.{' '}
        {mayLicence ? 'Another branch needs another licence.' : 'Ask for another licence under Support before you add a branch.'}
      </EmptyState>
    </div>
  )
}

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
    // The added administrator is a member now; clear the section.
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
