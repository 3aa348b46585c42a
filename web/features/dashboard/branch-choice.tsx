import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { useMay } from '../../platform/session.tsx'
import { useCall } from '../../platform/use-call.ts'
import { useFollow } from '../../ui/link.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const whole = 'all'

type Props = {
  companyId: string
  /** Null is the whole company. */
  branchId: string | null
  hrefOf: (branchId: string | null) => string
}

/** One of the branches that the reader reaches, or the whole company for its administrators; nothing where there is no choice. */
export function BranchChoice({ companyId, branchId, hrefOf }: Props) {
  const follow = useFollow()
  const mayWhole = useMay('dashboard.company')
  const { data } = useCall(listBranches, { params: { companyId }, query: { itemsPerPage: '1000' } })
  const options = [
    ...(mayWhole ? [{ value: whole, label: 'Whole company' }] : []),
    ...(data?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
  ]
  if (!data || options.length < 2) return null
  return (
    <SelectField
      label="Branch"
      hideLabel
      width={200}
      options={options}
      value={branchId ?? whole}
      onChange={(chosen) => follow(hrefOf(chosen === whole ? null : chosen))}
    />
  )
}
