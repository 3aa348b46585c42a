import { Field, type FieldProps, isOff } from './field.tsx'
import { useFieldValue } from './use-field-value.ts'

export type TextAreaFieldProps = FieldProps<string> & {
  rows?: number | undefined
  placeholder?: string | undefined
  /** Shows a counter beside the label. More can be typed (nothing that was pasted is lost); the counter turns red. */
  limit?: number | undefined
  /** As high as its text. The style sheet sets `max-height`. */
  grows?: boolean | undefined
}

const counted = new Intl.NumberFormat('en-GB')

/** Several lines of text, with a counter when there is a limit. */
export const TextAreaField = (props: TextAreaFieldProps) => {
  const { limit, rows = 3 } = props
  const [text, setText] = useFieldValue(props, '')
  const length = text?.length ?? 0
  const aside =
    limit === undefined ? undefined : (
      <output className={length > limit ? 'over' : undefined}>
        {counted.format(length)} of {counted.format(limit)}
        <span className="vh"> characters{length > limit ? ', too many' : ''}</span>
      </output>
    )
  return (
    <Field {...props} aside={aside}>
      {(control) => {
        const area = (
          <textarea
            {...control}
            className="in"
            name={props.name}
            rows={rows}
            value={text ?? ''}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={props.onBlur}
            onFocus={props.onFocus}
            disabled={isOff(props)}
            readOnly={props.readOnly}
            placeholder={props.placeholder}
          />
        )
        return props.grows ? (
          <span className="grows" data-text={text ?? ''}>
            {area}
          </span>
        ) : (
          area
        )
      }}
    </Field>
  )
}
