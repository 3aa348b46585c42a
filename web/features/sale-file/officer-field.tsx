import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { LookupField } from '../../ui/fields/lookup-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'

type Props = {
  label: string
  companyId: string
  /** Of the saved officer. */
  name: string | null
  value?: string | null
  onChange?: (userId: string | null) => void
}

/** Who is told of suspicions, in person: never in GYA. */
export function OfficerField({ label, companyId, name, value = null, onChange, ...field }: Props) {
  const [chosen, setChosen] = useState<Option<string> | null>(null)
  const shown = value === null ? null : chosen?.value === value ? chosen : { value, label: name ?? 'A colleague' }
  const find = async (textSearch: string, signal: AbortSignal) => {
    const { data } = await callApi(listCompanyMembers, {
      params: { companyId },
      query: { textSearch, itemsPerPage: '15' },
      signal,
    })
    return data.map(({ _id, fullName, email, type, deactivatedOn }) => ({
      value: _id,
      label: fullName,
      note: `${email} · ${deactivatedOn ? 'deactivated' : userTypeLabels[type]}`,
      disabled: deactivatedOn !== null,
    }))
  }
  return (
    <LookupField
      {...field}
      label={label}
      optional
      value={shown}
      find={find}
      hint="To whom suspicions are reported, in person."
      onChange={(option) => {
        setChosen(option)
        onChange?.(option?.value ?? null)
      }}
    />
  )
}
