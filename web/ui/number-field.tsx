import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldProps, isOff } from './field.tsx'
import { formatNumber, parseNumber, rangeError } from './number-text.ts'
import { useTypedValue, type ValueFormat } from './typed-value.ts'

/** The value is NaN while what is typed is not a number: zod's `z.number()` refuses it, so it can never be saved by mistake. */
export type NumberFieldProps = FieldProps<number | null> & {
  min?: number | undefined
  max?: number | undefined
  /** What an arrow key adds or takes; none when undefined. */
  step?: number | undefined
  /** How many decimals may be typed; 0 by default. */
  decimals?: number | undefined
  placeholder?: string | undefined
  /** After the number: days, %. */
  unit?: string | undefined
  small?: boolean | undefined
}

type Shape = NumberFieldProps & {
  typing: ValueFormat<number>
  before?: ReactNode
  say: string
  showLimit: (limit: number) => string
}

/** The frame that number, money and percent fields share. Right-aligned, tabular figures, arrow keys step. */
export const NumericInput = ({ typing, before, say, showLimit, ...props }: Shape) => {
  const field = useTypedValue(props, typing)
  const error =
    props.error ?? (field.focused ? undefined : field.wrong ? say : rangeError(field.value, props.min, props.max, showLimit))
  const off = isOff(props)
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef(false)
  // Chosen as soon as it is shown without its sign, and once more after a click has set the caret: whatever is typed
  // replaces it, and a digit that was typed meanwhile is not chosen with the rest.
  useLayoutEffect(() => {
    typed.current = false
    if (field.focused) input.current?.select()
  }, [field.focused])
  const nudge = (event: React.KeyboardEvent) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (!way || props.step === undefined || props.readOnly) return
    event.preventDefault()
    const next = (field.value !== null && !Number.isNaN(field.value) ? field.value : 0) + way * props.step
    const factor = 10 ** (props.decimals ?? 0)
    field.pick(Math.min(props.max ?? next, Math.max(props.min ?? next, Math.round(next * factor) / factor)))
  }
  return (
    <Field {...props} error={error}>
      {(control) => (
        <span className={classNames('in num', props.small && 'small', off && 'off', props.readOnly && 'ro', error && 'bad')}>
          {field.focused && before}
          <input
            {...control}
            ref={input}
            type="text"
            inputMode={props.decimals ? 'decimal' : 'numeric'}
            autoComplete="off"
            name={props.name}
            value={field.text}
            placeholder={props.placeholder}
            disabled={off}
            readOnly={props.readOnly}
            onChange={(event) => {
              typed.current = true
              field.type(event.currentTarget.value)
            }}
            onKeyDown={nudge}
            onFocus={(event) => {
              field.focus()
              requestAnimationFrame(() => {
                if (!typed.current) input.current?.select()
              })
              props.onFocus?.(event)
            }}
            onBlur={(event) => {
              field.blur()
              props.onBlur?.(event)
            }}
          />
          {props.unit && <span className="unit">{props.unit}</span>}
        </span>
      )}
    </Field>
  )
}

/** A number; whole unless `decimals` says otherwise. */
export const NumberField = (props: NumberFieldProps) => {
  const decimals = props.decimals ?? 0
  const show = (value: number) => formatNumber(value, decimals)
  const typing = { parse: (text: string) => parseNumber(text, decimals), show, edit: show, unreadable: () => Number.NaN }
  const say = decimals === 0 ? 'Enter a whole number.' : `Enter a number with at most ${decimals} decimals.`
  return <NumericInput {...props} typing={typing} say={say} showLimit={show} />
}
