import type { DateOnly } from '@gya/domain/common/dates.ts'
import { DateField } from './date-field.tsx'

export type DateRange = { from: DateOnly | null; until: DateOnly | null }

type Props = {
  label: string
  /** What each half is called: "Added from", "Added until". */
  fromLabel: string
  untilLabel: string
  value: DateRange
  onChange: (range: DateRange) => void
  /** Width of one half. */
  half?: number
}

/** Two joined date fields. The days are both included; either may be open. */
export const DateRangeField = ({ label, fromLabel, untilLabel, value, onChange, half = 118 }: Props) => (
  <fieldset className="fld">
    <legend className="lab">{label}</legend>
    <div className="range">
      <DateField
        label={fromLabel}
        hideLabel
        width={half}
        value={value.from}
        max={value.until ?? undefined}
        placeholder="Any"
        onChange={(from) => onChange({ ...value, from })}
      />
      <DateField
        label={untilLabel}
        hideLabel
        width={half}
        value={value.until}
        min={value.from ?? undefined}
        placeholder="Any"
        onChange={(until) => onChange({ ...value, until })}
      />
    </div>
  </fieldset>
)
