import { addressLine } from '@gya/domain/common/address-line.ts'
import { lookUpAddress } from '@gya/domain/features/addresses/addresses.contract.ts'
import type { AddressSuggestion } from '@gya/domain/features/addresses/found-address.ts'
import type { ComponentProps } from 'react'
import { AddressFieldset, type SuggestedAddress } from '../ui/address-fieldset.tsx'
import { callApi } from './api.ts'
import { useCurrentScope } from './place.ts'

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

/** The address of every form, with its lookup: the company's own addresses, the address service, streets and towns. */
export function AddressFields({
  ofCompany = true,
  ...props
}: Omit<ComponentProps<typeof AddressFieldset>, 'lookup'> & {
  /** The company of this place has the address; not while a new company is made. */
  ofCompany?: boolean
}) {
  const { company } = useCurrentScope()
  const lookup = async (text: string, signal: AbortSignal) => {
    const query = { text: text.slice(0, 120), ...(company && ofCompany ? { companyId: company } : {}) }
    return (await callApi(lookUpAddress, { query, signal })).data.map(suggestedOf)
  }
  return <AddressFieldset {...props} lookup={lookup} />
}
