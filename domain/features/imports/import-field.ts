import { entriesOf, type Field, type Fields } from '../../fields/fields.ts'
import type { Choice } from './choices.ts'

/** The reader that converts the text of a cell: see `readCell`. */
export type ImportReader =
  | 'text'
  | 'day'
  | 'time'
  | 'pounds'
  | 'fee'
  | 'number'
  | 'yes-no'
  | 'choice'
  | 'person'
  | 'address'
  | 'postcode'
  | 'email'
  | 'telephone'
  | 'code'

export type ImportField = {
  key: string
  title: string
  reader: ImportReader
  needed: boolean
  /** Level of the issue if a required field is empty; default: error. */
  absence?: 'warning'
  /**
   * Its names in other systems, compared with `foldName`. Of two columns with such names the earlier name is used: put names that
   * can mean another field, such as "Price", last.
   */
  otherNames: readonly string[]
  /** A column named like its key is not it: "Notes" of a sale are not on its buyer. */
  keyIsNoName?: true
  /** The meaning of a text, for the documentation of the templates. */
  allowed?: string
  /** A `choice` without them offers the company's own branches. */
  choices?: readonly Choice[]
  /** Maximum length. Longer text is an error, or is cut with a warning if `cut` is set. */
  max?: number
  cut?: true
  /** It is a name, which goes into e-mails and must not contain a web address. */
  nameOf?: 'person' | 'firm'
  /** Smallest and largest number. Whole numbers only if `whole` is set. */
  range?: readonly [number, number]
  whole?: true
  /** Smallest amount, in pence. */
  least?: number
  /** Numbers, or amounts in pence, outside of these are read with a warning that shows the reading. */
  usual?: readonly [number, number]
  /** Several columns may be mapped to it. Their texts are joined in the order of the file: by this text, or as an address with the house number first. */
  joined?: 'address' | ' ' | '\n'
  /** 0 means that there is no amount; it is not an error. */
  zeroIsNone?: true
  /** The day may be later than today: "Dates in the future are errors but for completion, survey, notice and contract dates." */
  mayBeFuture?: true
  /** The field that takes a day later than today instead. */
  later?: string
  /** An error of the spreadsheet in this field is an error of the row. In other fields that are not required it is a warning. */
  essential?: true
  /** Of a reader `code`: its field, which reads a code. */
  of?: Field
  /** Parts of the value that become these fields, unless they have columns of their own. */
  fills?: Readonly<Record<string, string>>
}

/** "Needed fields, references, buyer's name, agreed price, amount and accepted on stay errors." [seat §6](docs/design/seat.md#6). */
export const isKept = ({ essential, needed, absence }: ImportField): boolean =>
  essential === true || (needed && absence === undefined)

type Options = Partial<Omit<ImportField, 'key' | 'title' | 'reader' | 'needed' | 'otherNames'>>

export const importField = (
  key: string,
  title: string,
  reader: ImportReader,
  otherNames: readonly string[] = [],
  options: Options = {},
): ImportField => ({ key, title, reader, needed: false, otherNames, ...options })

const readers: Partial<Record<Field['kind'], ImportReader>> = {
  email: 'email',
  tel: 'telephone',
  tick: 'yes-no',
  yesNo: 'yes-no',
  triState: 'yes-no',
  money: 'pounds',
  day: 'day',
  dayOrNone: 'day',
  time: 'time',
  count: 'number',
  choice: 'choice',
  code: 'code',
  codes: 'code',
}

/** Of a field that names a member of the company. */
export const colleague = { max: 254, allowed: 'The name or e-mail address of a colleague who works in the branch' }

export const namesOfEmail = ['Email', 'Email address', 'E-mail address', 'Mail']
export const namesOfTelephone = ['Tel', 'Phone', 'Mobile', 'Telephone number', 'Phone number', 'Mobile number']

const usualNames: Partial<Record<Field['kind'], readonly string[]>> = { email: namesOfEmail, tel: namesOfTelephone }

export const isAmount = (reader: ImportReader): boolean => reader === 'pounds' || reader === 'fee'

/** The columns of an entity's fields. `choices`: code lists by field. */
export function importedFields(fields: Fields, choices: Readonly<Record<string, readonly Choice[]>> = {}): ImportField[] {
  const columns: ImportField[] = []
  for (const [key, field] of inColumnOrder(fields)) {
    const { kind, label, required, max, least, import: column } = field
    if (!column) continue
    const { title = label, otherNames = [], needed = false, after: _, ...options } = column
    columns.push({
      ...importField(key, title, readers[kind] ?? 'text', [...otherNames, ...(usualNames[kind] ?? [])], options),
      needed,
      ...(readers[kind] === 'code'
        ? { of: field, allowed: `${field.ask}${kind === 'codes' ? ' Several with ; between them' : ''}` }
        : {}),
      ...(max === undefined || kind === 'codes' ? {} : kind === 'count' ? { range: [0, max], whole: true } : { max }),
      ...(kind === 'text' ? { cut: true, joined: '\n' } : {}),
      ...(kind === 'personName' ? { nameOf: 'person' } : {}),
      ...(kind === 'member' ? colleague : {}),
      ...(least === undefined ? {} : { least }),
      ...(kind === 'money' && !required ? { zeroIsNone: true } : {}),
      ...(choices[key] ? { choices: choices[key] } : {}),
    })
  }
  return columns
}

function inColumnOrder(fields: Fields): [string, Field][] {
  const isMoved = ([, field]: [string, Field]) => field.import?.after !== undefined
  const columns = entriesOf(fields).filter((entry) => !isMoved(entry))
  for (const moved of entriesOf(fields).filter(isMoved))
    columns.splice(columns.findIndex(([key]) => key === moved[1].import?.after) + 1, 0, moved)
  return columns
}
