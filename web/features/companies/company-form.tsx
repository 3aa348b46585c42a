import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import { unlikelyFeeDeduction } from '@gya/domain/common/unlikely-values.ts'
import { logoMediaTypes } from '@gya/domain/common/uploads.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { createCompany, readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { whyNotSetLicences } from '@gya/domain/features/companies/companies.rules.ts'
import { deleteCompanyPhoto } from '@gya/domain/features/pictures/pictures.contract.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { companyLogoUrl } from '../../lib/api/picture-urls.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { PictureField, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { scopedPath } from '../../lib/url-state/current-scope.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormPanel, TwoColumn } from '../../ui/layout/form-panel.tsx'
import { UserCard } from '../common/user-card.tsx'
import { emptyUserCard, userCardBody, userCardProblems, whyNotSaveUserCard } from '../common/user-card-values.ts'
import { companyPhotoRemoved, companySaved } from './companies.messages.ts'
import {
  CompanyDetails,
  CompanySettings,
  CompanyTerms,
  companyLabels,
  companyLogoHint,
  companyLogoLabel,
  newCompany,
  toCompanyBody,
  toCompanyValues,
  type WireCompany,
} from './company-fields.tsx'

const initialValues = { ...newCompany, administrator: emptyUserCard }
const newCompanyLabels = { ...companyLabels, administrator: 'Company Administrator' }

/** "After create, the new company becomes the viewed company and the form resets." */
export function CreateCompany() {
  const navigate = useNavigate()
  const [created, setCreated] = useState<{ company: WireCompany; invited: string | null } | null>(null)
  const chosen = useChosenFile()
  const saving = useSaveForm({
    call: createCompany,
    name: 'company-create',
    isNew: true,
    initialValues,
    toInput: ({ administrator, ...company }) => ({
      body: { ...toCompanyBody(company), administrator: userCardBody(administrator) },
    }),
    validate: ({ administrator }) =>
      Object.fromEntries(
        Object.entries(userCardProblems(administrator)).map(([path, problem]) => [`administrator.${path}`, problem]),
      ),
    implausible: ({ feeDeduction }) => [unlikelyFeeDeduction(feeDeduction)],
    messages: companySaved,
    chosen,
    onSaved: (company, { administrator }) => {
      setCreated({ company, invited: administrator.password === '' ? administrator.email : null })
      form.setValues(initialValues)
      form.resetDirty(initialValues)
      window.scrollTo({ top: 0 })
      void navigate({ to: '.', search: { company: company._id }, replace: true })
    },
  })
  const { form } = saving
  return (
    <SaveFormPage
      label="Create Company"
      saving={saving}
      picture={{ label: companyLogoLabel, chosen }}
      className="after-tabs"
      wide
      labels={newCompanyLabels}
      disabledReason={whyNotSaveUserCard(form.values.administrator)}
    >
      {created && (
        <Notice
          tone="good"
          title={companySaved.success.title}
          action={
            <LinkButton to={scopedPath('/branch/create', { company: created.company._id })}>Create a new branch</LinkButton>
          }
        >
          {created.company.name} is ready for its first branch.
          {created.invited && ` Its administrator was e-mailed at ${created.invited} how to sign in.`}
        </Notice>
      )}
      <TwoColumn>
        <div>
          <CompanyDetails field={form.getInputProps} isNew />
          <FormPanel title="Company Administrator">
            <UserCard field={(path) => form.getInputProps(`administrator.${path}`)} values={form.values.administrator} />
          </FormPanel>
        </div>
        <div>
          <CompanyTerms field={form.getInputProps} />
          <CompanySettings
            field={form.getInputProps}
            logo={
              <PictureField
                label={companyLogoLabel}
                hint={companyLogoHint}
                kinds={logoMediaTypes}
                chosen={chosen}
                progress={saving.progress}
              />
            }
          />
        </div>
      </TwoColumn>
    </SaveFormPage>
  )
}

type FeeUpdate = { total: number; done: number }

/** Progress of applying a changed fee deduction. Until then lists and dashboards show some old expected fees. */
export function FeeUpdateProgress({ companyId, total, done }: FeeUpdate & { companyId: string }) {
  // Poll until the response has no `feeUpdate`, which unmounts this component.
  useCall(readCompany, { params: { companyId } }, { every: 1_500 })
  const share = total === 0 ? 100 : Math.floor((100 * done) / total)
  const words = `${showNumber(done)} of ${showCount(total, 'property', 'properties')}`
  return (
    <Notice tone="info">
      <div className="grid1">
        Expected fees are being recalculated: {words}.
        <span
          className="meter"
          role="progressbar"
          aria-label="Expected fees recalculated"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share}
          aria-valuetext={words}
        >
          <i style={{ width: `${share}%` }} />
        </span>
      </div>
    </Notice>
  )
}

const onlyAdmins = 'Only a platform admin or a company admin can change the company.'
const onlyPlatform = 'Only a platform admin can change this.'

/**
 * "Company form fields are editable only by platform admin and company admin. For a company admin the availableLicenses
 * and feeDeduction fields are disabled (platform admin only)." [administration §6](docs/design/administration.md#6).
 */
export function EditCompany({ company }: { company: WireCompany }) {
  const canEdit = useMay('company.edit')
  const canChangeLicences = useMay('company.licences')
  const chosen = useChosenFile()
  const saving = useSaveForm({
    call: updateCompany,
    name: `company-${company._id}`,
    initialValues: toCompanyValues(company),
    version: company.version,
    toInput: (values, version) => ({ body: { _id: company._id, ...toCompanyBody(values), version } }),
    validate: ({ availableLicenses }) => {
      const why = whyNotSetLicences(availableLicenses ?? 0, company.branches.length)
      return why && availableLicenses !== null ? { availableLicenses: errors[why][1] } : {}
    },
    implausible: ({ feeDeduction }) => [unlikelyFeeDeduction(feeDeduction)],
    messages: companySaved,
    chosen,
  })
  const { form } = saving
  const locked = canEdit ? null : onlyAdmins
  return (
    <SaveFormPage
      label="Company"
      saving={saving}
      picture={{ label: companyLogoLabel, chosen }}
      className="after-tabs"
      wide
      labels={companyLabels}
      readOnly={!canEdit}
    >
      {locked && <Notice tone="info">{locked}</Notice>}
      <TwoColumn>
        <CompanyDetails field={form.getInputProps} locked={locked} />
        <div>
          <CompanyTerms
            field={form.getInputProps}
            feeProgress={company.feeUpdate && <FeeUpdateProgress companyId={company._id} {...company.feeUpdate} />}
            branches={canEdit ? company.branches.length : undefined}
            locked={locked}
            platformLocked={locked ?? (canChangeLicences ? null : onlyPlatform)}
          />
          {canEdit && (
            <CompanySettings
              field={form.getInputProps}
              logo={
                <PictureField
                  label={companyLogoLabel}
                  hint={companyLogoHint}
                  kinds={logoMediaTypes}
                  chosen={chosen}
                  progress={saving.progress}
                  storedUrl={companyLogoUrl(company._id, company.logo, 'card')}
                  removal={{
                    call: deleteCompanyPhoto,
                    input: { params: { companyId: company._id } },
                    messages: companyPhotoRemoved,
                  }}
                />
              }
            />
          )}
        </div>
      </TwoColumn>
    </SaveFormPage>
  )
}
