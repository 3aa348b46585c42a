import { type EntityValues, entriesOf, type Fields, type FieldValue, isText, type textKinds } from './fields.ts'

/** The columns of the fields' table. */

type ColumnOf<F extends Fields> = F[keyof F]['column']
type Columns<F extends Fields, Key> = { [K in keyof F & Key as F[K]['column']]: FieldValue<F[K]> }

/** Values by column. Missing fields are left out. */
export const columnsOf = <F extends Fields, V extends Partial<EntityValues<F>>>(fields: F, values: V): Columns<F, keyof V> =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([key, { column }]) => (values[key] === undefined ? [] : [[column, values[key]]])),
  ) as Columns<F, keyof V>

/** Values by field, of a row. The database adds seconds to a time. */
export const valuesOfRow = <F extends Fields>(fields: F, row: { readonly [C in ColumnOf<F>]: unknown }): EntityValues<F> =>
  Object.fromEntries(
    entriesOf(fields).map(([key, { kind, column }]) => {
      const value = row[column as ColumnOf<F>]
      return [key, kind === 'time' && typeof value === 'string' ? value.slice(0, 5) : value]
    }),
  ) as EntityValues<F>

/** Of the table with this alias, for `select`. */
export const selectedColumns = <A extends string, F extends Fields>(alias: A, fields: F) =>
  Object.values(fields).map(({ column }) => `${alias}.${column}` as `${A}.${ColumnOf<F>}`)

type Impersonal<F extends Fields> = {
  [K in keyof F]: F[K] extends { personal: true } | { kind: (typeof textKinds)[number] } ? never : F[K]['column']
}[keyof F]

/** The columns without personal data, with spaces between them. The type is the union of the columns. */
export const impersonalColumns = <F extends Fields>(fields: F): Impersonal<F> =>
  Object.values(fields)
    .flatMap(({ kind, personal, column }) => (personal || isText(kind) ? [] : [column]))
    .join(' ') as Impersonal<F>

type TextColumn<F extends Fields> = { [K in keyof F]: F[K]['kind'] extends 'text' ? F[K]['column'] : never }[keyof F]

/** The columns of free text with their maximum lengths. */
export const textColumns = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.values(fields).flatMap(({ kind, column, max = 0 }) => (kind === 'text' ? [[column, max]] : [])),
  ) as Record<TextColumn<F>, number>
