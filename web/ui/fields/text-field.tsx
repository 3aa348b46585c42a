import type { ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconComponent } from '../icon.tsx'
import { Field, type FieldProps, isOff, useFieldValue } from './field.tsx'

export type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | undefined
  placeholder?: string | undefined
  autoComplete?: string | undefined
  maxLength?: number | undefined
  inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'decimal' | 'search' | undefined
  spellCheck?: boolean | undefined
  /** Inside the field, before the text. */
  icon?: IconComponent | undefined
  /** Inside the field, after the text: a key, a unit, a small button. */
  after?: ReactNode
  small?: boolean | undefined
  onKeyDown?: ((event: React.KeyboardEvent<HTMLInputElement>) => void) | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** Single-line text. */
export const TextField = (props: TextFieldProps) => {
  const { type = 'text', icon, after, small, ref } = props
  const [text, setText] = useFieldValue(props, '')
  const off = isOff(props)
  return (
    <Field {...props}>
      {(control) => {
        const input = (
          <input
            {...control}
            ref={ref}
            type={type}
            name={props.name}
            value={text ?? ''}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={props.onBlur}
            onFocus={props.onFocus}
            onKeyDown={props.onKeyDown}
            disabled={off}
            readOnly={props.readOnly}
            placeholder={props.placeholder}
            autoComplete={props.autoComplete ?? 'off'}
            maxLength={props.maxLength}
            inputMode={props.inputMode}
            spellCheck={props.spellCheck}
            className={icon || after ? undefined : classNames('in', small && 'small')}
          />
        )
        if (!icon && !after) return input
        return (
          <span className={classNames('in', small && 'small', off && 'off', props.readOnly && 'ro', props.error && 'bad')}>
            {icon && <Icon of={icon} size={14} />}
            {input}
            {after}
          </span>
        )
      }}
    </Field>
  )
}

export type TextAreaFieldProps = FieldProps<string> & {
  rows?: number | undefined
  placeholder?: string | undefined
  /** Shows a counter beside the label. Longer text is accepted, so that pasted text is not cut; the counter turns red. */
  limit?: number | undefined
  /** Grows with its text up to the `max-height` of the style sheet. */
  grows?: boolean | undefined
}

const counted = new Intl.NumberFormat('en-GB')

/** Multi-line text, with a counter when there is a limit. */
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
