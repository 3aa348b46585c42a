import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'

type Named = Pick<ImportDetail['files'][number], '_id' | 'name'>

/** Distinct names for the files of an import, by file id: "props.csv (2 of 2)" if several have the same name. */
export function fileNames(files: readonly Named[]): ReadonlyMap<string, string> {
  const alike = Map.groupBy(files, ({ name }) => name)
  return new Map(
    files.map((file) => {
      const same = alike.get(file.name) ?? [file]
      return [file._id, same.length === 1 ? file.name : `${file.name} (${same.indexOf(file) + 1} of ${same.length})`]
    }),
  )
}
