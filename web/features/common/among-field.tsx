import { maxAmong } from '@gya/domain/features/assignment/choose-progressor.ts'
import { isActiveWorker, mayProgressSales } from '@gya/domain/features/members/member-reach.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { MultiSelectField } from '../../ui/fields/select-field.tsx'

type Props = {
  companyId: string
  /** Only people who work in this branch. */
  branchId?: string | undefined
  /** Somebody who is not offered. */
  without?: string | undefined
  noneLabel: string
  value: string[]
  onChange: (value: string[]) => void
  disabledReason?: string | null
}

export const whyTooMany = (among: readonly string[]): string | null =>
  among.length > maxAmong ? `Choose at most ${maxAmong} people` : null

/** People who may run sales. */
export function AmongField({ companyId, branchId, without, value, ...props }: Props) {
  const { data } = useCall(listCompanyMembers, { params: { companyId }, query: { status: 'active', itemsPerPage: '100' } })
  const people = (data?.data ?? []).filter(
    (member) =>
      isActiveWorker(member) && member._id !== without && (branchId === undefined || mayProgressSales(member, branchId)),
  )
  return (
    <MultiSelectField
      label="Among"
      options={people.map(({ _id, fullName }) => ({ value: _id, label: fullName }))}
      value={value}
      error={whyTooMany(value) ?? undefined}
      {...props}
    />
  )
}
