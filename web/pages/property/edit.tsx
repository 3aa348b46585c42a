import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { imageMediaTypes } from '@gya/domain/common/uploads.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { deletePropertyPhoto } from '@gya/domain/features/pictures/pictures.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { whyNotWithdraw } from '@gya/domain/features/sale-now/may.ts'

import { type FormEvent, useState } from 'react'
import { pictureHint } from '../../features/common/picture-hint.ts'
import { IdentifiersPanel, SameUprnQuestion } from '../../features/properties/identifiers-panel.tsx'
import { propertyPhotoRemoved, propertySaved } from '../../features/properties/properties.messages.ts'
import { DeleteProperty, PropertyFields } from '../../features/properties/property-form.tsx'
import { PropertyPage, type WireProperty } from '../../features/properties/property-page.tsx'
import { bodyOf, lookedUpOf, photoLabel, propertyLabels, valuesOf } from '../../features/properties/property-values.ts'
import { WithdrawDialog } from '../../features/properties/withdraw-dialog.tsx'
import { VendorFactors } from '../../features/second-factors/member-factors.tsx'
import { EditVendorDialog, VendorDetails } from '../../features/vendors/vendor-details.tsx'
import { propertyPhotoUrl } from '../../lib/api/picture-urls.ts'
import { EditableFields } from '../../lib/forms/editable-fields.tsx'
import { PictureField, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { changedFields } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { TwoColumn } from '../../ui/layout/form-panel.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'

/** Explains the selected status. */
const withdrawnHint = (was: boolean, is: boolean): string => {
  if (is)
    return was
      ? 'On the agency’s books: it is in the lists and its overdue steps are warnings.'
      : 'It goes back to where it stood before it was withdrawn.'
  return 'It leaves the lists of live properties, its steps wait and count no warnings, and an accepted offer stays as it is. Nothing is deleted.'
}

const labels = { ...propertyLabels, active: 'Withdrawn' }

/** Needs the property's id as React key. */
function EditProperty({ property, params }: { property: WireProperty; params: PropertyParams }) {
  const { companyId, branchId } = params
  const canEdit = useMay('property.edit')
  const mayEditVendor = useMay('vendor.edit')
  const canDelete = useMay('property.delete')
  const mayResetFactors = useMay('session.end-member')
  const whyNot = property.active ? whyNotWithdraw(property) : null
  const [editingVendor, setEditingVendor] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const chosen = useChosenFile()
  const saving = useSaveForm({
    call: updateProperty,
    name: `property-${property._id}`,
    initialValues: { ...valuesOf(property), active: property.active },
    version: property.version,
    toInput: ({ active, ...values }, version) => ({
      params: { companyId, branchId },
      body: { _id: property._id, ...bodyOf(values), lookedUp: lookedUpOf(values.identifiers), active, version },
    }),
    messages: propertySaved,
    chosen,
  })
  const { form } = saving
  const [withdrawing, setWithdrawing] = useState(false)
  const accepted = property.offers.find(({ state }) => state === 'A')
  const follow = useFollowLink()
  const to = useScopedPath()
  const askBeforeWithdrawing = (event: FormEvent<HTMLFormElement>) => {
    if (!accepted || !property.active || form.values.active) return saving.props.onSubmit(event)
    event.preventDefault()
    setWithdrawing(true)
  }
  return (
    <>
      <form {...saving.props} onSubmit={askBeforeWithdrawing} className="after-tabs" aria-label="Manage property">
        <div className="grid1 before-savebar">
          {saving.notices}
          <SameUprnQuestion
            error={saving.error}
            pending={saving.pending}
            onConfirm={() => {
              form.setFieldValue('identifiers.confirmed', form.values.identifiers.uprn)
              saving.submit()
            }}
          />
          <TwoColumn>
            <EditableFields editable={canEdit}>
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
                      storedUrl={propertyPhotoUrl(params, property.logo, 'card')}
                      removal={{ call: deletePropertyPhoto, input: { params }, messages: propertyPhotoRemoved }}
                      locked={canEdit ? null : 'You cannot change this property.'}
                    />
                  }
                  field={form.getInputProps}
                  ownership={form.values.ownership}
                >
                  <SegmentedField
                    {...form.getInputProps('active')}
                    label={labels.active}
                    wide
                    options={[
                      { value: true, label: 'No' },
                      { value: false, label: 'Yes', disabledReason: whyNot && errors[whyNot][1] },
                    ]}
                    hint={whyNot ? errors[whyNot][1] : withdrawnHint(property.active, form.values.active)}
                  />
                </PropertyFields>
                <IdentifiersPanel
                  field={(key) => form.getInputProps(`identifiers.${key}`)}
                  values={form.values.identifiers}
                  saved={property.identifiers}
                  postcode={form.values.address.postcode}
                  params={params}
                  onTake={(taken) => form.setFieldValue('identifiers', (now) => ({ ...now, ...taken, taken }))}
                />
              </div>
            </EditableFields>
            <div className="grid1">
              <VendorDetails owner={property.owner} mayEdit={mayEditVendor} onEdit={() => setEditingVendor(true)} />
              {mayResetFactors && <VendorFactors companyId={companyId} vendor={property.owner} />}
            </div>
          </TwoColumn>
        </div>
        {canEdit && (
          <SaveBar
            summary={[...changedFields(form, labels), ...(chosen.file ? [photoLabel] : [])].join(', ') || undefined}
            disabledReason={saving.disabledReason}
            pending={saving.pending}
            onDiscard={saving.dirty ? saving.discard : undefined}
          >
            {canDelete && (
              <Button
                variant="danger"
                aria-haspopup="dialog"
                disabledReason={saving.dirty ? 'Save or discard your changes first' : null}
                onClick={() => setDeleting(true)}
              >
                Delete property
              </Button>
            )}
          </SaveBar>
        )}
      </form>
      {editingVendor && <EditVendorDialog owner={property.owner} branchId={branchId} onClose={() => setEditingVendor(false)} />}
      {withdrawing && accepted && (
        <WithdrawDialog
          buyer={accepted.name}
          onFallOff={() => {
            setWithdrawing(false)
            saving.discard()
            follow(to('/property/timeline'))
          }}
          onWithdraw={() => {
            setWithdrawing(false)
            saving.submit()
          }}
          onCancel={() => setWithdrawing(false)}
        />
      )}
      {deleting && <DeleteProperty property={property} params={params} onClose={() => setDeleting(false)} />}
    </>
  )
}

/** /property/edit: a property and its vendor. */
export default function PropertyEdit() {
  return (
    <PropertyPage crumb="Manage">
      {(property, params) => <EditProperty key={property._id} property={property} params={params} />}
    </PropertyPage>
  )
}
