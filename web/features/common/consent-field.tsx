import { defaultMayContactWords } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { readFallOffReasons } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'

type Props = {
  companyId: string
  value?: boolean | null
  onChange?: (value: boolean | null) => void
}

const options = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
  { value: null, label: 'Not asked' },
]

/** Asked in the company's own wording, as it is read to the person. [trust §6](docs/design/trust.md#6). */
export function ConsentField({ companyId, ...field }: Props) {
  const { data } = useCall(readFallOffReasons, { params: { companyId } })
  return <SegmentedField {...field} className="full" label={data?.mayContactWords ?? defaultMayContactWords} options={options} />
}
