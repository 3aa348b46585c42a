import { type ImportKind, importKindNames, importKinds } from '@gya/domain/features/imports/import-kinds.ts'
import { downloadImportTemplate } from '@gya/domain/features/imports/imports.contract.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Templates: the columns of each kind with a sample line, to fill in or to try an import. */
export function ImportTemplates({ companyId }: { companyId: string }) {
  const template = useDownload(downloadImportTemplate)
  const download = (kind: ImportKind) => void template.download({ params: { companyId, kind } })
  return (
    <section className="import-templates" aria-label="Sample files">
      <span className="mut">Sample files:</span>
      {importKindNames.map((kind) => (
        <Button key={kind} size="s" variant="quiet" pending={template.pending} onClick={() => download(kind)}>
          {importKinds[kind].title}
        </Button>
      ))}
      {template.failed && <Notice tone="bad">{template.failed}</Notice>}
    </section>
  )
}
