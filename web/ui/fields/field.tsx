import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

/**
 * Props of every field. Made for `{...form.getInputProps('path')}` of @mantine/form in controlled and uncontrolled mode:
 * `onChange` gets the value itself, never an event, and `data-path` lands on the control so that the form can focus it.
 */
export type FieldProps<Value> = {
  label: ReactNode
  /** Shows the label to screen readers only: in a bar or a table the context names the field. */
  hideLabel?: boolean | undefined
  hint?: ReactNode
  /** Shown below the field. */
  error?: ReactNode
  /** Writes "optional" beside the label. A form marks the optional fields, not the required ones. */
  optional?: boolean | undefined
  required?: boolean | undefined
  value?: Value | undefined
  defaultValue?: Value | undefined
  onChange?: ((value: Value) => void) | undefined
  onBlur?: ((event: React.FocusEvent<HTMLElement>) => void) | undefined
  onFocus?: ((event: React.FocusEvent<HTMLElement>) => void) | undefined
  disabled?: boolean | undefined
  /** Why it is disabled: shown on hover and read aloud. Implies `disabled`. */
  disabledReason?: string | null | undefined
  readOnly?: boolean | undefined
  /** A number of pixels, or any CSS width. */
  width?: number | string | undefined
  className?: string | undefined
  id?: string | undefined
  name?: string | undefined
  'data-path'?: string | undefined
  'data-autofocus'?: boolean | undefined
}

/** Attributes of the control inside a field. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  'data-path': string | undefined
  'data-autofocus': boolean | undefined
}

type Framed = Omit<FieldProps<never>, 'value' | 'defaultValue' | 'onChange'>

/** Label, control, hint and error. `labelled: 'group'` for radios, where the label names no single control. */
export const Field = (
  props: Framed & {
    labelled?: 'control' | 'group'
    aside?: ReactNode
    children: (control: ControlProps, labelId: string) => ReactNode
  },
) => {
  const {
    label,
    hideLabel,
    hint,
    error,
    optional,
    required,
    disabledReason,
    width,
    className,
    labelled = 'control',
    aside,
  } = props
  const own = useId()
  const id = props.id ?? own
  const labelId = `${id}-label`
  const described = [hint && `${id}-hint`, disabledReason && `${id}-why`, error && `${id}-error`].filter(Boolean).join(' ')
  const control: ControlProps = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
    'data-path': props['data-path'],
    'data-autofocus': props['data-autofocus'],
  }
  const Label = labelled === 'control' ? 'label' : 'span'
  const words = (
    <Label className={hideLabel ? 'vh' : 'lab'} id={labelId} htmlFor={labelled === 'control' ? id : undefined}>
      {label}
      {optional && <em> optional</em>}
    </Label>
  )
  return (
    <div
      className={classNames('fld', className)}
      style={width === undefined ? undefined : { width }}
      data-tip={disabledReason ?? undefined}
    >
      {aside ? (
        <div className="lab-row">
          {words}
          {aside}
        </div>
      ) : (
        words
      )}
      {props.children(control, labelId)}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {disabledReason && (
        <span id={`${id}-why`} hidden>
          {disabledReason}
        </span>
      )}
      {error && (
        <p className="err" id={`${id}-error`}>
          <Icon of={IconAlertCircle} size={14} />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

/** True when the field cannot be used, for either reason. */
export const isOff = (props: { disabled?: boolean | undefined; disabledReason?: string | null | undefined }): boolean =>
  Boolean(props.disabled) || Boolean(props.disabledReason)

const fields = ':is(input, textarea, select, [role="combobox"]):not(:disabled, [readonly], [type="hidden"], [type="file"])'

/** The element that gets the initial focus in a form or a dialog: `data-autofocus`, else the first field. */
export const firstField = (within: HTMLElement): HTMLElement | null =>
  within.querySelector<HTMLElement>('[data-autofocus]') ?? within.querySelector<HTMLElement>(fields)

type FieldValueProps<Value> = {
  value?: Value | undefined
  defaultValue?: Value | undefined
  onChange?: ((value: Value) => void) | undefined
}

/** Value of a controlled or uncontrolled field. Uncontrolled fields start with `defaultValue`, else `empty`. */
export const useFieldValue = <Value, Empty = Value>(
  props: FieldValueProps<Value>,
  empty: Value | Empty,
): [value: Value | Empty, set: (value: Value) => void] => {
  const [own, setOwn] = useState<Value | Empty>(props.defaultValue === undefined ? empty : props.defaultValue)
  const set = (value: Value) => {
    if (props.value === undefined) setOwn(value)
    props.onChange?.(value)
  }
  return [props.value === undefined ? own : props.value, set]
}
