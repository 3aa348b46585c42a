import { importKinds } from '@gya/domain/features/imports/import-kinds.ts'
import { copyImportFile } from '@gya/domain/features/imports/imports.contract.ts'
import type { ImportDetail, ImportFile } from '@gya/domain/features/imports/imports.model.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { fileUsedAgain } from './imports.messages.ts'

type Props = { companyId: string; one: ImportDetail; file: ImportFile; also: NonNullable<ImportFile['also']> }

/** Proposes to use a file also for another kind, to which some of its columns belong. */
export function FurtherKindOffer({ companyId, one, file, also: { kind, columns } }: Props) {
  const { save, pending, overlay } = useSave(copyImportFile, fileUsedAgain)
  const title = importKinds[kind].title
  const unused = columns.filter((name) => file.columns.every((column) => column.name !== name || column.field === null))
  return (
    <>
      {overlay}
      <Notice
        title={`This file also contains ${title.toLowerCase()}`}
        action={
          <Button
            size="s"
            pending={pending}
            onClick={() => void save({ params: { companyId, importId: one._id, fileId: file._id }, body: { kind } })}
          >
            Also import as {title.toLowerCase()}
          </Button>
        }
      >
        {unused.join(', ')}: these columns are imported only if the file is used for {title.toLowerCase()} as well. It need not be
        uploaded again.
      </Notice>
    </>
  )
}
