import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { useRef } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { type Found, LookupField } from '../../ui/fields/lookup-field.tsx'
import type { TaskSale } from './task-dialog.tsx'

type Props = { companyId: string; sale: TaskSale | null; onChange: (sale: TaskSale | null) => void }

/** The sale that a task is about, found by its address; without one the task is of no sale. */
export function SaleLookup({ companyId, sale, onChange }: Props) {
  const found = useRef(new Map<string, TaskSale>())
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
      label="Property"
      optional
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
