import { type NumberFieldProps, NumericInput } from './number-field.tsx'
import { formatMoney, parseNumber } from './number-text.ts'
import type { ValueFormat } from './typed-value.ts'

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
