import { type ColumnMapping, recogniseColumns } from '@gya/domain/features/imports/recognise-columns.ts'
import type { FileRow } from './imports.repository.ts'
import { isSecondUse } from './workbook-sheets.ts'

const addressKeys = ['line1', 'line2', 'town', 'county', 'postcode', 'address']

/**
 * The columns of an address from which a row without a reference finds its property: those of the file of properties whose second use it
 * is, else those that are recognised. Null: it has none.
 */
export function addressColumnsOf(file: FileRow, files: readonly FileRow[]): ColumnMapping | null {
  const names = file.columns.map(({ name }) => name)
  const first = isSecondUse(file, files) ? files.find(({ id }) => id === file.copy_of) : undefined
  const samples = Object.fromEntries(file.columns.map((column) => [column.name, column.samples]))
  const open = names.filter((name) => (file.mapping[name] ?? null) === null)
  const mapping =
    first?.kind === 'property'
      ? first.mapping
      : file.kind === 'property'
        ? file.mapping
        : recogniseColumns('property', open, samples)
  const columns = Object.entries(mapping).filter(([, key]) => key !== null && addressKeys.includes(key))
  const has = (key: string): boolean => columns.some(([, of]) => of === key)
  // The second use of a file finds its properties by their lines.
  const isOwn = file.kind === 'property' || first?.kind === 'property'
  return has('address') || (has('line1') && (isOwn || has('postcode'))) ? Object.fromEntries(columns) : null
}

/** `firstUse`: the file of properties with the same lines. */
export type AddressColumns = { columns: ColumnMapping; firstUse: string | null }

/** Those of each file that has some. */
export const addressesOf = (files: readonly FileRow[]): ReadonlyMap<string, AddressColumns> =>
  new Map(
    files.flatMap((file): [string, AddressColumns][] => {
      const columns = addressColumnsOf(file, files)
      return columns === null ? [] : [[file.id, { columns, firstUse: isSecondUse(file, files) ? file.copy_of : null }]]
    }),
  )
