import { londonDay } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { exampleCells } from '@gya/domain/features/imports/import-examples.ts'
import { findImportField, importKinds } from '@gya/domain/features/imports/import-kinds.ts'
import {
  chooseImportRows,
  downloadImportReport,
  downloadImportTemplate,
  listImportRows,
} from '@gya/domain/features/imports/imports.contract.ts'
import { decisionLabels, type ImportRow } from '@gya/domain/features/imports/imports.model.ts'
import { whyNotTake } from '@gya/domain/features/imports/imports.rules.ts'
import { serialFrom1904 } from '@gya/domain/features/imports/read-day.ts'
import { errorsColumn, isErrorsColumn } from '@gya/domain/features/imports/recognise-columns.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { downloadName, findScopeName } from '../../http/route/download-name.ts'
import { csvDownload, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { csvRows, csvStream } from '../../infra/csv.ts'
import { countImportRows, listRows, listRowsAfter, orderGroups, type RowOf, saveChoice } from './import-rows.repository.ts'
import { type FileRow, findImport, listFiles, lockImport, requireFile, updateImport } from './imports.repository.ts'
import { toDetail } from './imports.response.ts'

/** Of a download of errors that came back, the name of the file that they are of. */
const nameOfFirst = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .replace(/^.*\bErrors of /, '')
    .replace(/ \d{4}-\d{2}-\d{2}$/, '')

/** The rows of an import, what to do with duplicates, and its files for download. [connect §1.4](docs/design/connect.md#1.4). */
export function importRowsRoutes(app: FastifyInstance): void {
  registerRoute(app, listImportRows, async ({ params, query, db }) => {
    if (!(await findImport(db, params))) throw new DomainError('NOT_FOUND')
    const page = pageRequest(query, 50)
    const files = new Map((await listFiles(db, params)).map((file) => [file.id, file]))
    const { kind, fileId } = query
    const chosen = [...files.values()].filter((file) => (!kind || file.kind === kind) && (!fileId || file.id === fileId))
    const filter = {
      decision: query.decision,
      level: query.level,
      outcome: query.outcome,
      fileIds: kind || fileId ? chosen.map(({ id }) => id) : null,
      searchText: query.searchText,
      groupKey: query.groupKey,
      order: query.order ?? 'errors',
    }
    const { rows, count } = await listRows(db, params, filter, page)
    return { data: rows.map((row) => toRow(row, files.get(row.file_id))), paging: toPaging(page, count) }
  })

  registerRoute(app, chooseImportRows, async ({ params, body, db }) => {
    const locked = await lockImport(db, params)
    refuseIf(whyNotTake('choose', locked))
    const { fileId, rowNos, alike, choice } = body
    if ((fileId !== undefined && rowNos !== undefined) === (alike !== undefined))
      throw new DomainError('VALIDATION_FAILED', {
        issues: [{ path: 'rowNos', message: 'Send either fileId and rowNos, or alike.' }],
      })
    if (fileId !== undefined) await requireFile(db, { ...params, fileId })
    const changed = await saveChoice(
      db,
      params,
      alike ? { code: alike.code } : { fileId: fileId ?? '', rowNos: rowNos ?? [] },
      choice,
    )
    if (changed === 0 || (rowNos && changed < new Set(rowNos).size))
      throw choice === 'update'
        ? new DomainError('VALIDATION_FAILED', { issues: [{ path: 'choice', message: 'These rows have nothing to update.' }] })
        : new DomainError('NOT_FOUND')
    await orderGroups(params, db)
    await updateImport(db, params, { counts: JSON.stringify(await countImportRows(db, params)) })
    return toDetail(db, params)
  })

  registerDownload(app, downloadImportReport, async ({ params, query, db, newId, today }) => {
    const found = await findImport(db, params)
    if (!found) throw new DomainError('NOT_FOUND')
    const scope = await findScopeName(db, { companyId: params.companyId, branchId: null })
    const nameOf = (subject: string) => downloadName({ scope, subject, day: today, extension: 'csv' })
    const errorsOf = query.errorsOf === undefined ? null : await requireFile(db, { ...params, fileId: query.errorsOf })
    const { rows } = found.counts
    const audit = { kind: 'import-report-downloaded', data: { rows } } as const
    if (errorsOf) {
      // A corrected download has the column already.
      const isErrors = (at: number): boolean => isErrorsColumn(errorsOf.columns[at]?.name ?? '')
      const heads = [
        ...errorsOf.columns.map(({ name }) => name).filter((_name, at) => !isErrors(at)),
        errorsColumn(errorsOf.kind),
      ]
      return csvDownload(nameOf(`Errors of ${nameOfFirst(errorsOf.name)}`), newId(), audit, () =>
        csvStream(
          heads,
          csvRows(rowsOf(db, errorsOf, { withErrors: true }), (row) => [
            ...cellsAsTheyCame(errorsOf, row).filter((_cell, at) => !isErrors(at)),
            withoutFormula(wordsOf(row)),
          ]),
          // "Gives those lines as they came": the company uploaded them itself.
          { escape_formulas: false },
        ),
      )
    }
    const files = await listFiles(db, params)
    return csvDownload(nameOf('Import'), newId(), audit, () =>
      csvStream(
        ['File', 'Line', 'What it is', 'What happens', 'Result', 'Why'],
        csvRows(rowsOfFiles(db, files), ({ file, row }) => [
          file,
          row.row_no,
          row.title,
          row.decision ? decisionLabels[row.decision] : '',
          resultOf(row),
          [row.held_back, row.left_out, row.kept_because, wordsOf(row)].filter(Boolean).join(' '),
        ]),
      ),
    )
  })

  registerDownload(app, downloadImportTemplate, async ({ params: { companyId, kind }, db, now, newId }) => {
    const { fields, title } = importKinds[kind]
    const audit = { kind: 'import-report-downloaded', data: { rows: 0 } } as const
    const cells = exampleCells(kind, { today: londonDay(now), branch: await findFirstBranch(db, companyId) })
    async function* lines() {
      yield [cells]
    }
    return csvDownload(`${title}.csv`, newId(), audit, () =>
      csvStream(
        fields.map((field) => field.title),
        lines(),
      ),
    )
  })
}

/** The name of a branch; empty if it is not in the company. */
async function findFirstBranch(db: Db, companyId: string): Promise<string> {
  const branch = await db
    .selectFrom('branch')
    .select('name')
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .orderBy('name')
    .executeTakeFirst()
  return branch?.name ?? ''
}

/** Numbers that count days from 1904 would count from 1900 in the download. A line with too many values keeps them. */
function cellsAsTheyCame({ kind, columns, mapping }: FileRow, { raw }: RowOf): string[] {
  return Array.from({ length: Math.max(columns.length, raw.length) }, (_cell, at) => {
    const column = columns[at]
    const cell = raw[at] ?? ''
    const field = column?.isFrom1904 && kind !== null ? findImportField(kind, mapping[column.name] ?? '') : undefined
    return field?.reader === 'day' ? serialFrom1904(cell) : cell
  })
}

/** A message begins with the name of a column, which may be a formula. */
const withoutFormula = (words: string): string => (/^[=+\-@\t\r]/.test(words) ? `'${words}` : words)

const wordsOf = ({ issues }: RowOf): string =>
  issues.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(' ')

function resultOf(row: RowOf): string {
  if (row.undone_on) return 'Undone'
  if (row.kept_because) return 'Kept'
  if (row.written_on) return 'Written'
  if (row.held_back) return 'Held back'
  return row.left_out ? 'Left out' : ''
}

const rowsPerRead = 500

async function* rowsOfFiles(db: Db, files: readonly FileRow[]): AsyncGenerator<{ file: string; row: RowOf }[]> {
  for (const file of files) for await (const rows of rowsOf(db, file)) yield rows.map((row) => ({ file: file.name, row }))
}

async function* rowsOf(db: Db, { company_id: companyId, id }: FileRow, { withErrors = false } = {}): AsyncGenerator<RowOf[]> {
  for (let after = 0; ; ) {
    const rows = await listRowsAfter(db, companyId, id, { after, most: rowsPerRead, withErrors })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.row_no
  }
}

const toRow = (row: RowOf, file: FileRow | undefined): ImportRow => ({
  fileId: row.file_id,
  rowNo: row.row_no,
  kind: file?.kind ?? 'property',
  title: row.title,
  decision: row.decision ?? 'skip',
  choice: row.choice,
  targetId: row.target_id,
  groupKey: row.group_key,
  cells: row.raw,
  issues: row.issues,
  plan: row.plan,
  writtenOn: row.written_on,
  heldBack: row.held_back,
  leftOut: row.left_out,
  undoneOn: row.undone_on,
  keptBecause: row.kept_because,
})
