import { type FallOffParty, fallOffParties, fallOffPartyLabels } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { readFallOffReasons } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'

type Values = { reasonId: string | null; party: FallOffParty | null }

type Props = {
  companyId: string
  form: { values: Values; setFieldValue: (field: 'reasonId' | 'party', value: never) => void }
  /** The reason was hidden since, but this sale has it: it stays selectable. */
  current?: { _id: string; name: string } | null
}

const partyOptions = fallOffParties.map((value) => ({ value, label: fallOffPartyLabels[value] }))

/** A reason of the company's list, and the party responsible: by default that of the reason. */
export function ReasonFields({ companyId, form, current = null }: Props) {
  const { data, error } = useCall(readFallOffReasons, { params: { companyId } })
  const reasons = data?.reasons ?? []
  const offered = reasons.filter(({ _id, active }) => active || _id === current?._id)
  const set = (field: 'reasonId' | 'party', value: string | null) => form.setFieldValue(field, value as never)
  const choose = (reasonId: string | null) => {
    set('reasonId', reasonId)
    set('party', reasons.find(({ _id }) => _id === reasonId)?.party ?? null)
  }
  return (
    <FieldGrid>
      <SelectField
        label="Reason"
        required
        searchable
        value={form.values.reasonId}
        onChange={choose}
        options={offered.map(({ _id, name }) => ({ value: _id, label: name }))}
        error={error ? 'The list of reasons could not be read.' : undefined}
        data-autofocus
      />
      <SelectField
        label="Whose doing"
        value={form.values.party}
        onChange={(party) => set('party', party)}
        options={partyOptions}
        disabledReason={form.values.reasonId === null ? 'Choose a reason first' : null}
      />
    </FieldGrid>
  )
}
