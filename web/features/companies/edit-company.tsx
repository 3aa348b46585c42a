import { logoMediaTypes } from '@gya/domain/common/files.ts'
import { unlikelyFeeDeduction } from '@gya/domain/common/unlikely-values.ts'
import { errors } from '@gya/domain/errors.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { whyNotSetLicences } from '@gya/domain/features/companies/why-not-save-company.ts'
import { deleteCompanyPhoto } from '@gya/domain/features/pictures/pictures.contract.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { PictureField, useChosenFile } from '../../platform/picture-field.tsx'
import { companyLogoUrl } from '../../platform/pictures.ts'
import { useMay } from '../../platform/session.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { TwoColumn } from '../../ui/form-panel.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { companyPhotoRemoved, companySaved } from './companies.messages.ts'
import {
  CompanyDetails,
  CompanySettings,
  CompanyTerms,
  companyLabels,
  companyLogoHint,
  companyLogoLabel,
} from './company-fields.tsx'
import { toCompanyBody, toCompanyValues, type WireCompany } from './company-values.ts'
import { FeeUpdateProgress } from './fee-progress.tsx'

const onlyAdmins = 'Only a platform admin or a company admin can change the company.'
const onlyPlatform = 'Only a platform admin can change this.'

/**
 * "Company form fields are editable only by platform admin and company admin. For a company admin the availableLicenses
 * and feeDeduction fields are disabled (platform admin only)." Administration document, section 6.
 */
export function EditCompany({ company }: { company: WireCompany }) {
  const mayEdit = useMay('company.edit')
  const mayLicence = useMay('company.licences')
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
  const locked = mayEdit ? null : onlyAdmins
  return (
    <form {...saving.props} className="after-tabs" aria-label="Company">
      <div className="grid1 before-savebar">
        {saving.notices}
        {locked && <Notice tone="info">{locked}</Notice>}
        <TwoColumn>
          <CompanyDetails field={form.getInputProps} locked={locked} />
          <div>
            <CompanyTerms
              field={form.getInputProps}
              feeProgress={company.feeUpdate && <FeeUpdateProgress companyId={company._id} {...company.feeUpdate} />}
              branches={mayEdit ? company.branches.length : undefined}
              locked={locked}
              platformLocked={locked ?? (mayLicence ? null : onlyPlatform)}
            />
            {mayEdit && (
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
      </div>
      {mayEdit && (
        <SaveBar
          disabledReason={saving.disabledReason}
          summary={[...changedFields(form, companyLabels), ...(chosen.file ? [companyLogoLabel] : [])].join(', ') || undefined}
          pending={saving.pending}
          onDiscard={saving.dirty ? saving.discard : undefined}
        />
      )}
    </form>
  )
}
