import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { type FieldProps, isOff, useFieldValue } from './field.tsx'

/** For `form.getInputProps('path', { type: 'checkbox' })`. */
export type CheckFieldProps = Omit<FieldProps<boolean>, 'value' | 'defaultValue' | 'hideLabel' | 'optional'> & {
  checked?: boolean | undefined
  defaultChecked?: boolean | undefined
  /** Some but not all items are checked. */
  indeterminate?: boolean | undefined
}

/** Shared by check box and switch: label beside the input, hint and error below. */
export const TickField = ({ kind, ...props }: CheckFieldProps & { kind: 'check' | 'switch' }) => {
  const own = useId()
  const id = props.id ?? own
  const box = useRef<HTMLInputElement>(null)
  const [checked, setChecked] = useFieldValue(
    { value: props.checked, defaultValue: props.defaultChecked, onChange: props.onChange },
    false,
  )
  useEffect(() => {
    if (box.current) box.current.indeterminate = Boolean(props.indeterminate)
  }, [props.indeterminate])
  const under: [string, ReactNode][] = [
    ['hint', props.hint],
    ['error', props.error],
  ]
  const described = under.filter(([, text]) => Boolean(text)).map(([part]) => `${id}-${part}`)
  return (
    <div className={classNames('check-fld', props.className)}>
      <label className={kind} data-tip={props.disabledReason ?? undefined}>
        <input
          ref={box}
          id={id}
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          name={props.name}
          checked={checked}
          disabled={isOff(props) || props.readOnly}
          aria-describedby={described.join(' ') || undefined}
          aria-invalid={props.error ? true : undefined}
          data-path={props['data-path']}
          onChange={(event) => setChecked(event.currentTarget.checked)}
          onBlur={props.onBlur}
          onFocus={props.onFocus}
        />
        <span>
          {props.label}
          {props.disabledReason && <span className="vh"> {props.disabledReason}</span>}
        </span>
      </label>
      {props.hint && (
        <p className="hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      {props.error && (
        <p className="err" id={`${id}-error`}>
          <Icon of={IconAlertCircle} size={14} />
          <span>{props.error}</span>
        </p>
      )}
    </div>
  )
}

export const CheckField = (props: CheckFieldProps) => <TickField {...props} kind="check" />

/** A switch takes effect at once (a filter, a view). Use CheckField in a form that is saved. */
export const SwitchField = (props: Omit<CheckFieldProps, 'indeterminate'>) => <TickField {...props} kind="switch" />
