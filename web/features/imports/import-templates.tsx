import { describeField } from '@gya/domain/features/imports/describe-field.ts'
import { type ImportKind, importKindNames, importKinds } from '@gya/domain/features/imports/import-kinds.ts'
import { downloadImportTemplate } from '@gya/domain/features/imports/imports.contract.ts'
import { useState } from 'react'
import { useDownload } from '../../lib/api/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'

/** Templates: the columns of each kind with an example row, to fill in or to try an import; and what the columns may contain. */
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
      <AllowedValues />
    </section>
  )
}

const kindOptions = importKindNames.map((value) => ({ value, label: importKinds[value].title }))

/** The columns of a kind with the values that their cells may contain. */
function AllowedValues() {
  const [kind, setKind] = useState<ImportKind>('property')
  return (
    <details className="import-fields">
      <summary>Columns and allowed values</summary>
      <SelectField<ImportKind> label="Kind of file" options={kindOptions} value={kind} onChange={setKind} />
      <table className="import-columns" aria-label={`Columns of ${importKinds[kind].title}`}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Allowed values</th>
          </tr>
        </thead>
        <tbody>
          {importKinds[kind].fields.map((field) => (
            <tr key={field.key}>
              <th scope="row">
                {field.title}
                {field.needed && field.absence !== 'warning' && ' (needed)'}
              </th>
              <td>{describeField(field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mut">
        Other names of columns and words of other systems are recognised too, and a row needs only the columns marked as needed.
        The example rows of the sample files belong to one sale: import the properties file before or with the others.
      </p>
    </details>
  )
}
