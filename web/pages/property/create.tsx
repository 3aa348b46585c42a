import { unlikelyLaunchDay } from '@gya/domain/common/unlikely-values.ts'
import { imageMediaTypes } from '@gya/domain/common/uploads.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { createProperty, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { whyNotLaunchOn } from '@gya/domain/features/timeline/rules/new-timeline.ts'
import type { FormEvent } from 'react'
import { BranchPage, useBranch } from '../../features/branches/branch-page.tsx'
import { pictureHint } from '../../features/common/picture-hint.ts'
import { whyNotSaveUserCard } from '../../features/common/user-card-values.ts'
import { propertySaved } from '../../features/properties/properties.messages.ts'
import { PropertyFields, useDuplicateCheck } from '../../features/properties/property-form.tsx'
import { bodyOf, launchDateOf, newProperty, photoLabel, propertyLabels } from '../../features/properties/property-values.ts'
import { StaffEmailQuestion, VendorFields } from '../../features/vendors/vendor-fields.tsx'
import { emptyVendor, toVendorBody, type VendorBody, validateVendor } from '../../features/vendors/vendor-values.ts'
import { useCacheAnswer } from '../../lib/api/use-call.ts'
import { PictureField, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { changedFields } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TwoColumn } from '../../ui/layout/form-panel.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'

const initialValues = { ...newProperty, customLaunchDate: null as string | null, owner: emptyVendor }
type Values = typeof initialValues

/** "Create property requires an owner with firstName, lastName and email." [property §5](docs/design/property.md#5). */
const ownerNeeds = ['firstName', 'lastName', 'email'] as const

/** Whether an error concerns the owner's required fields. */
const isOwnerMissing = (errors: Record<string, unknown>, owner: Values['owner']): boolean =>
  errors.owner !== undefined ||
  ownerNeeds.some((part) => errors[`owner.${part}`] !== undefined && owner.kind === 'new' && owner[part].trim() === '')

const labels = { ...propertyLabels, customLaunchDate: 'Launch date', owner: 'Owner' }

/** "Custom launch date cannot be in the future; an invalid date is discarded." [property §5](docs/design/property.md#5). */
function launchProblem(values: Values): Record<string, string> {
  const launched = launchDateOf(values.customLaunchDate)
  const why = launched === undefined ? null : whyNotLaunchOn(launched, today())
  return why ? { customLaunchDate: errors[why][1] } : {}
}

const toBody = ({ owner, customLaunchDate, ...property }: Values) => {
  const launched = launchDateOf(customLaunchDate)
  return { ...bodyOf(property), owner: toVendorBody(owner) as VendorBody, ...(launched ? { customLaunchDate: launched } : {}) }
}

/** Creates a property, then opens the asking price form. */
function CreateProperty({ companyId, branchId }: { companyId: string; branchId: string }) {
  const { data: branch } = useBranch()
  const follow = useFollowLink()
  const to = useScopedPath()
  const keep = useCacheAnswer()
  const existing = useDuplicateCheck(companyId)
  const chosen = useChosenFile()
  const saving = useSaveForm({
    call: createProperty,
    name: `property-create-${branchId}`,
    isNew: true,
    initialValues,
    toInput: (values: Values) => ({ params: { companyId, branchId }, body: toBody(values) }),
    validate: (values) => ({
      ...launchProblem(values),
      ...Object.fromEntries(Object.entries(validateVendor(values.owner)).map(([path, problem]) => [`owner.${path}`, problem])),
    }),
    implausible: ({ customLaunchDate }) => [unlikelyLaunchDay(customLaunchDate, today())],
    messages: propertySaved,
    chosen,
    onSaved: (property) => {
      keep(readProperty, { params: { companyId, branchId, propertyId: property._id } }, property)
      follow(to('/property/askingprice-create', { branch: branchId, property: property._id }))
    },
  })
  const { form } = saving
  const pending = saving.pending || existing.pending
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (form.validate().hasErrors) return saving.props.onSubmit(event)
    event.preventDefault()
    if (!pending) void existing.check(form.values.address.postcode.trim(), saving.submit)
  }
  return (
    <form {...saving.props} onSubmit={onSubmit} className="after-tabs" aria-label="Create Property">
      <div className="grid1 before-savebar">
        {saving.notices}
        {existing.shown}
        <StaffEmailQuestion
          error={saving.error}
          email={form.values.owner.email}
          pending={saving.pending}
          onConfirm={() => {
            form.setFieldValue('owner.staffEmail', form.values.owner.email)
            saving.submit()
          }}
        />
        <TwoColumn>
          <PropertyFields
            title="Property"
            photo={
              <PictureField
                label={photoLabel}
                hint={pictureHint}
                kinds={imageMediaTypes}
                chosen={chosen}
                progress={saving.progress}
              />
            }
            field={form.getInputProps}
            ownership={form.values.ownership}
          >
            <DateField
              {...form.getInputProps('customLaunchDate')}
              label={labels.customLaunchDate}
              optional
              max={today()}
              hint="Only if it is on the market already. A date that cannot be read is left out."
            />
          </PropertyFields>
          <VendorFields
            field={(path, options) => form.getInputProps(`owner.${path}`, options)}
            values={form.values.owner}
            companyId={companyId}
            missing={isOwnerMissing(form.errors, form.values.owner)}
          />
        </TwoColumn>
      </div>
      <SaveBar
        disabledReason={form.values.owner.kind === 'new' ? whyNotSaveUserCard(form.values.owner) : null}
        summary={
          [...changedFields(form, labels), ...(chosen.file ? [photoLabel] : [])].join(', ') ||
          (branch && `Takes a property on in ${branch.name}`)
        }
        saveLabel="Create property"
        pending={pending}
        onDiscard={saving.dirty ? saving.discard : undefined}
      />
    </form>
  )
}

/** /property/create: a new property of the branch, with its owner. */
export default function PropertyCreate() {
  const { company, branch } = useCurrentScope()
  return (
    <BranchPage crumb="Create Property" title="Create Property">
      {company && branch && <CreateProperty key={branch} companyId={company} branchId={branch} />}
    </BranchPage>
  )
}
