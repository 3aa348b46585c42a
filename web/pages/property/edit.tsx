import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { propertySaved } from '../../features/properties/properties.messages.ts'
import { PropertyFields } from '../../features/properties/property-fields.tsx'
import { PropertyPage, type PropertyParams, type WireProperty } from '../../features/properties/property-page.tsx'
import { bodyOf, propertyLabels, valuesOf } from '../../features/properties/property-values.ts'
import { VendorDetails } from '../../features/vendors/vendor-details.tsx'
import { changedFields } from '../../platform/changed-fields.ts'
import { useMay } from '../../platform/session.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { TwoColumn } from '../../ui/form-panel.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'

const labels = { ...propertyLabels, active: 'Withdrawn' }

/** The form of a property. Give it the property's id as key. */
function EditProperty({ property, params }: { property: WireProperty; params: PropertyParams }) {
  const { companyId, branchId } = params
  const mayEdit = useMay('property.edit')
  const saving = useSaveForm({
    call: updateProperty,
    name: `property-${property._id}`,
    initialValues: { ...valuesOf(property), active: property.active },
    version: property.version,
    toInput: ({ active, ...values }, version) => ({
      params: { companyId, branchId },
      body: { _id: property._id, ...bodyOf(values), active, version },
    }),
    messages: propertySaved,
  })
  const { form } = saving
  return (
    <form {...saving.props} className="after-tabs" aria-label="Manage property">
      <div className="grid1 before-savebar">
        {saving.above}
        <TwoColumn>
          <PropertyFields title="Property" field={form.getInputProps} ownership={form.values.ownership}>
            <SegmentedField
              {...form.getInputProps('active')}
              label={labels.active}
              wide
              options={[
                { value: true, label: 'No' },
                { value: false, label: 'Yes' },
              ]}
              hint={form.values.active ? undefined : 'It leaves the lists of live properties. Nothing is deleted.'}
            />
          </PropertyFields>
          <VendorDetails owner={property.owner} />
        </TwoColumn>
      </div>
      {mayEdit && (
        <SaveBar
          summary={changedFields(form, labels).join(', ') || undefined}
          disabledReason={saving.disabledReason}
          pending={saving.pending}
          onDiscard={saving.dirty ? form.reset : undefined}
        />
      )}
    </form>
  )
}

/** /property/edit: the property itself and its vendor. */
export default function PropertyEdit() {
  return (
    <PropertyPage crumb="Manage">
      {(property, params) => <EditProperty key={property._id} property={property} params={params} />}
    </PropertyPage>
  )
}
