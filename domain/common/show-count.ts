/** 12345 is "12,345". */
export const showNumber = (number: number): string => number.toLocaleString('en-GB')

/** "1 offer", "12 offers", "1,200 branches". `many`: the plural, if it is not formed with s. */
export const showCount = (count: number, one: string, many = `${one}s`): string =>
  `${showNumber(count)} ${count === 1 ? one : many}`

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** "no viewings", "one viewing", "four viewings", "12 viewings" */
export const countInWords = (count: number, one: string): string =>
  `${numberWords[count] ?? showNumber(count)} ${count === 1 ? one : `${one}s`}`
