import { NumberField, type NumberFieldProps } from './number-field.tsx'

/** A percentage, 0 to 100 with two decimals unless told otherwise (an agency fee takes three). */
export const PercentField = ({ decimals = 2, min = 0, max = 100, ...props }: Omit<NumberFieldProps, 'unit'>) => (
  <NumberField {...props} decimals={decimals} min={min} max={max} unit="%" />
)
