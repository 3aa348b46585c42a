import type { valuesToWrite } from './write-context.ts'

/** The values of a row by their type. */
export type Values = ReturnType<typeof valuesToWrite>

export const text = (values: Values, key: string): string | undefined =>
  typeof values[key] === 'string' ? values[key] : undefined
export const amount = (values: Values, key: string): number | undefined =>
  typeof values[key] === 'number' ? values[key] : undefined
export const yes = (values: Values, key: string): boolean | undefined =>
  typeof values[key] === 'boolean' ? values[key] : undefined
