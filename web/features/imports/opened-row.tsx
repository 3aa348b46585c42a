import { findImportField } from '@gya/domain/features/imports/import-kinds.ts'
import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { IconX } from '@tabler/icons-react'
import { IconButton } from '../../ui/button.tsx'
import type { Row } from './import-rows.tsx'
import { valueText } from './plan-text.ts'

/** The cells of a row next to the values that GYA read from them. */
export function OpenedRow({ one, row, onClose }: { one: ImportDetail; row: Row; onClose: () => void }) {
  const file = one.files.find(({ _id }) => _id === row.fileId)
  const filled = (file?.columns ?? [])
    .map(({ name }, at) => ({ name, value: row.cells[at] ?? '' }))
    .filter(({ value }) => value !== '')
  const isWrong = (name: string) => row.issues.some(({ column, level }) => column === name && level === 'error')
  return (
    <section className="import-row" aria-label={`Line ${row.rowNo} of ${file?.name ?? 'the file'}`}>
      <dl>
        <dt className="heading">
          In the file <span className="mut">{`${file?.name ?? ''}, line ${row.rowNo}`}</span>
        </dt>
        {filled.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isWrong(name) ? 'bad' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <dl>
        <dt className="heading">As GYA reads it</dt>
        {row.plan.map(({ field, to }) => (
          <div key={field}>
            <dt>{findImportField(row.kind, field)?.title ?? field}</dt>
            <dd>{valueText(row.kind, field, to)}</dd>
          </div>
        ))}
        {row.issues.map(({ column, level, message }) => (
          <div key={`${column} ${message}`}>
            <dt>{column ?? ''}</dt>
            <dd className={level === 'error' ? 'bad' : 'warn'}>{message}</dd>
          </div>
        ))}
      </dl>
      <IconButton icon={IconX} label="Close the row" size="s" variant="quiet" onClick={onClose} />
    </section>
  )
}
