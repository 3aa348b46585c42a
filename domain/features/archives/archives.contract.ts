import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { FileResponse, Id, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { exportStates } from './archives.rules.ts'

/** Exports all data of a company to one file. [connect §2](docs/design/connect.md#2). */

/** A file that a job makes of a company: an archive, or an inspector’s file. */
export const MadeExport = z.object({
  _id: Id,
  state: z.enum(exportStates),
  /** Why the export failed. */
  failure: z.string().nullable(),
  requestedBy: z.string().nullable(),
  createdon: Timestamp,
  withFiles: z.boolean(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  finishedOn: Timestamp.nullable(),
  expiresOn: Timestamp.nullable(),
  downloads: z.int(),
})
export type MadeExport = z.output<typeof MadeExport>

const CompanyExport = MadeExport.extend({
  /** Position of the last record entry that the export contains. */
  position: z.int().nullable(),
})
export type CompanyExport = z.output<typeof CompanyExport>

export const exportCompany = endpoint({
  method: 'POST',
  path: '/company/:companyId/export',
  permission: 'archive.export',
  requiresConfirmedIdentity: true,
  summary:
    'Export everything of a company: one ZIP with all tables, the record and, if wanted, files. A job makes it. One at a time, 4 a day.',
  params: companyParams,
  body: z.strictObject({ withFiles: z.boolean('Say yes or no.') }),
  response: z.object({ _id: Id }),
})

export const listExports = endpoint({
  method: 'GET',
  path: '/company/:companyId/exports',
  permission: 'archive.export',
  summary: 'The exports of a company, newest first, 100 at most, and what a new one would contain.',
  params: companyParams,
  response: z.object({
    data: z.array(CompanyExport),
    contents: z.object({
      /** Excludes deleted properties, which the export contains too. */
      properties: z.int(),
      /** Entries of the record. */
      entries: z.int(),
      /** Documents and attachments of e-mails. */
      files: z.int(),
      fileBytes: z.int(),
    }),
  }),
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/company/:companyId/export/:exportId/file',
  permission: 'archive.export',
  requiresConfirmedIdentity: true,
  summary: 'The ZIP of an export, kept for 7 days.',
  params: companyParams.extend({ exportId: Id }),
  responseTypes: ['application/zip'],
  response: FileResponse,
})
