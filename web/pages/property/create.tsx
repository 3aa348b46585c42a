import { unlikelyLaunchDay } from '@gya/domain/common/unlikely-values.ts'
import { imageMediaTypes } from '@gya/domain/common/uploads.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { createProperty, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readPasted } from '@gya/domain/features/properties/read-pasted.ts'
import { whyNotLaunchOn } from '@gya/domain/features/timeline/rules/new-timeline.ts'
import { searchVendors } from '@gya/domain/features/vendors/vendors.contract.ts'
import { type FormEvent, useRef, useState } from 'react'
import { priceOptions } from '../../features/asking-price/price-entries.ts'
import { BranchPage, useBranch } from '../../features/branches/branch-page.tsx'
import { pictureHint } from '../../features/common/picture-hint.ts'
import { whyNotSaveUserCard } from '../../features/common/user-card-values.ts'
import { IdentifierFields, SameUprnQuestion } from '../../features/properties/identifiers-panel.tsx'
import { PastePanel } from '../../features/properties/paste-panel.tsx'
import { propertySaved } from '../../features/properties/properties.messages.ts'
import { PropertyFields } from '../../features/properties/property-form.tsx'
import { bodyOf, launchDateOf, photoLabel } from '../../features/properties/property-values.ts'
import {
  fillEmpty,
  newTakeOn,
  type TakeOnValues,
  takeOnWords,
  termsBody,
  termsProblems,
  undoFill,
  unlikelyTerms,
} from '../../features/properties/take-on-values.ts'
import { TermsFields } from '../../features/properties/terms-fields.tsx'
import { useExistingProperty } from '../../features/properties/use-existing-property.tsx'
import { optionOfVendor, StaffEmailQuestion, VendorFields } from '../../features/vendors/vendor-fields.tsx'
import {
  emptyVendor,
  toVendorBody,
  type VendorBody,
  type VendorValues,
  validateVendor,
} from '../../features/vendors/vendor-values.ts'
import { callApi } from '../../lib/api/call-api.ts'
import { useCacheAnswer } from '../../lib/api/use-call.ts'
import { PictureField, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { today } from '../../lib/today.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TwoColumn } from '../../ui/layout/form-panel.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'

type Values = TakeOnValues<VendorValues>

/** "Create property requires an owner with firstName, lastName and email." [property §5](docs/design/property.md#5). */
const ownerNeeds = ['firstName', 'lastName', 'email'] as const

/** Whether an error concerns the owner's required fields. */
const isOwnerMissing = (errors: Record<string, unknown>, owner: Values['owner']): boolean =>
  errors.owner !== undefined ||
  ownerNeeds.some((part) => errors[`owner.${part}`] !== undefined && owner.kind === 'new' && owner[part].trim() === '')

const labels = { customLaunchDate: 'Launch date' }

const hasProblem = (errors: Record<string, unknown>): boolean =>
  Object.keys(errors).some((path) => path.startsWith('identifiers.'))

/** "Custom launch date cannot be in the future; an invalid date is discarded." [property §5](docs/design/property.md#5). */
function launchProblem(values: Values): Record<string, string> {
  const launched = launchDateOf(values.customLaunchDate)
  const why = launched === undefined ? null : whyNotLaunchOn(launched, today())
  return why ? { customLaunchDate: errors[why][1] } : {}
}

const toBody = ({ owner, customLaunchDate, askingPrice, priceOption, fee, ...property }: Values) => {
  const launched = launchDateOf(customLaunchDate)
  return {
    ...bodyOf(property),
    ...termsBody({ askingPrice, priceOption, fee }),
    owner: toVendorBody(owner) as VendorBody,
    ...(launched ? { customLaunchDate: launched } : {}),
  }
}

/** Creates a property, then opens its timeline, without a price the form of the price. */
function CreateProperty({ companyId, branchId }: { companyId: string; branchId: string }) {
  const { data: branch } = useBranch()
  const follow = useFollowLink()
  const to = useScopedPath()
  const keep = useCacheAnswer()
  const existing = useExistingProperty(companyId)
  const chosen = useChosenFile()
  const me = useMe()
  // The operator's people belong to no company.
  const own = me.type === 'GYA_ADMIN' ? null : { _id: me._id, name: me.fullName }
  const [initialValues] = useState(() => newTakeOn(own?._id ?? null, emptyVendor))
  const pastedOver = useRef({ before: initialValues, filled: initialValues })
  const lookup = useRef(0)
  const saving = useSaveForm({
    call: createProperty,
    name: `property-create-${branchId}`,
    isNew: true,
    initialValues,
    toInput: (values: Values) => ({ params: { companyId, branchId }, body: toBody(values) }),
    validate: (values) => ({
      ...launchProblem(values),
      ...termsProblems(values),
      ...Object.fromEntries(Object.entries(validateVendor(values.owner)).map(([path, problem]) => [`owner.${path}`, problem])),
    }),
    implausible: (values) => [unlikelyLaunchDay(values.customLaunchDate, today()), ...unlikelyTerms(values)],
    messages: propertySaved,
    chosen,
    onSaved: (property) => {
      keep(readProperty, { params: { companyId, branchId, propertyId: property._id } }, property)
      const screen = property.mi.currentAskingPrice === null ? '/property/askingprice-create' : '/property/timeline'
      follow(to(screen, { branch: branchId, property: property._id }))
    },
  })
  const { form } = saving
  const pending = saving.pending || existing.pending
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (form.validate().hasErrors) return saving.props.onSubmit(event)
    event.preventDefault()
    if (!pending) void existing.check(form.values.address.postcode.trim(), saving.submit)
  }
  /** A vendor in reach with the pasted e-mail is chosen. */
  const chooseKnown = async (email: string) => {
    lookup.current += 1
    const asked = lookup.current
    const { data } = await callApi(searchVendors, { query: { email, companyId } })
    const known = data.find((vendor) => vendor.email === email)
    if (!known || asked !== lookup.current) return
    const chosenOwner = { kind: 'existing' as const, vendor: optionOfVendor(known) }
    const { before, filled } = pastedOver.current
    pastedOver.current = { before, filled: { ...filled, owner: { ...filled.owner, ...chosenOwner } } }
    form.setFieldValue('owner', (owner) => ({ ...owner, ...chosenOwner }))
  }
  const onRead = (text: string) => {
    const pasted = readPasted(text)
    const { values, read } = fillEmpty(form.values, pasted)
    pastedOver.current = { before: form.values, filled: values }
    form.setValues(values)
    if (read.includes('e-mail')) void chooseKnown(pasted.email).catch(() => undefined)
    return read
  }
  const onUndo = () => {
    lookup.current += 1
    const { before, filled } = pastedOver.current
    form.setValues(undoFill(form.values, before, filled))
  }
  return (
    <>
      <div className="after-tabs">
        <PastePanel onRead={onRead} onUndo={onUndo} />
      </div>
      <form {...saving.props} onSubmit={onSubmit} className="after-tabs" aria-label="Create Property">
        <div className="grid1 before-savebar">
          {saving.notices}
          {existing.shown}
          <SameUprnQuestion
            error={saving.error}
            pending={saving.pending}
            onConfirm={() => {
              form.setFieldValue('identifiers.confirmed', form.values.identifiers.uprn)
              saving.submit()
            }}
          />
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
            <div className="grid1">
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
                folded={{ title: 'Board, launch date, country, photo', open: form.errors.customLaunchDate !== undefined }}
              >
                <DateField
                  {...form.getInputProps('customLaunchDate')}
                  label={labels.customLaunchDate}
                  optional
                  max={today()}
                  hint="Only if it is on the market already. A date that cannot be read is left out."
                />
              </PropertyFields>
              <details className="panel form more" open={hasProblem(form.errors) || undefined}>
                <summary>UPRN, title numbers, EPC, council tax</summary>
                <IdentifierFields
                  field={(key) => form.getInputProps(`identifiers.${key}`)}
                  values={form.values.identifiers}
                  place={{ companyId }}
                />
              </details>
            </div>
            <div className="grid1">
              <TermsFields
                field={form.getInputProps}
                values={form.values}
                branchId={branchId}
                me={own}
                priceOptions={priceOptions}
              />
              <VendorFields
                field={(path, options) => form.getInputProps(`owner.${path}`, options)}
                values={form.values.owner}
                companyId={companyId}
                missing={isOwnerMissing(form.errors, form.values.owner)}
              />
            </div>
          </TwoColumn>
        </div>
        <SaveBar
          disabledReason={form.values.owner.kind === 'new' ? whyNotSaveUserCard(form.values.owner) : null}
          summary={branch && takeOnWords(form.values, branch.name)}
          saveLabel="Create property"
          pending={pending}
          onDiscard={saving.dirty ? saving.discard : undefined}
        />
      </form>
    </>
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
