import { listLenders } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { type LenderInput, matchingLenders } from '@gya/domain/features/expected-dates/lenders.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { LookupField } from '../../ui/fields/lookup-field.tsx'

/** `_id` is null for a name that is not yet in the company’s list. */
export type ChosenLender = { _id: string | null; name: string }

export const toLenderInput = (lender: ChosenLender | null): LenderInput | null => {
  if (lender === null) return null
  return lender._id === null ? { name: lender.name } : { _id: lender._id }
}

/** The lender: one of the company’s list, one of the common lenders, or a new name. */
export function LenderField({
  companyId,
  value,
  onChange,
}: {
  companyId: string
  value: ChosenLender | null
  onChange: (lender: ChosenLender | null) => void
}) {
  const { data } = useCall(listLenders, { params: { companyId } })
  const own = data?.lenders ?? []
  const find = async (typed: string) => {
    const found = matchingLenders(own, typed)
    const isKnown = found.some(({ name }) => name.toLowerCase() === typed.trim().toLowerCase())
    return [
      ...found.map(({ _id, name }) => ({ value: name, label: name, ...(_id === null ? { note: 'new to the list' } : {}) })),
      ...(isKnown || typed.trim() === ''
        ? []
        : [{ value: typed.trim(), label: `Add “${typed.trim()}”`, note: 'new to the list' }]),
    ]
  }
  const toLender = (name: string): ChosenLender =>
    own.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? { _id: null, name }
  return (
    <LookupField
      label="Lender"
      optional
      minimum={1}
      delay={0}
      value={value && { value: value.name, label: value.name }}
      find={find}
      onChange={(option) => onChange(option ? toLender(option.value) : null)}
      onTyped={(name) => onChange(toLender(name))}
    />
  )
}
