import { type DateOnly, showDate } from '../../common/dates.ts'
import type { RowIssue } from './imports.model.ts'

/** What a row says is done without its day: the day of the import is used, and no figure of a period counts it. */
export const noDayCode = 'no-day'

type Assumed = {
  /** The warning is given only if one of them is written. */
  fields: readonly string[]
  on: DateOnly
  today: DateOnly
}

export const noDayWarning = (what: string, assumed?: Assumed): RowIssue => ({
  level: 'warning',
  column: null,
  value: '',
  message: `${what}: ${assumed && assumed.on < assumed.today ? `${showDate(assumed.on)} is used, because a later step was done then` : 'the day of the import is used'}.`,
  code: noDayCode,
  ...(assumed && { fields: [...assumed.fields] }),
})
