import { logoMediaTypes } from '@gya/domain/common/files.ts'
import { unlikelyFeeDeduction } from '@gya/domain/common/unlikely-values.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { changedFields } from '../../platform/changed-fields.ts'
import { PictureField, useChosenFile } from '../../platform/picture-field.tsx'
import { scopedPath } from '../../platform/place.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { FormPanel, TwoColumn } from '../../ui/form-panel.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { UserCard } from '../../ui/user-card.tsx'
import { emptyUserCard, userCardBody, userCardProblems, whyNotSaveUserCard } from '../../ui/user-card-values.ts'
import { companySaved } from './companies.messages.ts'
import {
  CompanyDetails,
  CompanySettings,
  CompanyTerms,
  companyLabels,
  companyLogoHint,
  companyLogoLabel,
} from './company-fields.tsx'
import { newCompany, toCompanyBody, type WireCompany } from './company-values.ts'

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
      void navigate({ to: '.', search: { company: company._id }, replace: true } as never)
    },
  })
  const { form } = saving
  return (
    <form {...saving.props} className="after-tabs" aria-label="Create Company">
      <div className="grid1 before-savebar">
        {saving.notices}
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
      </div>
      <SaveBar
        disabledReason={saving.disabledReason ?? whyNotSaveUserCard(form.values.administrator)}
        summary={[...changedFields(form, newCompanyLabels), ...(chosen.file ? [companyLogoLabel] : [])].join(', ') || undefined}
        pending={saving.pending}
        onDiscard={saving.dirty ? saving.discard : undefined}
      />
    </form>
  )
}
