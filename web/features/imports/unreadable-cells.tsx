import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import { findImportField } from '@gya/domain/features/imports/import-kinds.ts'
import { checkImport, mapImportFile } from '@gya/domain/features/imports/imports.contract.ts'
import type { ImportDetail, ImportFile } from '@gya/domain/features/imports/imports.model.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { TickField } from '../../ui/fields/check-field.tsx'
import { FoldPanel } from '../../ui/layout/fold-panel.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { checkStarted, mappingSaved } from './imports.messages.ts'
import { sentMapping } from './sent-mapping.ts'

type Props = { companyId: string; one: ImportDetail; names: ReadonlyMap<string, string> }
type Unreadable = ImportDetail['counts']['unreadable'][number]

/**
 * "The check shows one row a column: examples, number, what becomes of them, and the switch *Leave empty for all like this*."
 * [seat §6](docs/design/seat.md#6).
 */
export function UnreadableCells({ companyId, one, names }: Props) {
  const mapping = useSave(mapImportFile, mappingSaved)
  const checking = useSave(checkImport, checkStarted)
  const { unreadable } = one.counts
  const isPhone = useIsPhone()
  const params = { companyId, importId: one._id }
  const isFixed = one.confirmedOn !== null || mapping.pending || checking.pending
  const setStrict = async (file: ImportFile, column: string, isStrict: boolean) => {
    const strict = [...file.strict.filter((name) => name !== column), ...(isStrict ? [column] : [])]
    const body = { ...sentMapping(file), strict }
    if (await mapping.save({ params: { ...params, fileId: file._id }, body })) await checking.save({ params, body: {} })
  }
  const rowOf = ({ fileId, column, field, cells, of, examples, message }: Unreadable) => {
    const file = one.files.find(({ _id }) => _id === fileId)
    if (!file) return null
    const isStrict = file.strict.includes(column)
    const title = findImportField(file.kind ?? 'property', field)?.title ?? field
    return (
      <tr key={`${fileId} ${column}`}>
        <th scope="row">
          {column}
          {title !== column && <small className="mut"> → {title}</small>}
          {one.files.length > 1 && <small className="mut"> in {names.get(fileId)}</small>}
        </th>
        <td className="tnum nowrap">
          {showNumber(cells)} of {showNumber(of)}
        </td>
        <td className="samples" title={message}>
          {examples.join(' · ')}
        </td>
        <td className="field">
          <TickField
            kind="switch"
            label="Leave empty for all like this"
            hint={isStrict && `${showCount(cells, 'row stays', 'rows stay')} out`}
            checked={!isStrict}
            disabled={isFixed}
            onChange={(isEmptied) => void setStrict(file, column, !isEmptied)}
          />
        </td>
      </tr>
    )
  }
  const heading = 'Cells that cannot be read'
  const content = (
    <>
      <p className="mut">
        These cells are left empty and everything else of their rows is imported. To keep a value, correct it in the file and
        upload it again; to keep its rows out until then, switch its column off.
      </p>
      <table className="import-columns">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Cells</th>
            <th scope="col">Examples</th>
            <th scope="col">What becomes of them</th>
          </tr>
        </thead>
        <tbody>{unreadable.map(rowOf)}</tbody>
      </table>
    </>
  )
  return (
    <section className="import-unreadable" aria-label={heading}>
      {mapping.overlay}
      {checking.overlay}
      {isPhone ? (
        <FoldPanel title={heading} brief={showCount(unreadable.length, 'column')}>
          {content}
        </FoldPanel>
      ) : (
        <>
          <h3>{heading}</h3>
          {content}
        </>
      )}
    </section>
  )
}
