import { importLimits } from './import-limits.ts'

export type ImportFileErrorCode = 'FILE_UNREADABLE' | 'FILE_NOT_ALLOWED' | 'FILE_TOO_LARGE'

/** A file that cannot be read at all. The message is for the person who uploaded it. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
  readonly code: ImportFileErrorCode

  constructor(code: ImportFileErrorCode, words: string) {
    super(words)
    this.code = code
  }
}

export const unreadable = (words: string): ImportFileError => new ImportFileError('FILE_UNREADABLE', words)
export const notAllowed = (words: string): ImportFileError => new ImportFileError('FILE_NOT_ALLOWED', words)
export const tooLarge = (words: string): ImportFileError => new ImportFileError('FILE_TOO_LARGE', words)

export const noRows = (): ImportFileError => unreadable('There are no rows in this file.')

export const tooManyRows = (): ImportFileError =>
  unreadable(`This file has more than ${importLimits.rows.toLocaleString('en-GB')} rows. Split it into several files.`)
