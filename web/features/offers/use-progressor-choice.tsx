import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { readProgressorChoice } from '@gya/domain/features/assignment/assignment.contract.ts'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'

type Choice = {
  /** Who runs the sale; null: nobody yet. Undefined: not chosen, or somebody runs it already. */
  bStaff: string | null | undefined
  /** Why the offer cannot be accepted. */
  whyNot: string | null
  field: ReactNode
}

/**
 * The sales progressor of an offer that is to be accepted: "preset by the branch's rule, else by who accepts if they may progress it; *Nobody
 * yet* is the last choice and has to be chosen". [seat §5](docs/design/seat.md#5).
 */
export function useProgressorChoice(params: PropertyParams, isAsked: boolean): Choice {
  const [chosen, setChosen] = useState<string | null>()
  const { data, error } = useCall(readProgressorChoice, { params }, { enabled: isAsked })
  if (data?.progressor) return { bStaff: undefined, whyNot: null, field: <p>{data.progressor.name} runs this sale.</p> }
  const bStaff = chosen === undefined ? (data?.suggested ?? undefined) : chosen
  return {
    bStaff,
    whyNot: data ? (bStaff === undefined ? 'Choose who runs this sale' : null) : (error?.message ?? 'Please wait...'),
    field: (
      <SelectField<string | null>
        label="Sales progressor"
        required
        placeholder={data ? 'Choose who runs this sale' : ''}
        value={bStaff}
        options={[
          ...(data?.people ?? []).map(({ _id, name, sales }) => ({
            value: _id,
            label: name,
            note: sales === 1 ? '1 sale' : `${sales} sales`,
          })),
          { value: null, label: 'Nobody yet' },
        ]}
        onChange={setChosen}
      />
    ),
  }
}
