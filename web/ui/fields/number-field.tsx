import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldProps, isOff } from './field.tsx'
import { useTypedValue, type ValueFormat } from './use-typed-value.ts'

/** Reads and writes the numbers people type. Pure; the fields are number-field.tsx, money-field.tsx and percent-field.tsx. */

const grouped = (decimals: number, least: number) =>
  new Intl.NumberFormat('en-GB', { maximumFractionDigits: decimals, minimumFractionDigits: least })

/**
 * A number from what was typed: "285,000", "£1,250.50", "1.25 %", "285k". Undefined when it is not one, or has more
 * decimals than the field takes, so that nothing is rounded behind the reader's back.
 */
export const parseNumber = (text: string, decimals: number): number | undefined => {
  const bare = text.replace(/[\s,£%]/g, '')
  const match = /^(-?)(\d+(?:\.\d*)?|\.\d+)([km]?)$/i.exec(bare)
  if (!match) return undefined
  const scale = { k: 1000, m: 1_000_000 }[match[3]?.toLowerCase() ?? ''] ?? 1
  const value = Number(`${match[1]}${match[2]}`) * scale
  const factor = 10 ** decimals
  const rounded = Math.round(value * factor) / factor
  return Math.abs(rounded - value) < 1e-9 && Math.abs(value) < 1e12 ? rounded : undefined
}

/** With groups of three and the decimals that are there: 1234.5 is "1,234.5". `least` keeps trailing zeros. */
export const formatNumber = (value: number, decimals: number, least = 0): string =>
  Number.isNaN(value) ? '' : grouped(decimals, least).format(value)

/** Whole pounds without pennies, else with two: "57,000", "1,250.50". */
export const formatMoney = (pounds: number): string => formatNumber(pounds, 2, Number.isInteger(pounds) ? 0 : 2)

/** The sentence for a number outside its limits, or undefined. */
export const rangeError = (
  value: number | null,
  min?: number,
  max?: number,
  show: (limit: number) => string = String,
): string | undefined => {
  if (value === null || Number.isNaN(value)) return undefined
  if (min !== undefined && max !== undefined && (value < min || value > max))
    return `Enter a number from ${show(min)} to ${show(max)}.`
  if (min !== undefined && value < min) return `Enter ${show(min)} or more.`
  if (max !== undefined && value > max) return `Enter ${show(max)} or less.`
  return undefined
}

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

const pounds: ValueFormat<number> = {
  parse: (text) => parseNumber(text, 2),
  show: (value) => (Number.isNaN(value) ? '' : `£${formatMoney(value)}`),
  edit: formatMoney,
  unreadable: () => Number.NaN,
}

/** An amount in pounds with at most two decimals, as the wire takes it. Shows £57,000; "285k" may be typed. NaN while unreadable. */
export const MoneyField = (props: Omit<NumberFieldProps, 'decimals' | 'unit'>) => (
  <NumericInput
    {...props}
    decimals={2}
    typing={pounds}
    before={<span className="unit">£</span>}
    say="Enter an amount in pounds, such as 285,000 or 1,250.50."
    showLimit={(limit) => `£${formatMoney(limit)}`}
  />
)

/** A percentage, 0 to 100 with two decimals unless told otherwise (an agency fee takes three). */
export const PercentField = ({ decimals = 2, min = 0, max = 100, ...props }: Omit<NumberFieldProps, 'unit'>) => (
  <NumberField {...props} decimals={decimals} min={min} max={max} unit="%" />
)
