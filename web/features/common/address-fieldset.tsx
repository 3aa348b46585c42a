import { addressLine } from '@gya/domain/common/address-line.ts'
import { countries } from '@gya/domain/common/countries.ts'
import { lookUpAddress } from '@gya/domain/features/addresses/addresses.contract.ts'
import type { AddressSuggestion } from '@gya/domain/features/addresses/addresses.model.ts'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { LookupField } from '../../ui/fields/lookup-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

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
const order = Object.keys(parts) as AddressPart[]

/** A suggestion of the address lookup. */
export type SuggestedAddress = {
  address: Record<AddressPart, string>
  /** The address in one line, and its source. */
  label: string
  note?: string | undefined
  /** Possible postcode sectors where the postcode is unknown. */
  sectors: readonly string[]
}

type FieldBinding = { value?: string | undefined; onChange?: ((value: string) => void) | undefined }

type Props = {
  legend?: ReactNode
  /** `(part) => form.getInputProps('address.' + part)` */
  field: (part: AddressPart) => object
  /** Adds a search field above the parts. */
  lookup?: ((text: string, signal: AbortSignal) => Promise<readonly SuggestedAddress[]>) | undefined
  /** Requires line 1 and postcode. */
  required?: boolean
  disabled?: boolean
  disabledReason?: string | null
  /** The country has a place of its own, `CountryField`. */
  withoutCountry?: boolean
}

/** The list, plus a saved country that is not in it. */
const countryOptions = (saved: string): Option<string>[] =>
  [...(saved === '' || countries.includes(saved) ? [] : [saved]), ...countries].map((name) => ({ value: name, label: name }))

const sectorHint = (sectors: readonly string[]): string | undefined =>
  sectors.length === 0 || sectors.length > 4 ? undefined : `Postcodes here begin with ${sectors.join(' or ')}.`

export const CountryField = (props: Omit<ComponentProps<typeof SelectField<string>>, 'options' | 'label'>) => (
  <SelectField {...props} label={parts.country.label} options={countryOptions(props.value ?? '')} placeholder="Not known" />
)

/** The six fields of an address, optionally with a lookup. */
export const AddressFieldset = ({
  legend = 'Address',
  field,
  lookup,
  required = true,
  disabled,
  disabledReason,
  withoutCountry,
}: Props) => {
  const [picked, setPicked] = useState<SuggestedAddress | null>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  const held = (part: AddressPart) => field(part) as FieldBinding
  const locked = disabled || Boolean(disabledReason)
  const take = (suggested: SuggestedAddress) => {
    for (const part of order) held(part).onChange?.(suggested.address[part])
    setPicked(suggested)
    const next = /\d/.test(suggested.address.line1) && suggested.address.postcode === '' ? 'postal-code' : 'address-line1'
    group.current?.querySelector<HTMLInputElement>(`input[autocomplete="${next}"]`)?.focus()
  }
  return (
    <fieldset ref={group} className="group">
      <legend>{legend}</legend>
      <div className="grid2">
        {lookup && !locked && <Lookup lookup={lookup} onPick={take} />}
        {order.map((part) => {
          if (part === 'country' && withoutCountry) return null
          const shared = {
            ...field(part),
            label: parts[part].label,
            className: parts[part].full ? 'full' : undefined,
            required: required && (part === 'line1' || part === 'postcode'),
            optional: !(part === 'line1' || part === 'postcode') || !required,
            disabled,
            disabledReason,
          }
          if (part === 'country') return <CountryField key={part} {...shared} />
          return (
            <TextField
              key={part}
              {...shared}
              autoComplete={parts[part].autoComplete}
              hint={part === 'postcode' && picked && held(part).value === '' ? sectorHint(picked.sectors) : undefined}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

function Lookup({ lookup, onPick }: { lookup: NonNullable<Props['lookup']>; onPick: (suggested: SuggestedAddress) => void }) {
  const found = useRef<readonly SuggestedAddress[]>([])
  const find = async (text: string, signal: AbortSignal) => {
    found.current = await lookup(text, signal)
    return found.current.map(({ label, note }, at) => ({ value: String(at), label, note }))
  }
  return (
    <LookupField
      label="Find address"
      className="full"
      placeholder="House number and street, or postcode"
      hint="Fills in the lines below; they can also be typed by hand."
      emptyText="Nothing found. Type the address below."
      value={null}
      find={find}
      onChange={(option) => {
        const suggested = found.current[Number(option?.value)]
        if (suggested) onPick(suggested)
      }}
    />
  )
}

const sourceNotes: Record<AddressSuggestion['source'], string | undefined> = {
  company: 'Used before',
  service: undefined,
  places: undefined,
}

const suggestedOf = ({ address, source, sectors }: AddressSuggestion): SuggestedAddress => ({
  address,
  label: addressLine(address),
  note: sourceNotes[source] ?? (address.postcode === '' ? sectors.slice(0, 3).join(', ') : undefined),
  sectors,
})

/** Address fields with a lookup in the company's addresses, the address service, and streets and towns. */
export function AddressFields({
  ofCompany = true,
  ...props
}: Omit<ComponentProps<typeof AddressFieldset>, 'lookup'> & {
  /** False for the address of a new company. */
  ofCompany?: boolean
}) {
  const { company } = useCurrentScope()
  const lookup = async (text: string, signal: AbortSignal) => {
    const query = { text: text.slice(0, 120), ...(company && ofCompany ? { companyId: company } : {}) }
    return (await callApi(lookUpAddress, { query, signal })).data.map(suggestedOf)
  }
  return <AddressFieldset {...props} lookup={lookup} />
}
