import { Button } from './button.tsx'
import { Field, type FieldProps, isOff } from './field.tsx'
import type { Choice, Option } from './option-list.tsx'
import { Picker } from './picker.tsx'
import { useFieldValue } from './use-field-value.ts'

export type MultiSelectFieldProps<Value extends Choice> = FieldProps<Value[]> & {
  options: readonly Option<Value>[]
  /** What the closed control says when nothing is chosen: "All staff", "All branches". */
  noneLabel?: string | undefined
  /** What it says of the chosen ones: "Active, sold". By default their labels while that is short, then "3 chosen". */
  summary?: ((labels: readonly string[]) => string) | undefined
  searchable?: boolean | undefined
  small?: boolean | undefined
}

/** All of them while that is short, then "3 chosen". */
const summary = (labels: readonly string[]): string => {
  const joined = labels.join(', ')
  return labels.length <= 2 || joined.length <= 24 ? joined : `${labels.length} chosen`
}

/** Any number of several, in the order of the options. */
export const MultiSelectField = <Value extends Choice>(props: MultiSelectFieldProps<Value>) => {
  const { options, noneLabel = 'Any', searchable = options.length > 12 } = props
  const [value, setValue] = useFieldValue<Value[]>(props, [])
  const chosen = options.filter((option) => value.includes(option.value))
  const toggle = (one: Value) =>
    setValue(
      options.map((option) => option.value).filter((other) => (other === one ? !value.includes(one) : value.includes(other))),
    )
  return (
    <Field {...props}>
      {(control, labelId) => (
        <Picker
          control={control}
          labelId={labelId}
          label={typeof props.label === 'string' ? props.label : 'options'}
          options={options}
          isSelected={(one) => value.includes(one)}
          onPick={(option) => toggle(option.value)}
          shown={
            chosen.length > 0 ? (
              (props.summary ?? summary)(chosen.map((option) => option.label))
            ) : (
              <span className="ph">{noneLabel}</span>
            )
          }
          multiple
          searchable={searchable}
          off={isOff(props) || props.readOnly}
          small={props.small}
          onBlur={props.onBlur}
          foot={
            <>
              <Button size="s" variant="quiet" onClick={() => setValue([])}>
                Clear
              </Button>
              <Button size="s" variant="quiet" onClick={() => setValue(options.map((option) => option.value))}>
                Choose all
              </Button>
            </>
          }
        />
      )}
    </Field>
  )
}
