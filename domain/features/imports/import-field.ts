import type { Choice } from './choices.ts'

/** How the text of a cell becomes a value: `readCell`. */
export type ImportReader =
  | 'text'
  | 'day'
  | 'time'
  | 'pounds'
  | 'number'
  | 'yes-no'
  | 'choice'
  | 'person'
  | 'address'
  | 'postcode'
  | 'email'
  | 'telephone'

export type ImportField = {
  key: string
  title: string
  reader: ImportReader
  needed: boolean
  /** What it is if a row gives no value for a needed field: normally an error. */
  absence?: 'warning'
  /** Names that other systems give it, compared without case and punctuation (`foldName`). */
  otherNames: readonly string[]
  /** Of a `choice` without them, the choices are the company's own: its branches. */
  choices?: readonly Choice[]
  /** Longest text. A longer one is an error, or cut with a warning where `cut` is set. */
  max?: number
  cut?: true
  /** Smallest and largest number; whole numbers only where `whole` is set. */
  range?: readonly [number, number]
  whole?: true
  /** An amount of 0 says that there is none, instead of being an error. */
  zeroIsNone?: true
  /** The day may be later than today: "Dates in the future are errors but for completion, survey, notice and contract dates." */
  mayBeFuture?: true
  /** The value is an object whose properties become these fields, unless columns of their own give them. */
  fills?: Readonly<Record<string, string>>
}

type Options = Partial<Omit<ImportField, 'key' | 'title' | 'reader' | 'needed' | 'otherNames'>>

export const importField = (
  key: string,
  title: string,
  reader: ImportReader,
  otherNames: readonly string[] = [],
  options: Options = {},
): ImportField => ({ key, title, reader, needed: false, otherNames, ...options })
