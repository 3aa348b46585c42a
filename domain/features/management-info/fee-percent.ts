import { z } from 'zod'

/**
 * Percent on the wire, thousandths of a percent internally (agency fee: 1.25 is 1250). Requests and responses use it: its range holds for
 * stored and calculated percentages too. The range is also a check of the column, the step also stands in `management-info-form.tsx`.
 */
export const FeePercent = z.codec(
  z.number('Enter a percentage.').min(0, 'Use 0 to 100.').max(100, 'Use 0 to 100.').multipleOf(0.001, 'Use steps of 0.001.'),
  z.int(),
  { decode: (percent) => Math.round(percent * 1000), encode: (thousandths) => thousandths / 1000 },
)

/** Percent on the wire, hundredths of a percent internally (fee deduction: 10.25 is 1025). */
export const DeductionPercent = z.codec(
  z.number('Enter a percentage.').min(0, 'Use 0 to 100.').max(100, 'Use 0 to 100.').multipleOf(0.01, 'Use steps of 0.01.'),
  z.int(),
  { decode: (percent) => Math.round(percent * 100), encode: (hundredths) => hundredths / 100 },
)
