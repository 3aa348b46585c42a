import { type ImportKind, importKindNames, importKinds } from './import-kinds.ts'
import { type ColumnMapping, type ColumnSamples, missingFields, recogniseColumns } from './recognise-columns.ts'

/** Fewer columns may match by chance, such as "Date". Notes are one column. */
const leastColumns = (kind: ImportKind): number => (kind === 'note' ? 1 : 2)

/** Kinds whose rows are identified by the reference of their property alone. Documents need a ZIP with their files. */
export const kindsOfProperties: readonly ImportKind[] = importKindNames.filter((kind) => {
  const keys = importKinds[kind].fields.map(({ key }) => key)
  return kind !== 'document' && keys.includes('propertyRef') && !keys.includes('ref')
})

type Given = {
  kind: ImportKind
  columnNames: readonly string[]
  samples: ColumnSamples
  /** The mapping of the file. */
  mapping: ColumnMapping
  /** Its rows name their property by the address as well. */
  isAddressed: boolean
  /** Files of other kinds with the same columns. */
  others: readonly { kind: ImportKind; mapping: ColumnMapping }[]
}

/** `columns`: those of the kind that no file uses; `reference`: the column of the property's; null: its address stands for it. */
export type FurtherKind = { kind: ImportKind; columns: string[]; reference: string | null }

/**
 * The kind for which a file of properties or sales can be used as well: the file has the reference or the address and the required fields
 * of the kind, and columns of it that no file uses; "the status of the property row counts for its sale"
 * ([seat §6](docs/design/seat.md#6)). If several kinds match, the one with the most such columns.
 */
export function findFurtherKind({ kind: own, columnNames, samples, mapping, isAddressed, others }: Given): FurtherKind | null {
  const isUsed = (column: string): boolean => [mapping, ...others.map((other) => other.mapping)].some((of) => of[column])
  const found = kindsOfProperties
    .filter((kind) => kind !== own && !others.some((other) => other.kind === kind))
    .flatMap((kind): FurtherKind[] => {
      const named = columnOf('propertyRef', recogniseColumns(kind, columnNames, samples))
      // "ID" is the reference of a property in its own file only, and "Property" is its address there.
      const reference = own === 'property' ? columnOf('ref', mapping) : named
      if (reference === undefined && !isAddressed) return []
      const isOpen = (column: string) =>
        column === reference || (column !== named && (!isUsed(column) || mapping[column] === 'status'))
      const recognised = recogniseColumns(kind, columnNames.filter(isOpen), samples)
      if (missingFields(kind, recognised).some(({ key }) => key !== 'propertyRef')) return []
      const columns = columnNames.filter((column) => column !== reference && recognised[column])
      return columns.filter((column) => !isUsed(column)).length < leastColumns(kind)
        ? []
        : [{ kind, columns, reference: reference ?? null }]
    })
  return found.toSorted((a, b) => b.columns.length - a.columns.length)[0] ?? null
}

const columnOf = (key: string, mapping: ColumnMapping): string | undefined =>
  Object.entries(mapping).find(([, field]) => field === key)?.[0]
