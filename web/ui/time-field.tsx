import { Field, type FieldProps, isOff } from './field.tsx'
import { useFieldValue } from './use-field-value.ts'

export type TimeFieldProps = FieldProps<string | null> & {
  /** Minutes from one choice of the browser's picker to the next. */
  step?: number | undefined
}

/** A time of the day, `HH:mm`, typed or picked with the browser's own picker; null while it is empty or half typed. */
export const TimeField = (props: TimeFieldProps) => {
  const [time, setTime] = useFieldValue<string | null>(props, null)
  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          type="time"
          className="in"
          name={props.name}
          step={(props.step ?? 1) * 60}
          value={time ?? ''}
          onChange={(event) => setTime(event.currentTarget.value || null)}
          onBlur={props.onBlur}
          onFocus={props.onFocus}
          disabled={isOff(props)}
          readOnly={props.readOnly}
        />
      )}
    </Field>
  )
}
