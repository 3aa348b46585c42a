import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { useMay } from '../../platform/session.tsx'
import { useCall } from '../../platform/use-call.ts'
import { useFollowLink } from '../../ui/link.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const wholeCompanyValue = 'all'

type BranchChoiceProps = {
  companyId: string
  /** Null is the whole company. */
  branchId: string | null
  hrefOf: (branchId: string | null) => string
}

/** One of the branches that the reader reaches, or the whole company for its administrators; nothing where there is no choice. */
export function BranchChoice({ companyId, branchId, hrefOf }: BranchChoiceProps) {
  const follow = useFollowLink()
  const mayWhole = useMay('dashboard.company')
  const { data } = useCall(listBranches, { params: { companyId }, query: { itemsPerPage: '1000' } })
  const options = [
    ...(mayWhole ? [{ value: wholeCompanyValue, label: 'Whole company' }] : []),
    ...(data?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
  ]
  if (!data || options.length < 2) return null
  return (
    <SelectField
      label="Branch"
      hideLabel
      width={200}
      options={options}
      value={branchId ?? wholeCompanyValue}
      onChange={(chosen) => follow(hrefOf(chosen === wholeCompanyValue ? null : chosen))}
    />
  )
}
