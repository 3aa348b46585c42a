import type { Wire } from '@gya/domain/endpoint.ts'
import { maxAmong } from '@gya/domain/features/assignment/choose-progressor.ts'
import { isActiveWorker, mayProgressSales } from '@gya/domain/features/members/member-reach.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { useDeferredValue, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { MultiSelectField } from '../../ui/fields/select-field.tsx'

type Member = Wire<typeof listCompanyMembers, 'response'>['data'][number]

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

/** People who may run sales: the first hundred, and whoever a search finds; those who are chosen stay. */
export function AmongField({ companyId, branchId, without, value, ...props }: Props) {
  const [search, setSearch] = useState('')
  const [known, setKnown] = useState<readonly Member[]>([])
  const query = { status: 'current', itemsPerPage: '100' } as const
  const { data } = useCall(listCompanyMembers, { params: { companyId }, query })
  const more = useCall(
    listCompanyMembers,
    { params: { companyId }, query: { ...query, textSearch: useDeferredValue(search) } },
    { enabled: search !== '' && (data?.paging.count ?? 0) > 100, keep: true },
  )
  const found = more.data?.data.filter(({ _id }) => !known.some((one) => one._id === _id)) ?? []
  if (found.length > 0) setKnown([...known, ...found])
  const all = new Map([...(data?.data ?? []), ...known].map((member) => [member._id, member]))
  const people = [...all.values()].filter(
    (member) =>
      isActiveWorker(member) && member._id !== without && (branchId === undefined || mayProgressSales(member, branchId)),
  )
  return (
    <MultiSelectField
      label="Among"
      options={people.map(({ _id, fullName, invitation }) => ({
        value: _id,
        label: fullName,
        ...(invitation && { note: 'invited' }),
      }))}
      value={value}
      error={whyTooMany(value) ?? undefined}
      onSearch={setSearch}
      {...props}
    />
  )
}
