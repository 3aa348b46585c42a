import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { useRef } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { type Found, LookupField } from '../../ui/fields/lookup-field.tsx'

export type FoundSale = { propertyId: string; branchId: string; line1: string }

type Props = {
  companyId: string
  sale: FoundSale | null
  label?: string
  optional?: boolean
  onChange: (sale: FoundSale | null) => void
}

/** A sale, found by its address. */
export function SaleLookup({ companyId, sale, label = 'Property', optional = false, onChange }: Props) {
  const found = useRef(new Map<string, FoundSale>())
  const find = async (textSearch: string, signal: AbortSignal, page: number): Promise<Found> => {
    const query = { textSearch, itemsPerPage: '15', currentPage: String(page) }
    const { data, paging } = await callApi(listCompanyProperties, { params: { companyId }, query, signal })
    const options = data.map(({ _id, address, branch }) => {
      found.current.set(_id, { propertyId: _id, branchId: branch._id, line1: address.line1 })
      return { value: _id, label: address.line1, note: `${address.postcode}, ${branch.name}` }
    })
    return { options, paging }
  }
  return (
    <LookupField
      label={label}
      optional={optional}
      placeholder="Address or postcode"
      minimum={2}
      delay={300}
      value={sale && { value: sale.propertyId, label: sale.line1 }}
      find={find}
      emptyText="No properties found."
      onChange={(option) => onChange(option ? (found.current.get(option.value) ?? null) : null)}
    />
  )
}
