import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldProps, isOff } from './field.tsx'
import { Icon, type IconComponent } from './icon.tsx'
import { useFieldValue } from './use-field-value.ts'

export type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | undefined
  placeholder?: string | undefined
  autoComplete?: string | undefined
  maxLength?: number | undefined
  inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'decimal' | 'search' | undefined
  spellCheck?: boolean | undefined
  /** Drawn inside, before what is typed. */
  icon?: IconComponent | undefined
  /** Drawn inside, after what is typed: a key, a unit, a small button. */
  after?: ReactNode
  small?: boolean | undefined
  onKeyDown?: ((event: React.KeyboardEvent<HTMLInputElement>) => void) | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** One line of text. */
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
