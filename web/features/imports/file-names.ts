import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'

type Named = Pick<ImportDetail['files'][number], '_id' | 'name'>

/** Names that tell the files of an import apart: "props.csv (2 of 2)" where several have one name. By file id. */
export function fileNames(files: readonly Named[]): ReadonlyMap<string, string> {
  const alike = Map.groupBy(files, ({ name }) => name)
  return new Map(
    files.map((file) => {
      const same = alike.get(file.name) ?? [file]
      return [file._id, same.length === 1 ? file.name : `${file.name} (${same.indexOf(file) + 1} of ${same.length})`]
    }),
  )
}
