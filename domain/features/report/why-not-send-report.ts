import type { ErrorCode } from '../../errors.ts'

/** A report sent as a PDF has at most so many rows: more is nothing to read on paper, and the CSV has no such limit. */
export const maxPdfRows = 2000

/** Why a report of so many rows cannot be sent as a PDF. */
export const whyNotSendReport = (rows: number): ErrorCode | null => (rows > maxPdfRows ? 'REPORT_TOO_LONG' : null)
