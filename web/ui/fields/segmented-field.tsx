import { classNames } from '../class-names.ts'
import { Field, type FieldProps, isOff, useFieldValue } from './field.tsx'
import type { Choice } from './option-list.tsx'

export type Segment<Value extends Choice> = { value: Value; label: string; disabledReason?: string | null | undefined }

export type SegmentedFieldProps<Value extends Choice> = FieldProps<Value> & {
  options: readonly Segment<Value>[]
  /** Fills the width of its column. */
  wide?: boolean | undefined
}

/** A radio group shown as segments. */
export const SegmentedField = <Value extends Choice>(props: SegmentedFieldProps<Value>) => {
  const [value, setValue] = useFieldValue<Value, undefined>(props, undefined)
  const off = isOff(props) || props.readOnly
  return (
    <Field {...props} labelled="group">
      {(control, labelId) => (
        <div
          className={classNames('seg', props.wide && 'wide')}
          role="radiogroup"
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          aria-invalid={control['aria-invalid']}
          aria-required={control['aria-required']}
        >
          {props.options.map((option) => (
            <label key={String(option.value)} data-tip={option.disabledReason ?? undefined}>
              <input
                type="radio"
                name={props.name ?? control.id}
                checked={option.value === value}
                disabled={off || Boolean(option.disabledReason)}
                onChange={() => setValue(option.value)}
                onBlur={props.onBlur}
                data-path={props['data-path']}
              />
              {option.label}
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
