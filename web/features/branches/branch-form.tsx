import { unlikelyFeeDeduction } from '@gya/domain/common/unlikely-values.ts'
import { imageMediaTypes } from '@gya/domain/common/uploads.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { createBranch, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { whyNotAddBranch } from '@gya/domain/features/companies/companies.rules.ts'
import { deleteBranchPhoto } from '@gya/domain/features/pictures/pictures.contract.ts'
import { IconLicense } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { branchImageUrl } from '../../lib/api/picture-urls.ts'
import { type ChosenFile, PictureField, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useCanOpen } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { pictureHint } from '../common/picture-hint.ts'
import {
  BranchFields,
  type BranchValues,
  branchErrors,
  branchImageLabel,
  branchLabels,
  emptyBranchAdministrator,
  newBranch,
  toBranchBody,
  toBranchValues,
  type WireBranch,
  whyNotSaveBranch,
} from './branch-fields.tsx'
import { branchPhotoRemoved, branchSaved } from './branches.messages.ts'

/** Options of `useSaveForm` shared by create and edit. */
const saveOptions = {
  validate: branchErrors,
  implausible: ({ useBranchDeduction, feeDeduction }: BranchValues) => [
    useBranchDeduction ? unlikelyFeeDeduction(feeDeduction) : null,
  ],
  messages: branchSaved,
}

type BranchFormProps = {
  label: string
  saving: SaveForm<BranchValues>
  chosen: ChosenFile
  companyId: string
  companyDeduction: number | null | undefined
  /** The branch being edited. */
  branch?: WireBranch
  /** Why the reader cannot edit anything. */
  locked?: string | null
  notices?: ReactNode
  /** Replaces the fields. */
  instead?: ReactNode
}

function BranchForm(props: BranchFormProps) {
  const { label, saving, chosen, companyId, companyDeduction, branch, locked = null, notices, instead } = props
  const { form } = saving
  const params = branch && { companyId, branchId: branch._id }
  return (
    <SaveFormPage
      label={label}
      saving={saving}
      labels={branchLabels}
      picture={{ label: branchImageLabel, chosen }}
      disabledReason={whyNotSaveBranch(form.values)}
      readOnly={locked !== null || instead !== undefined}
      className="after-tabs"
      wide
    >
      {notices}
      {instead === undefined ? (
        <BranchFields
          form={form}
          companyId={companyId}
          companyDeduction={companyDeduction}
          image={
            <PictureField
              label={branchImageLabel}
              hint={pictureHint}
              kinds={imageMediaTypes}
              chosen={chosen}
              progress={saving.progress}
              {...(params && {
                storedUrl: branchImageUrl(params, branch.logo, 'card'),
                removal: { call: deleteBranchPhoto, input: { params }, messages: branchPhotoRemoved },
              })}
              locked={locked}
            />
          }
          locked={locked}
          branchId={branch?._id}
        />
      ) : (
        instead
      )}
    </SaveFormPage>
  )
}

type Company = { _id: string; name: string; availableLicenses: number; branches: readonly object[]; feeDeduction: number | null }

/**
 * "If the company has no branches it prompts the user to review the company timeline first. If all licences are used it
 * shows a message instead of the form." [administration §2](docs/design/administration.md#2), screen 5.
 */
export function CreateBranch({ company }: { company: Company }) {
  const [created, setCreated] = useState<WireBranch | null>(null)
  const chosen = useChosenFile()
  const saving = useSaveForm({
    ...saveOptions,
    call: createBranch,
    name: `branch-create-${company._id}`,
    isNew: true,
    initialValues: newBranch,
    toInput: (values) => ({ params: { companyId: company._id }, body: toBranchBody(values) }),
    chosen,
    onSaved: (branch) => {
      setCreated(branch)
      saving.form.setValues(newBranch)
      saving.form.resetDirty(newBranch)
      window.scrollTo({ top: 0 })
    },
  })
  const refusal = whyNotAddBranch(company.availableLicenses, company.branches.length)
  const refusalText = refusal && errors[refusal][1]
  return (
    <BranchForm
      label="Add Branch"
      saving={saving}
      chosen={chosen}
      companyId={company._id}
      companyDeduction={company.feeDeduction}
      notices={
        created ? (
          <BranchCreated branch={created} refusalText={refusalText} />
        ) : (
          company.branches.length === 0 && <ReviewTimeline />
        )
      }
      {...(refusalText !== null && { instead: created ? null : <LicencesUsed title={refusalText} company={company} /> })}
    />
  )
}

/** `refusalText`: why no other branch can be added, or null. */
const BranchCreated = ({ branch, refusalText }: { branch: WireBranch; refusalText: string | null }) => {
  const to = useScopedPath()
  return (
    <Notice
      tone="good"
      title={branchSaved.success.title}
      action={<LinkButton to={to('/branch/report', { branch: branch._id })}>Manage {branch.name}</LinkButton>}
    >
      {branch.name} has the company timeline as its own, and is ready for its first property. {refusalText}
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
  const canChangeLicences = useMay('company.licences')
  return (
    <div className="frame">
      <EmptyState
        title={title}
        icon={IconLicense}
        actions={
          <>
            <LinkButton to={to('/branch/manage')}>Branches</LinkButton>
            {canChangeLicences && <LinkButton to={to('/company/edit')}>Change the number of licences</LinkButton>}
          </>
        }
      >
        {company.name} has {company.branches.length} {company.branches.length === 1 ? 'branch' : 'branches'} on{' '}
        {company.availableLicenses} {company.availableLicenses === 1 ? 'licence' : 'licences'}.{' '}
        {canChangeLicences
          ? 'Another branch needs another licence.'
          : 'Ask for another licence under Support before you add a branch.'}
      </EmptyState>
    </div>
  )
}

const onlyAdmins = 'Only a platform, company or branch admin or an area manager can change the branch.'

type EditBranchProps = {
  branch: WireBranch
  companyDeduction: number | null | undefined
}

/** "Branch fields are disabled for users who are not platform admin, company admin or branch admin." */
export function EditBranch({ branch, companyDeduction }: EditBranchProps) {
  const canEdit = useMay('branch.edit')
  const chosen = useChosenFile()
  const saving = useSaveForm({
    ...saveOptions,
    call: updateBranch,
    name: `branch-${branch._id}`,
    initialValues: toBranchValues(branch),
    version: branch.version,
    toInput: (values, version) => ({
      params: { companyId: branch.company },
      body: { _id: branch._id, ...toBranchBody(values), version },
    }),
    chosen,
    // The added administrator is a member now; clear the section.
    onSaved: (_branch, saved) => {
      const next = { ...saved, administrator: emptyBranchAdministrator }
      saving.form.setValues(next)
      saving.form.resetDirty(next)
    },
  })
  const locked = canEdit ? null : onlyAdmins
  return (
    <BranchForm
      label="Branch"
      saving={saving}
      chosen={chosen}
      companyId={branch.company}
      companyDeduction={companyDeduction}
      branch={branch}
      locked={locked}
      notices={locked && <Notice tone="info">{locked}</Notice>}
    />
  )
}
