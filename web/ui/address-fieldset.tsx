import type { ReactNode } from 'react'
import { TextField } from './text-field.tsx'

export type AddressPart = 'line1' | 'line2' | 'town' | 'county' | 'country' | 'postcode'

type Part = { label: string; autoComplete: string; full?: boolean }

const parts: Record<AddressPart, Part> = {
  line1: { label: 'Address line 1', autoComplete: 'address-line1', full: true },
  line2: { label: 'Address line 2', autoComplete: 'address-line2', full: true },
  town: { label: 'Town', autoComplete: 'address-level2' },
  county: { label: 'County', autoComplete: 'address-level1' },
  country: { label: 'Country', autoComplete: 'country-name' },
  postcode: { label: 'Postcode', autoComplete: 'postal-code' },
}

type Props = {
  legend?: ReactNode
  /** `(part) => form.getInputProps('address.' + part)` */
  field: (part: AddressPart) => object
  /** Line 1 and postcode are required when the address is. */
  required?: boolean
  disabled?: boolean
  disabledReason?: string | null
}

/** The six parts of an address, the same everywhere. */
export const AddressFieldset = ({ legend = 'Address', field, required = true, disabled, disabledReason }: Props) => (
  <fieldset className="group">
    <legend>{legend}</legend>
    <div className="grid2">
      {(Object.keys(parts) as AddressPart[]).map((part) => (
        <TextField
          key={part}
          {...field(part)}
          label={parts[part].label}
          autoComplete={parts[part].autoComplete}
          className={parts[part].full ? 'full' : undefined}
          required={required && (part === 'line1' || part === 'postcode')}
          optional={!(part === 'line1' || part === 'postcode') || !required}
          disabled={disabled}
          disabledReason={disabledReason}
        />
      ))}
    </div>
  </fieldset>
)
