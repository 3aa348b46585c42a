import { imageMediaTypes } from '@gya/domain/common/files.ts'
import { unlikelyFeeDeduction } from '@gya/domain/common/unlikely-values.ts'
import { errors } from '@gya/domain/errors.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { whyNotAddBranch } from '@gya/domain/features/companies/why-not-save-company.ts'
import { IconLicense } from '@tabler/icons-react'
import { useState } from 'react'
import { changedFields } from '../../platform/changed-fields.ts'
import { PictureField, useChosenFile } from '../../platform/picture-field.tsx'
import { useScopedPath } from '../../platform/place.ts'
import { useCanOpen } from '../../platform/screens.ts'
import { useMay } from '../../platform/session.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
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
import { newBranch, toBranchBody, type WireBranch } from './branch-values.ts'
import { branchSaved } from './branches.messages.ts'

const initialValues = { ...newBranch, administrator: emptyBranchAdministrator }

/** The company that gets the branch, as far as this form needs it. */
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

/** `last`: that no other branch can be added, in words. */
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
