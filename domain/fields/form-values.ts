import type { DateOnly } from '../common/dates.ts'
import { blankOf, entriesOf, type Field, type Fields, type FieldValue, type Member, readCodes, type SentKey } from './fields.ts'

/** The values of a form: texts are '' and the others null while nothing is entered or chosen. Amounts are pounds. */
type FormValue<F extends Field> = F['kind'] extends 'yesNo'
  ? boolean | null
  : F['kind'] extends 'money'
    ? number | null
    : F['kind'] extends 'day'
      ? DateOnly | null
      : F['kind'] extends 'code' | 'codes'
        ? string
        : FieldValue<F>
export type FormValues<F extends Fields> = { -readonly [K in SentKey<F>]: FormValue<F[K]> }

/** Kinds whose field is empty until something is entered, whatever is stored then. */
const emptyAtFirst: readonly Field['kind'][] = ['yesNo', 'money']

const isCode = ({ kind }: Field): boolean => kind === 'code' || kind === 'codes'

/** The value that is sent for a code or codes as they were typed. What cannot be read is sent as it is, and refused. */
export const sentCode = (field: Field, typed: string): string | string[] | null =>
  field.kind === 'codes'
    ? (readCodes(field, typed) ?? typed.split(/[,;\n]/))
    : typed.trim() === ''
      ? null
      : (field.read?.(typed) ?? typed)

/** Of a new entity. */
export const newFormValues = <F extends Fields>(fields: F): FormValues<F> =>
  fromFields(fields, (_key, field) => (emptyAtFirst.includes(field.kind) ? null : isCode(field) ? '' : blankOf(field)))

/** Of an entity as the server answers it. An amount of 0 that is not required is empty. */
export const formValuesOf = <F extends Fields>(fields: F, entity: { [K in SentKey<F>]: unknown }): FormValues<F> =>
  fromFields(fields, (key, { kind, required }) => {
    const value = (entity as Record<string, unknown>)[key]
    if (kind === 'member') return (value as Member | null)?._id ?? null
    if (kind === 'code') return value ?? ''
    if (kind === 'codes') return (value as string[]).join(', ')
    return kind === 'money' && !required && value === 0 ? null : value
  })

/** By field, in the words of the form. */
export const labelsOf = <F extends Fields>(fields: F) =>
  fromFields(fields, (_key, { label }) => label) as unknown as { [K in SentKey<F>]: string }

const fromFields = <F extends Fields>(fields: F, of: (key: string, field: Field) => unknown): FormValues<F> =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([key, field]) => (field.readOnly ? [] : [[key, of(key, field)]])),
  ) as FormValues<F>

/** The options of a choice with their words, in the order of the words. */
export const optionsOf = <const One extends string | number>({
  options,
  words,
}: {
  options: readonly One[]
  words: Readonly<Record<One, string>>
}): { value: One; label: string }[] =>
  Object.keys(words).flatMap((key) => {
    const value = options.find((option) => String(option) === key)
    return value === undefined ? [] : [{ value, label: words[value] }]
  })
