import { type ImportKind, importKindNames, importKinds } from './import-kinds.ts'
import { type ColumnMapping, type ColumnSamples, missingFields, recogniseColumns } from './recognise-columns.ts'

/** Fewer columns may match by chance, such as "Date". */
const leastColumns = 2

/** Kinds whose rows are identified by the reference of their property alone. Documents need a ZIP with their files. */
export const kindsOfProperties: readonly ImportKind[] = importKindNames.filter((kind) => {
  const keys = importKinds[kind].fields.map(({ key }) => key)
  return kind !== 'document' && keys.includes('propertyRef') && !keys.includes('ref')
})

type Given = {
  columnNames: readonly string[]
  samples: ColumnSamples
  /** The mapping of the file of properties. */
  mapping: ColumnMapping
  /** Files of other kinds with the same columns. */
  others: readonly { kind: ImportKind; mapping: ColumnMapping }[]
}

/** `columns`: those of the kind that no file uses; `reference`: the column with the reference of the property. */
export type FurtherKind = { kind: ImportKind; columns: string[]; reference: string }

/**
 * The kind for which a file of properties can be used as well: the file has the reference and the required fields of the kind, and columns
 * of it that no file uses; "the status of the property row counts for its sale" ([seat §6](docs/design/seat.md#6)). If several kinds match, the one with the most such columns.
 */
export function findFurtherKind({ columnNames, samples, mapping, others }: Given): FurtherKind | null {
  const isUsed = (column: string): boolean => [mapping, ...others.map((other) => other.mapping)].some((of) => of[column])
  const found = kindsOfProperties
    .filter((kind) => !others.some((other) => other.kind === kind))
    .flatMap((kind): FurtherKind[] => {
      const reference = columnOf('propertyRef', recogniseColumns(kind, columnNames, samples))
      if (reference === undefined) return []
      const isOpen = (column: string) => column === reference || !isUsed(column) || mapping[column] === 'status'
      const recognised = recogniseColumns(kind, columnNames.filter(isOpen), samples)
      if (missingFields(kind, recognised).length > 0) return []
      const columns = columnNames.filter((column) => column !== reference && recognised[column])
      return columns.filter((column) => !isUsed(column)).length < leastColumns ? [] : [{ kind, columns, reference }]
    })
  return found.toSorted((a, b) => b.columns.length - a.columns.length)[0] ?? null
}

const columnOf = (key: string, mapping: ColumnMapping): string | undefined =>
  Object.entries(mapping).find(([, field]) => field === key)?.[0]
