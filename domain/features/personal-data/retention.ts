/**
 * How long a company keeps what. A limitation period of six years runs from the end of a contract (Limitation Act 1980,
 * section 5), money-laundering records are kept for five (Money Laundering Regulations 2017, regulation 40): so nothing of a
 * sale is aged unless the company says so, and it is said beside the field. Texts of old e-mails are nobody's record.
 */
import { addYears, type DateOnly } from '../../common/dates.ts'
import { count } from '../../common/wire.ts'

export const retentionFields = {
  /** Years after completion or withdrawal from which the people of a sale are pseudonyms; 0 keeps them. */
  salesYears: count(50),
  /** Days for which the text of an e-mail is kept where it was not sent, and all of one that is about no property; 0 keeps them. */
  mailDays: count(3650),
}
export type RetentionSettings = { salesYears: number; mailDays: number }

export const defaultRetention: RetentionSettings = { salesYears: 0, mailDays: 365 }

/** Years for which a contract can be sued upon. */
export const limitationYears = 6

/** The last day of completion or withdrawal whose sales have been kept long enough; null where they are kept for ever. */
export const salesRetentionCutoff = ({ salesYears }: RetentionSettings, today: DateOnly): DateOnly | null =>
  salesYears === 0 ? null : addYears(today, -salesYears)
