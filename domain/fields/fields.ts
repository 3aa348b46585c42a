import type { DateOnly } from '../common/dates.ts'
import type { Pence } from '../common/money.ts'

/**
 * What is known of a field of an entity, stated once: [one-way §9](../../docs/design/one-way.md#9). Contracts (`fields.schemas.ts`), forms
 * (`form-values.ts`), columns (`field-columns.ts`), the record (`event-facts.ts`), imports (`import-field.ts`) and the table of tables read
 * it. Nothing here loads a schema, so that the browser can read it before a form is opened.
 */
export type FieldKind = keyof ValueOfKind

type ValueOfKind = {
  /** One line of text. */
  line: string
  /** The name of a person, without web addresses. */
  personName: string
  /** Text with line breaks. */
  text: string
  email: string
  tel: string
  tick: boolean
  /** Radio buttons; one must be chosen. */
  yesNo: boolean
  /** Null: not asked. */
  triState: boolean | null
  /** Pence; pounds on the wire and on forms. */
  money: Pence
  day: DateOnly
  dayOrNone: DateOnly | null
  /** `HH:mm` in London, null if unknown. */
  time: string | null
  /** A whole number from 0 to `max`, null if unknown. */
  count: number | null
  /** One of `options`. */
  choice: string | number
  /** The id of a colleague, null for nobody. Answered as `Member`. */
  member: string | null
  /** What `read` makes of a text, null if unknown. */
  code: string | null
  /** Several codes, at most `max`, each once. */
  codes: string[]
}

/** A column of an import's file; see `ImportField`. */
type ImportColumn = {
  /** Default: the field's label. */
  title?: string
  otherNames?: readonly string[]
  needed?: true
  /** The field whose column it follows, if that is not the field before. */
  after?: string
  mayBeFuture?: true
  /** A cell that cannot be read is an error of its row. */
  essential?: true
  /** In pence. */
  usual?: readonly [number, number]
}

type Options = {
  /** On forms. */
  label: string
  /** In the record, if it differs from the label. */
  recordedAs?: string
  column: string
  /** A new entity cannot be added without it. */
  required?: true
  /** Of a new entity. Default: empty. Null: the server decides. */
  initial?: string | number | null
  /** Set by the server; not part of a request or a form. */
  readOnly?: true
  /** Changes of it have entries of their own in the record. */
  ownEntry?: true
  /** Default: lines, texts, addresses and telephone numbers are personal data, other kinds are not. */
  personal?: true
  import?: ImportColumn
  /** Maximum length of a text, largest count, or most codes. */
  max?: number
  /** Smallest amount, in pence. */
  least?: number
  /** The message if the value is missing or of another type; of a required line what to enter, such as "the buyer's name". */
  ask?: string
  /** Condition of a time, and the message if it is not met. */
  condition?: readonly [(text: string) => boolean, string]
  /** The form in which a code is stored; null: it is none. */
  read?: (text: string) => string | null
  options?: readonly (string | number)[]
  /** What the options read in the record. */
  words?: Readonly<Record<string, string>>
}

export type Field = Options & { kind: FieldKind }
export type Fields = Readonly<Record<string, Field>>

/** Defines the fields of an entity, in the order of the wire. */
export const defineFields = <const F extends Fields>(fields: F): F => fields

export type FieldValue<F extends Field> = F extends { kind: 'choice'; options: readonly (infer One)[] }
  ? One
  : ValueOfKind[F['kind']]
/** `left`: present for somebody whose account is deleted or deactivated. */
export type Member = { _id: string; name: string; left?: true | undefined }
export type AnsweredValue<F extends Field> = F extends { kind: 'member' } ? Member | null : FieldValue<F>
/** The values of an entity, by field. */
export type EntityValues<F extends Fields> = { -readonly [K in keyof F]: FieldValue<F[K]> }

export const entriesOf = <F extends Fields>(fields: F): [keyof F & string, Field][] => Object.entries(fields)

export type SentKey<F extends Fields> = { [K in keyof F]: F[K] extends { readOnly: true } ? never : K }[keyof F]
/** Fields that a request may change. */
export type FieldChanges<F extends Fields> = { [K in SentKey<F>]?: FieldValue<F[K]> | undefined }

/** Kinds whose values are text that somebody writes. */
export const textKinds = ['line', 'personName', 'text', 'email', 'tel'] as const
export const isText = (kind: FieldKind): boolean => textKinds.some((one) => one === kind)

/** The codes in a text, separated by commas, semicolons or line breaks, each once; null if one cannot be read. */
export function readCodes({ read = (text) => text }: Pick<Field, 'read'>, text: string): string[] | null {
  const codes = text.split(/[,;\n]/).flatMap((part) => (part.trim() === '' ? [] : [read(part)]))
  return codes.includes(null) ? null : [...new Set(codes as string[])]
}

/** What is stored if nothing is entered. */
export function blankOf({ kind, initial }: Field): unknown {
  if (initial !== undefined) return initial
  if (kind === 'tick' || kind === 'yesNo') return false
  if (kind === 'money') return 0
  if (kind === 'codes') return []
  return isText(kind) ? '' : null
}

/** The values of an entity of which nothing is known. */
export const blankValues = <F extends Fields>(fields: F): EntityValues<F> =>
  Object.fromEntries(entriesOf(fields).map(([key, field]) => [key, blankOf(field)])) as EntityValues<F>
