import type { ReactNode } from 'react'
import { AddressFields } from '../../platform/address-fields.tsx'
import { FieldGrid, FormPanel } from '../../ui/form-panel.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { propertyLabels as labels, type PropertyValues } from './property-values.ts'

type PropertyFieldsProps = {
  field: (path: string) => object
  ownership: PropertyValues['ownership']
  title: string
  /** The photo of the property. */
  photo: ReactNode
  /** What only taking on, or only editing, has: the launch date, the withdrawn radio. */
  children?: ReactNode
}

/** The fields that taking a property on and editing it share. */
export const PropertyFields = ({ field, ownership, title, photo, children }: PropertyFieldsProps) => (
  <FormPanel title={title}>
    <AddressFields field={(part) => field(`address.${part}`)} />
    <div className="group">
      <FieldGrid>
        <SegmentedField
          {...field('ownership')}
          label={labels.ownership}
          wide
          options={[
            { value: 'unknown', label: 'Unknown' },
            { value: 'freehold', label: 'Freehold' },
            { value: 'leasehold', label: 'Leasehold' },
          ]}
        />
        {ownership === 'leasehold' && (
          <SegmentedField
            {...field('leaseholdPackSent')}
            label={labels.leaseholdPackSent}
            wide
            options={[
              { value: 'unknown', label: 'Unknown' },
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
            ]}
          />
        )}
        <NumberField {...field('bedrooms')} label={labels.bedrooms} min={0} max={100} step={1} optional />
        <SegmentedField
          {...field('boardStatus')}
          label={labels.boardStatus}
          wide
          options={[
            { value: 0, label: 'No board' },
            { value: 1, label: 'Board ordered' },
          ]}
        />
        {children}
      </FieldGrid>
    </div>
    <div className="group">{photo}</div>
  </FormPanel>
)
