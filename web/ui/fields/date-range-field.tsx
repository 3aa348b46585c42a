import type { DateOnly } from '@gya/domain/common/dates.ts'
import { DateField } from './date-field.tsx'
import { useTypedDays } from './use-typed-days.ts'

export type DateRange = { from: DateOnly | null; until: DateOnly | null }

type Props = {
  label: string
  /** Accessible names of both fields: "Added from", "Added until". */
  fromLabel: string
  untilLabel: string
  value: DateRange
  onChange: (range: DateRange) => void
  /** Width of one field. */
  half?: number
}

/** Two joined fields of days that are over. Both days are inclusive; either may be empty. `onChange` gets no text that is not a day. */
export const DateRangeField = ({ label, fromLabel, untilLabel, value, onChange, half = 118 }: Props) => {
  const { dateField } = useTypedDays()
  const part = (name: keyof DateRange) =>
    dateField(name, {
      day: value[name],
      set: (day) => onChange({ ...value, [name]: day }),
      clear: () => onChange({ ...value, [name]: null }),
    })
  return (
    <fieldset className="fld">
      <legend className="lab">{label}</legend>
      <div className="range">
        <DateField
          label={fromLabel}
          hideLabel
          width={half}
          max={value.until ?? undefined}
          nearest="past"
          placeholder="Any"
          {...part('from')}
        />
        <DateField
          label={untilLabel}
          hideLabel
          width={half}
          min={value.from ?? undefined}
          nearest="past"
          placeholder="Any"
          {...part('until')}
        />
      </div>
    </fieldset>
  )
}
