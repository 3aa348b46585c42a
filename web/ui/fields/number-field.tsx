import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldProps, isOff } from './field.tsx'
import { useTypedValue, type ValueFormat } from './use-typed-value.ts'

const grouped = (decimals: number, least: number) =>
  new Intl.NumberFormat('en-GB', { maximumFractionDigits: decimals, minimumFractionDigits: least })

/**
 * Parses "285,000", "£1,250.50", "1.25 %", "285k". Undefined for other text and for more decimals than the field takes:
 * nothing is rounded silently.
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

/** 1234.5 becomes "1,234.5". `least` is the minimum number of decimals. */
export const formatNumber = (value: number, decimals: number, least = 0): string =>
  Number.isNaN(value) ? '' : grouped(decimals, least).format(value)

/** Whole pounds without decimals, others with two: "57,000", "1,250.50". */
export const formatMoney = (pounds: number): string => formatNumber(pounds, 2, Number.isInteger(pounds) ? 0 : 2)

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

/** The value is NaN while the text is not a number: `z.number()` rejects it. */
export type NumberFieldProps = FieldProps<number | null> & {
  min?: number | undefined
  max?: number | undefined
  /** Step of the arrow keys; they do nothing when undefined. */
  step?: number | undefined
  /** Maximum number of decimals; 0 by default. */
  decimals?: number | undefined
  placeholder?: string | undefined
  /** Shown after the number: days, %. */
  unit?: string | undefined
  small?: boolean | undefined
}

type Shape = NumberFieldProps & {
  typing: ValueFormat<number>
  before?: ReactNode
  say: string
  showLimit: (limit: number) => string
}

/** Shared input of number, money and percent fields. */
export const NumericInput = ({ typing, before, say, showLimit, ...props }: Shape) => {
  const field = useTypedValue(props, typing)
  // What is wrong with the text says more than the form's "Enter a number", which only sees NaN.
  const own = field.wrong ? say : rangeError(field.value, props.min, props.max, showLimit)
  const error = field.wrong && props.error ? say : (props.error ?? (field.focused ? undefined : own))
  const off = isOff(props)
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef(false)
  // Selects the number when the unformatted text appears and again after a click has placed the caret, so that typing
  // replaces it. Not after a key press: the typed digit would be selected too.
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

/** A whole number unless `decimals` is set. */
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

/** An amount in pounds with at most two decimals. Shows £57,000; accepts "285k". */
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

/** A percentage from 0 to 100, with two decimals by default. */
export const PercentField = ({ decimals = 2, min = 0, max = 100, ...props }: Omit<NumberFieldProps, 'unit'>) => (
  <NumberField {...props} decimals={decimals} min={min} max={max} unit="%" />
)
