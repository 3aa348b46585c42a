import { Field, type FieldProps, isOff } from './field.tsx'
import type { Choice, Option } from './option-list.tsx'
import { Picker } from './picker.tsx'
import { useFieldValue } from './use-field-value.ts'

export type SelectFieldProps<Value extends Choice> = FieldProps<Value> & {
  /** For "none" or "any", give an option with the value null; it is drawn in the quiet ink. */
  options: readonly Option<Value>[]
  placeholder?: string | undefined
  /** A search line on top of the list; by itself from 13 options on. */
  searchable?: boolean | undefined
  small?: boolean | undefined
}

/** One of several. Arrows move, Enter chooses, letters jump, Escape closes; the list stands above dialogs. */
export const SelectField = <Value extends Choice>(props: SelectFieldProps<Value>) => {
  const { options, placeholder = 'Choose', searchable = options.length > 12 } = props
  const [value, setValue] = useFieldValue<Value, undefined>(props, undefined)
  const chosen = options.find((option) => option.value === value)
  const shown = chosen && chosen.value !== null ? chosen.label : <span className="ph">{chosen?.label ?? placeholder}</span>
  return (
    <Field {...props}>
      {(control, labelId) => (
        <Picker
          control={control}
          labelId={labelId}
          label={typeof props.label === 'string' ? props.label : 'options'}
          options={options}
          isSelected={(one) => one === value}
          onPick={(option) => setValue(option.value)}
          shown={shown}
          searchable={searchable}
          off={isOff(props) || props.readOnly}
          small={props.small}
          onBlur={props.onBlur}
        />
      )}
    </Field>
  )
}
