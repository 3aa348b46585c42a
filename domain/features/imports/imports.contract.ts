import { z } from 'zod'
import { pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { FileResponse, Id, line, requiredLine, Success } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Among } from '../assignment/among.ts'
import { shareRules } from '../assignment/choose-progressor.ts'
import {
  decisions,
  ImportDetail,
  ImportFile,
  ImportRow,
  ImportSummary,
  KindName,
  MadeContacts,
  rowChoices,
  rowOutcomes,
} from './imports.model.ts'
import { partBytes } from './imports.rules.ts'

/** Importing data from another system: files, columns, check, import, undo. [connect §1.4](docs/design/connect.md#1.4). */

const importParams = companyParams.extend({ importId: Id })
const fileParams = importParams.extend({ fileId: Id })

export const createImport = endpoint({
  method: 'POST',
  path: '/company/:companyId/import',
  permission: 'import.manage',
  summary: 'Open an import. A company can have three open ones.',
  params: companyParams,
  body: z.strictObject({
    name: requiredLine(80, 'a name'),
    /** Name of the other system. References are unique within a system. */
    system: requiredLine(40, 'where it comes from').toLowerCase(),
    /** Branch of the properties without one in the file. */
    branchId: Id.nullable().optional(),
  }),
  response: ImportDetail,
})

export const listImports = endpoint({
  method: 'GET',
  path: '/company/:companyId/imports',
  permission: 'import.manage',
  summary: 'The imports of a company, newest first.',
  params: companyParams,
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(ImportSummary),
})

export const readImport = endpoint({
  method: 'GET',
  path: '/company/:companyId/import/:importId',
  permission: 'import.manage',
  summary: 'An import with its files, their columns and mapping, and the counts of its rows.',
  params: importParams,
  response: ImportDetail,
})

export const addImportFile = endpoint({
  method: 'POST',
  path: '/company/:companyId/import/:importId/file',
  permission: 'import.manage',
  summary: 'Announce a file. Its content follows in parts of 8 MiB.',
  params: importParams,
  body: z.strictObject({
    name: requiredLine(200, 'the name of the file'),
    bytes: z
      .int('Enter the size in bytes.')
      .min(1, 'This file is empty.')
      .max(2 ** 40, 'This file is too large.'),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Enter the SHA-256 of the file in hexadecimal.'),
    kind: KindName.optional(),
    /** Sheet of a workbook; default: the first. */
    sheet: line(100).optional(),
    /** Once it has been read, the files of its name are removed; their other uses become uses of this file. */
    replaces: z.boolean('Say yes or no.').optional(),
  }),
  response: ImportFile.extend({ partBytes: z.int() }),
})

export const putImportPart = endpoint({
  method: 'PUT',
  path: '/company/:companyId/import/:importId/file/:fileId/part/:part',
  permission: 'import.manage',
  summary: 'Send a part of a file as application/octet-stream, from 1. The same part again replaces it.',
  params: fileParams.extend({
    part: z.codec(z.string().regex(/^[1-9]\d{0,3}$/, 'Use a number.'), z.int(), { decode: Number, encode: String }),
  }),
  bytes: { max: partBytes },
  response: Success,
})

export const readImportFile = endpoint({
  method: 'POST',
  path: '/company/:companyId/import/:importId/file/:fileId/read',
  permission: 'import.manage',
  summary: 'Read a completely uploaded file: a job reads its columns and rows.',
  params: fileParams,
  response: ImportDetail,
})

export const copyImportFile = endpoint({
  method: 'POST',
  path: '/company/:companyId/import/:importId/file/:fileId/copy',
  permission: 'import.manage',
  summary: 'Use a file that was read for another kind as well, such as a file of properties that contains their sales.',
  params: fileParams,
  body: z.strictObject({ kind: KindName }),
  response: ImportDetail,
})

export const removeImportFile = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/import/:importId/file/:fileId',
  permission: 'import.manage',
  summary: 'Remove a file from an import that was never run.',
  params: fileParams,
  response: ImportDetail,
})

const CodeList = z.record(z.string().max(500), z.string().max(100).nullable())

export const mapImportFile = endpoint({
  method: 'PUT',
  path: '/company/:companyId/import/:importId/file/:fileId/mapping',
  permission: 'import.manage',
  summary: 'Set the kind of a file, the field of each column, and the meaning of its codes.',
  params: fileParams,
  body: z.strictObject({
    kind: KindName,
    mapping: z.record(z.string().max(500), z.string().max(60).nullable()),
    codes: z.record(z.string().max(500), CodeList).default({}),
    /** Dates are always read with the day first. */
    dayOrder: z.literal('dmy').default('dmy'),
    /** Columns whose unreadable cells are errors of their rows; others are left empty. Default: as before. */
    strict: z.array(z.string().max(500)).max(1000).optional(),
    version: z.int().min(1).optional(),
  }),
  response: ImportDetail,
})

export const checkImport = endpoint({
  method: 'POST',
  path: '/company/:companyId/import/:importId/check',
  permission: 'import.manage',
  summary: 'Check every row: a job decides what would happen to it and writes nothing.',
  params: importParams,
  /** Default: as before. `branchId`: of the properties whose row names none. */
  body: z.strictObject({ make: MadeContacts.optional(), branchId: Id.optional() }),
  response: ImportDetail,
})

export const runImport = endpoint({
  method: 'POST',
  path: '/company/:companyId/import/:importId/run',
  permission: 'import.manage',
  summary: 'Write what the check has shown, or resume a stopped import.',
  params: importParams,
  body: z.strictObject({
    position: z.int().min(1),
    /** Among whom it shares the sales without a progressor; null: the rule of each branch chooses. Without it, as before. */
    share: z
      .strictObject({ among: Among.min(1, 'Choose at least one person.'), by: z.enum(shareRules) })
      .nullable()
      .optional(),
  }),
  response: ImportDetail,
})

export const stopImport = endpoint({
  method: 'POST',
  path: '/company/:companyId/import/:importId/stop',
  permission: 'import.manage',
  summary: 'Stop the reading of files, a check, or a run after its current group.',
  params: importParams,
  response: ImportDetail,
})

export const inviteVendors = endpoint({
  method: 'POST',
  path: '/company/:companyId/import/:importId/invite',
  permission: 'import.manage',
  summary: 'E-mail a link to choose a password to the vendors whose accounts this import made and who are not invited: in a job.',
  params: importParams,
  response: ImportDetail,
  refusedInSupportAccess: true,
})

export const previewUndo = endpoint({
  method: 'GET',
  path: '/company/:companyId/import/:importId/undo',
  permission: 'import.manage',
  summary: 'How many groups of an import an undo would revert, and which would be kept because they were changed since.',
  params: importParams,
  response: z.object({
    go: z.int(),
    /** Records that the import created and the undo deletes. The others are restored to their state before the import. */
    deletes: z.int(),
    /** At most 100. */
    deleted: z.array(z.string()),
    stay: z.int(),
    /** At most 100. */
    kept: z.array(z.object({ title: z.string(), because: z.string() })),
  }),
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/company/:companyId/import/:importId/undo',
  permission: 'import.manage',
  summary: 'Undo an import within 30 days, group by group, newest first. Groups that were changed since are kept.',
  params: importParams,
  response: ImportDetail,
})

export const retryImport = endpoint({
  method: 'POST',
  path: '/company/:companyId/import/:importId/retry',
  permission: 'import.manage',
  summary: 'Start the job of an import again, whose last attempt ended with an error: reading, check, run or undo.',
  params: importParams,
  response: ImportDetail,
})

export const listImportRows = endpoint({
  method: 'GET',
  path: '/company/:companyId/import/:importId/rows',
  permission: 'import.manage',
  summary: 'The rows of an import with what happens to them.',
  params: importParams,
  query: z.strictObject({
    ...pagingQuery(),
    decision: z.enum(decisions, 'There is no such decision.').optional(),
    /** Only rows with a warning and no error, or with a cell that is left empty. */
    level: z.enum(['warning', 'empty'], 'There is no such level.').optional(),
    outcome: z.enum(rowOutcomes, 'There is no such outcome.').optional(),
    kind: KindName.optional(),
    fileId: Id.optional(),
    searchText: TextSearch,
    groupKey: line(400).optional(),
    /** `errors`: errors and duplicates first. */
    order: z.enum(['errors', 'line'], 'There is no such order.').optional(),
  }),
  response: pagedListOf(ImportRow),
})

export const chooseImportRows = endpoint({
  method: 'PATCH',
  path: '/company/:companyId/import/:importId/rows',
  permission: 'import.manage',
  summary: 'Choose what to do with duplicates: some rows, or all with the same code.',
  params: importParams,
  body: z.strictObject({
    fileId: Id.optional(),
    rowNos: z.array(z.int().min(1)).min(1).max(500).optional(),
    alike: z.strictObject({ decision: z.literal('duplicate'), code: line(60) }).optional(),
    choice: z.enum(rowChoices, 'Choose what to do.').nullable(),
  }),
  response: ImportDetail,
})

export const downloadImportReport = endpoint({
  method: 'GET',
  path: '/company/:companyId/import/:importId/report.csv',
  permission: 'import.manage',
  summary: 'One line for each row with its result; or the rows of a file with errors, unchanged, with a column for the errors.',
  params: importParams,
  query: z.strictObject({ errorsOf: Id.optional() }),
  responseTypes: ['text/csv'],
  response: FileResponse,
})

export const downloadImportTemplate = endpoint({
  method: 'GET',
  path: '/company/:companyId/import-template/:kind',
  permission: 'import.manage',
  summary: 'A template with the columns of a kind and an example row, which can be imported as it is.',
  params: companyParams.extend({ kind: KindName }),
  responseTypes: ['text/csv'],
  response: FileResponse,
})

export const deleteImport = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/import/:importId',
  permission: 'import.manage',
  summary: 'Delete an import that was never run, with its files.',
  params: importParams,
  response: Success,
})
