import type { ImportFile } from '@gya/domain/features/imports/imports.model.ts'

/** The kind, mapping and codes of a file, as the call that sets them takes them. */
export const sentMapping = ({ kind, columns }: ImportFile) => ({
  kind: kind ?? 'property',
  mapping: Object.fromEntries(columns.map(({ name, field }) => [name, field])),
  codes: Object.fromEntries(
    columns.flatMap(({ name, codes }) =>
      codes.length === 0
        ? []
        : [[name, Object.fromEntries(codes.flatMap(({ value, ours }) => (ours === undefined ? [] : [[value, ours]])))]],
    ),
  ),
})
