import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { propertyFields } from '@gya/domain/features/properties/property.fields.ts'
import { optionsOf } from '@gya/domain/fields/form-values.ts'
import type { ReactNode } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { useLeaveWithoutAsking } from '../../ui/navigation/link.tsx'
import { AddressFields, CountryField } from '../common/address-fieldset.tsx'
import { propertyDeleted } from './properties.messages.ts'
import type { WireProperty } from './property-page.tsx'
import { type PropertyValues, propertyLabels } from './property-values.ts'

const maxBedrooms = propertyFields.bedrooms.max

type PropertyFieldsProps = {
  field: (path: string) => object
  ownership: PropertyValues['ownership']
  title: string
  photo: ReactNode
  /** Fields that only one of the forms has: launch date, withdrawn. */
  children?: ReactNode
  /** Folds what is rarely needed away; `open`: something in it is wrong. */
  folded?: { title: string; open: boolean }
}

export const PropertyFields = ({ field, ownership, title, photo, children, folded }: PropertyFieldsProps) => {
  const rest = (
    <>
      <SegmentedField
        {...field('boardStatus')}
        label={propertyLabels.boardStatus}
        wide
        options={optionsOf(propertyFields.boardStatus)}
      />
      {children}
    </>
  )
  return (
    <FormPanel title={title}>
      <AddressFields field={(part) => field(`address.${part}`)} withoutCountry={folded !== undefined} />
      <div className="group">
        <FieldGrid>
          <SegmentedField
            {...field('ownership')}
            label={propertyLabels.ownership}
            wide
            options={optionsOf(propertyFields.ownership)}
          />
          {ownership === 'leasehold' && (
            <SegmentedField
              {...field('leaseholdPackSent')}
              label={propertyLabels.leaseholdPackSent}
              wide
              options={optionsOf(propertyFields.leaseholdPackSent)}
            />
          )}
          <NumberField {...field('bedrooms')} label={propertyLabels.bedrooms} min={0} max={maxBedrooms} step={1} optional />
          {!folded && rest}
        </FieldGrid>
      </div>
      {folded ? (
        <details className="group more" open={folded.open || undefined}>
          <summary>{folded.title}</summary>
          <FieldGrid>
            {rest}
            <CountryField {...field('address.country')} optional />
          </FieldGrid>
          {photo}
        </details>
      ) : (
        <div className="group">{photo}</div>
      )}
    </FormPanel>
  )
}

type DeletePropertyProps = { property: WireProperty; params: PropertyParams; onClose: () => void }

/** "Delete property: the first line of the address must be typed." [property §5](docs/design/property.md#5). */
export function DeleteProperty({ property, params, onClose }: DeletePropertyProps) {
  const leave = useLeaveWithoutAsking()
  const to = useScopedPath()
  const { line1 } = property.address
  return (
    <ConfirmSaveDialog
      call={deleteProperty}
      input={{ params }}
      messages={propertyDeleted}
      title="Delete property"
      confirmLabel="Delete property"
      typing={{ text: line1, what: 'the first line of the address' }}
      onClose={onClose}
      onDone={() => leave(to('/company/properties'))}
    >
      <p>
        {line1} leaves every list and report with its offers, notes and files. For 30 days a platform admin can bring it back as
        it is now.
      </p>
    </ConfirmSaveDialog>
  )
}
