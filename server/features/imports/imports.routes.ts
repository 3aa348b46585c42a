import { createHash } from 'node:crypto'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  addImportFile,
  copyImportFile,
  createImport,
  deleteImport,
  listImports,
  mapImportFile,
  putImportPart,
  readImport,
  readImportFile,
  removeImportFile,
} from '@gya/domain/features/imports/imports.contract.ts'
import {
  bytesOfPart,
  isOpen,
  maxFileBytes,
  maxFilesPerImport,
  maxOpenImports,
  maxRowsPerImport,
  partBytes,
  partsOf,
  tooManyRows,
  whyNotDelete,
  whyNotTake,
} from '@gya/domain/features/imports/imports.rules.ts'
import { isErrorsColumn, mappingIssues, recogniseColumns } from '@gya/domain/features/imports/recognise-columns.ts'
import type { FastifyInstance } from 'fastify'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { discardFiles, generatedFile, retainFile, stageFile } from '../files/file-lifecycle.ts'
import { codeIssues, toFieldCodes } from './code-lists.ts'
import { mappingFingerprint } from './files/mapping-fingerprint.ts'
import { addImportJob } from './import-jobs.ts'
import { copyRows } from './import-rows.repository.ts'
import {
  copyFile,
  deleteFileRow,
  deleteImportRow,
  insertFile,
  insertImport,
  isBlm,
  listFiles,
  listImportRows,
  lockImport,
  lockImportStates,
  requireFile,
  saveMapping,
  savePart,
  takeParts,
  updateFile,
  updateImport,
} from './imports.repository.ts'
import { toDetail, toFile, toSummary } from './imports.response.ts'
import { asJson, codesFor, furtherKindOf, recogniseFile, stateOfFiles } from './recognise-file.ts'
import { nameOfCopy } from './replace-files.ts'
import { requireBranch, requireWholeUpload } from './require-upload.ts'
import { isSecondUse } from './workbook-sheets.ts'

/** Imports and their files: opened, uploaded in parts, mapped, checked, written, undone. [connect §1.4](docs/design/connect.md#1.4). */
export function importsRoutes(app: FastifyInstance): void {
  registerRoute(app, listImports, async ({ params, query, db }) => {
    const page = pageRequest(query)
    const { rows, count } = await listImportRows(db, params.companyId, page)
    return { data: rows.map(toSummary), paging: toPaging(page, count) }
  })

  registerRoute(app, readImport, ({ params, db }) => toDetail(db, params))

  registerRoute(app, createImport, async ({ params: { companyId }, body, caller, db, now, newId }) => {
    if (body.branchId) await requireBranch(db, companyId, body.branchId)
    const open = (await lockImportStates(db, companyId)).filter(({ state }) => isOpen(state))
    refuseIf(open.length >= maxOpenImports ? 'TOO_MANY_IMPORTS' : null)
    const importId = newId()
    await insertImport(db, {
      company_id: companyId,
      id: importId,
      name: body.name,
      system: body.system,
      branch_id: body.branchId ?? null,
      created_by: caller.userId,
      createdon: now,
    })
    return toDetail(db, { companyId, importId })
  })

  registerRoute(app, addImportFile, async ({ params, body, db, now, newId }) => {
    const locked = await lockImport(db, params)
    refuseIf(whyNotTake('upload', locked))
    const files = await listFiles(db, params)
    refuseIf(files.length >= maxFilesPerImport ? 'IMPORT_TOO_MANY_FILES' : null)
    const most = body.name.toLowerCase().endsWith('.zip') ? maxFileBytes.zip : maxFileBytes.table
    if (body.bytes > most)
      throw new DomainError('FILE_TOO_LARGE', { message: `File too large, it must be less than ${most / 1_000_000} MB` })
    const fileId = newId()
    await insertFile(db, {
      company_id: params.companyId,
      id: fileId,
      import_id: params.importId,
      ordinal: (files.at(-1)?.ordinal ?? 0) + 1,
      name: body.name,
      kind: body.kind ?? null,
      sheet: body.sheet ?? null,
      replaces: body.replaces ?? false,
      bytes: body.bytes,
      sha256: body.sha256,
      parts: partsOf(body.bytes),
      createdon: now,
    })
    await updateImport(db, params, { state: 'open' })
    return { ...toFile(await requireFile(db, { ...params, fileId }), { arrived: [], errors: 0, files: [] }), partBytes }
  })

  registerPreparedRoute(
    app,
    putImportPart,
    async ({ params, request }) => {
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const file = await requireFile(app.gya.database.db, params)
      const isFitting = params.part <= file.parts && content.length === bytesOfPart(file.bytes, params.part)
      const isWhole = file.parts > 1 || createHash('sha256').update(content).digest('hex') === file.sha256
      refuseIf(file.state !== 'uploading' ? 'IMPORT_STATE' : isFitting && isWhole ? null : 'PART_MISMATCH')
      return stageFile(app.gya, generatedFile(`part-${params.part}`, 'application/octet-stream', content))
    },
    async ({ params, db, now, prepared, discardFile }) => {
      await lockImport(db, params)
      const { state } = await requireFile(db, params)
      refuseIf(state === 'uploading' ? null : 'IMPORT_STATE')
      await retainFile(db, prepared.id)
      const { companyId, fileId, part } = params
      const row = {
        company_id: companyId,
        file_id: fileId,
        part_no: part,
        bytes: prepared.bytes,
        stored_file: prepared.id,
        createdon: now,
      }
      await discardFile(await savePart(db, row), 'original')
      return { success: true as const }
    },
  )

  registerPreparedRoute(
    app,
    readImportFile,
    ({ params }) => requireWholeUpload(app.gya, params),
    async ({ params, db, addJob }) => {
      const locked = await lockImport(db, params)
      refuseIf(whyNotTake('upload', locked))
      const { state, read_no } = await requireFile(db, params)
      refuseIf(state === 'reading' ? 'IMPORT_STATE' : null)
      await updateFile(db, params, { state: 'reading', failure: null, read_no: read_no + 1 })
      await updateImport(db, params, { state: 'reading' })
      await addImportJob(addJob, { name: 'read-import', payload: params })
      return toDetail(db, params)
    },
  )

  registerRoute(app, copyImportFile, async ({ params, body: { kind }, db, now, newId }) => {
    const locked = await lockImport(db, params)
    refuseIf(whyNotTake('map', locked) ?? (locked.confirmed_on === null ? null : 'IMPORT_STATE'))
    const file = await requireFile(db, params)
    const files = await listFiles(db, params)
    const other = furtherKindOf(file, files)
    if (other?.kind !== kind) throw new DomainError('IMPORT_STATE')
    refuseIf(files.length >= maxFilesPerImport ? 'IMPORT_TOO_MANY_FILES' : null)
    if (files.reduce((sum, { row_count }) => sum + row_count, file.row_count) > maxRowsPerImport)
      throw new DomainError('FILE_TOO_LARGE', { message: tooManyRows })
    const fileId = newId()
    const ordinal = (files.at(-1)?.ordinal ?? 0) + 1
    const recognised = await recogniseFile(
      db,
      { companyId: params.companyId, system: locked.system },
      { ...file, kind },
      file.columns,
      other,
    )
    await copyFile(db, params, { id: fileId, ordinal, name: nameOfCopy(file.name, kind), createdon: now, ...recognised })
    await copyRows(db, params, { fileId, ordinal })
    await updateImport(db, params, { state: stateOfFiles(await listFiles(db, params)) })
    return toDetail(db, params)
  })

  registerRoute(app, removeImportFile, async ({ params, db, now, addJob }) => {
    const locked = await lockImport(db, params)
    refuseIf(whyNotDelete({ state: locked.state, confirmedOn: locked.confirmed_on }))
    const file = await requireFile(db, params)
    await discardFiles({ db, now, addJob }, await takeParts(db, params.companyId, [file.id]), 'original')
    await deleteFileRow(db, params)
    await updateImport(db, params, { state: stateOfFiles(await listFiles(db, params)) })
    return toDetail(db, params)
  })

  registerRoute(app, mapImportFile, async ({ params, body, caller, db, now, newId }) => {
    const { kind, codes: sent, version } = body
    const locked = await lockImport(db, params)
    refuseIf(whyNotTake('map', locked) ?? (locked.confirmed_on === null ? null : 'IMPORT_STATE'))
    refuseIf(version !== undefined && version !== locked.version ? 'STALE_VERSION' : null)
    const file = await requireFile(db, params)
    refuseIf(file.state === 'read' ? null : 'IMPORT_STATE')
    const names = file.columns.map(({ name }) => name)
    // For another kind without a mapping, the columns are recognised again.
    const samples = Object.fromEntries(file.columns.map((column) => [column.name, column.samples]))
    const isAnew = kind !== file.kind && Object.keys(body.mapping).length === 0
    const mapping = isAnew ? { ...recogniseColumns(kind, names, samples) } : body.mapping
    refuseIf(isBlm(file) && !isSameMapping(file.mapping, mapping) ? 'IMPORT_STATE' : null)
    const wrong = [
      ...mappingIssues(kind, names, mapping).map(({ column, message }) => ({ path: `mapping.${column}`, message })),
      ...(await codeIssues(db, params.companyId, { kind, mapping, codes: sent })),
    ]
    if (wrong.length > 0) throw new DomainError('VALIDATION_FAILED', { issues: wrong.slice(0, 50) })
    const whole = Object.fromEntries(names.map((name) => [name, mapping[name] ?? null]))
    const codes = await codesFor(db, params.companyId, {
      kind,
      mapping: isBlm(file) ? onlyBranch(whole) : whole,
      columns: file.columns,
      known: toFieldCodes(kind, whole, sent),
    })
    const mappedBy = Object.fromEntries(
      names.flatMap((name) =>
        whole[name] === null ? [] : [[name, whole[name] === file.mapping[name] ? (file.mapped_by[name] ?? 'person') : 'person']],
      ),
    )
    const strict = (body.strict ?? file.strict).filter((name) => names.includes(name))
    const saved = asJson({ mapping: whole, mapped_by: mappedBy, codes, strict })
    await updateFile(db, params, { kind, ...saved })
    const fingerprint = mappingFingerprint(names)
    const { companyId } = params
    const remembered = { companyId, kind, fingerprint, mapping: whole, codes, strict, id: newId(), system: locked.system }
    // The second use of a file, and its errors, do not decide what a file with these columns is.
    const namesKind = !isSecondUse(file, await listFiles(db, params)) && !names.some(isErrorsColumn)
    await saveMapping(db, { ...remembered, namesKind, userId: caller.userId, now })
    await updateImport(db, params, { state: stateOfFiles(await listFiles(db, params)) })
    return toDetail(db, params)
  })

  registerRoute(app, deleteImport, async ({ params, db, now, addJob }) => {
    const locked = await lockImport(db, params)
    refuseIf(whyNotDelete({ state: locked.state, confirmedOn: locked.confirmed_on }))
    const files = await listFiles(db, params)
    await discardFiles(
      { db, now, addJob },
      await takeParts(
        db,
        params.companyId,
        files.map(({ id }) => id),
      ),
      'original',
    )
    await deleteImportRow(db, params)
    return { success: true as const }
  })
}

type Mapping = Readonly<Record<string, string | null>>

const isSameMapping = (a: Mapping, b: Mapping): boolean => Object.entries(a).every(([name, field]) => (b[name] ?? null) === field)

/** A feed has fixed columns: only its branches can be mapped. */
const onlyBranch = (mapping: Mapping): Mapping =>
  Object.fromEntries(Object.entries(mapping).filter(([, field]) => field === 'branch'))
