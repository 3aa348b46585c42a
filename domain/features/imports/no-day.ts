import type { RowIssue } from './imports.model.ts'

/** What a row says is done without its day: the day of the import is used, and no figure of a period counts it. */
export const noDayCode = 'no-day'

/** `fields`: the warning is given only if one of them is written. */
export const noDayWarning = (what: string, fields?: readonly string[]): RowIssue => ({
  level: 'warning',
  column: null,
  value: '',
  message: `${what}: the day of the import is used.`,
  code: noDayCode,
  ...(fields ? { fields: [...fields] } : {}),
})
