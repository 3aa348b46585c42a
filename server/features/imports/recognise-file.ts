import { findChoice, jupixStatuses } from '@gya/domain/features/imports/choices.ts'
import { type FurtherKind, findFurtherKind } from '@gya/domain/features/imports/find-further-kind.ts'
import { foldName } from '@gya/domain/features/imports/fold-name.ts'
import { isKept } from '@gya/domain/features/imports/import-field.ts'
import { findImportField, type ImportKind, importKinds } from '@gya/domain/features/imports/import-kinds.ts'
import type { ImportState } from '@gya/domain/features/imports/imports.model.ts'
import { blmColumnsOf } from '@gya/domain/features/imports/read-blm-row.ts'
import {
  type ColumnSamples,
  isHeaderMissing,
  kindOfErrors,
  missingFields,
  recogniseColumns,
  recogniseKind,
} from '@gya/domain/features/imports/recognise-columns.ts'
import type { Db } from '../../db/pool.ts'
import { addressColumnsOf } from './address-columns.ts'
import type { ColumnSummary } from './files/column-summary.ts'
import { mappingFingerprint } from './files/mapping-fingerprint.ts'
import { type FileRow, findMappedKind, findMapping, isBlm } from './imports.repository.ts'
import { isSecondUse } from './workbook-sheets.ts'

type Recognised = { kind: ImportKind | null; mapping: string; mapped_by: string; codes: string; strict: string }

/**
 * Recognises the kind of a file and the field of each column: "the same mapping is offered, filled in, when a file with the same set of column
 * names comes again, whatever their order". [connect §1.3](docs/design/connect.md#1.3), rule 2. `second`: the further use of a file, with the
 * columns that may be recognised.
 */
export async function recogniseFile(
  db: Db,
  { companyId, system }: { companyId: string; system: string },
  { kind: chosen, ...format }: Pick<FileRow, 'kind' | 'format' | 'index_format'>,
  columns: readonly ColumnSummary[],
  second?: FurtherKind,
): Promise<Recognised> {
  const names = columns.map(({ name }) => name)
  if (isBlm(format)) return recogniseFeed(db, companyId, columns)
  const fingerprint = mappingFingerprint(names)
  const samples = Object.fromEntries(columns.map(({ name, samples: shown }) => [name, shown]))
  const kind =
    chosen ?? kindOfErrors(names) ?? (await findMappedKind(db, companyId, fingerprint)) ?? recogniseKind(names, samples)
  if (kind === null) return { kind, mapping: '{}', mapped_by: '{}', codes: '{}', strict: '[]' }
  const remembered = await findMapping(db, { companyId, kind, fingerprint })
  const fields = new Map(Object.entries(remembered?.mapping ?? {}).map(([name, field]) => [foldName(name), field]))
  const mapping = remembered
    ? Object.fromEntries(names.map((name) => [name, fields.get(foldName(name)) ?? null]))
    : second
      ? mappingOfSecond(second, names, samples)
      : recogniseColumns(kind, names, samples)
  const way = remembered ? 'remembered' : 'recognised'
  const mappedBy = Object.fromEntries(names.flatMap((name) => ((mapping[name] ?? null) === null ? [] : [[name, way]])))
  const known = remembered?.codes ?? (system === 'jupix' ? jupixCodes(mapping) : {})
  const codes = await codesFor(db, companyId, { kind, mapping, columns, known })
  const strict = (remembered?.strict ?? []).filter((name) => names.includes(name))
  return { kind, ...asJson({ mapping, mapped_by: mappedBy, codes, strict }) }
}

function mappingOfSecond({ kind, columns, reference }: FurtherKind, names: readonly string[], samples: ColumnSamples) {
  const open = names.filter((name) => name === reference || columns.includes(name))
  const mapping = recogniseColumns(kind, open, samples)
  return reference === null ? mapping : { ...mapping, [reference]: 'propertyRef' }
}

/** The numbers that Jupix writes for the availability of a property: elsewhere they mean nothing. */
const jupixCodes = (mapping: Readonly<Record<string, string | null>>): FileRow['codes'] =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([name, field]) =>
      field === 'status' && foldName(name) === 'availability' ? [[name, jupixStatuses]] : [],
    ),
  )

export const asJson = <Key extends string>(values: Readonly<Record<Key, unknown>>): Record<Key, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])) as Record<Key, string>

/** "BLM names its columns itself": only the branches need a choice. */
async function recogniseFeed(db: Db, companyId: string, columns: readonly ColumnSummary[]): Promise<Recognised> {
  const kind = 'property'
  const names = columns.map(({ name }) => name)
  const fingerprint = mappingFingerprint(names)
  const remembered = await findMapping(db, { companyId, kind, fingerprint })
  const mapping = blmColumnsOf(names)
  const mappedBy = Object.fromEntries(names.flatMap((name) => (mapping[name] === null ? [] : [[name, 'recognised']])))
  const branchesAlone = Object.fromEntries(Object.entries(mapping).filter(([, field]) => field === 'branch'))
  const codes = await codesFor(db, companyId, { kind, mapping: branchesAlone, columns, known: remembered?.codes ?? {} })
  return { kind, ...asJson({ mapping, mapped_by: mappedBy, codes, strict: [] }) }
}

type CodesOf = {
  kind: ImportKind
  mapping: Readonly<Record<string, string | null>>
  columns: readonly Pick<ColumnSummary, 'name' | 'codes'>[]
  known: FileRow['codes']
}

/** The code lists of mapped choice columns. Unknown values are missing. */
export async function codesFor(db: Db, companyId: string, { kind, mapping, columns, known }: CodesOf): Promise<FileRow['codes']> {
  const branches = Object.values(mapping).includes('branch') ? await listBranches(db, companyId) : []
  return Object.fromEntries(
    columns.flatMap(({ name, codes }) => {
      const field = mapping[name] ? findImportField(kind, mapping[name]) : undefined
      if (field?.reader !== 'choice') return []
      const list = (codes ?? []).flatMap(({ value }) => {
        const ours =
          known[name]?.[value] ??
          (field.key === 'branch'
            ? branches.find((branch) => foldName(branch.name) === foldName(value))?.id
            : findChoice(field.choices ?? [], value))
        const isEmptied = known[name] !== undefined && known[name][value] === null
        return ours === undefined && !isEmptied ? [] : [[value, ours ?? null]]
      })
      return [[name, Object.fromEntries(list)]]
    }),
  )
}

const listBranches = (db: Db, companyId: string) =>
  db.selectFrom('branch').select(['id', 'name']).where('company_id', '=', companyId).where('deleted_on', 'is', null).execute()

/** Whether a column needs a code list. In a feed only the branches do. */
export function isCodeList(file: Pick<FileRow, 'kind' | 'mapping' | 'format' | 'index_format'>, column: string): boolean {
  const key = file.mapping[column]
  if (file.kind === null || !key || findImportField(file.kind, key)?.reader !== 'choice') return false
  return !isBlm(file) || key === 'branch'
}

/** Without them a row is something else; unknown codes of other optional columns are left empty. */
const decisive = ['status', 'state']

/** Messages about what has to be done with a file before the check. */
export function missingOf(file: FileRow, files: readonly FileRow[]): string[] {
  const { state, kind, mapping, columns, codes } = file
  if (state !== 'read') return []
  if (kind === null)
    return [
      isHeaderMissing(columns.map(({ name }) => name))
        ? 'The first line reads like data: add a line with the names of the columns above it, and upload the file again.'
        : 'Its columns do not say what is in this file: choose it.',
    ]
  const isAddressed = addressColumnsOf(file, files) !== null
  const needed = (isBlm(file) ? [] : missingFields(kind, mapping)).filter(
    ({ key, absence }) => absence !== 'warning' && !(key === 'propertyRef' && isAddressed),
  )
  const unknown = columns.flatMap(({ name, codes: values }) => {
    const field = findImportField(kind, mapping[name] ?? '')
    if (!isCodeList(file, name) || !field || !(isKept(field) || decisive.includes(field.key))) return []
    const open = (values ?? []).filter(({ value }) => codes[name]?.[value] === undefined)
    return open.length === 0
      ? []
      : [`${name}: say what ${open.map(({ value }) => `“${value}”`).join(', ')} ${open.length === 1 ? 'stands' : 'stand'} for.`]
  })
  if (Object.values(mapping).every((field) => field === null))
    return ['No column of this file is known: choose what each one is.']
  return [...needed.map(({ title }) => `${importKinds[kind].title}: choose the column of ${title}.`), ...unknown]
}

/** Another kind for which a file of properties or sales can be used as well. Not for a feed, which has fixed columns. */
export function furtherKindOf(file: FileRow, files: readonly FileRow[]): FurtherKind | null {
  const { state, kind, format, columns, mapping } = file
  if (state !== 'read' || (kind !== 'property' && kind !== 'sale') || (format !== 'csv' && format !== 'xlsx')) return null
  if (isSecondUse(file, files)) return null
  const columnNames = columns.map(({ name }) => name)
  const samples = Object.fromEntries(columns.map((column) => [column.name, column.samples]))
  const fingerprint = mappingFingerprint(columnNames)
  const others = files.flatMap((other) =>
    other.kind !== null && other.id !== file.id && mappingFingerprint(other.columns.map(({ name }) => name)) === fingerprint
      ? [{ kind: other.kind, mapping: other.mapping }]
      : [],
  )
  return findFurtherKind({ kind, columnNames, samples, mapping, isAddressed: addressColumnsOf(file, files) !== null, others })
}

/** The state of an import by its files: mapped once nothing is missing. */
export function stateOfFiles(files: readonly FileRow[]): ImportState {
  if (files.some(({ state }) => state === 'reading')) return 'reading'
  const read = files.filter(({ state }) => state === 'read')
  const isWhole = read.length > 0 && files.every(({ state }) => state !== 'uploading')
  return isWhole && read.every((file) => missingOf(file, files).length === 0) ? 'mapped' : 'open'
}
