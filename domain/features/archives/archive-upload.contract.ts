import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, requiredLine, Success, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { archivePartBytes, archiveRefusals, archiveStates, maxArchiveBytes } from './archive-upload.rules.ts'

/** Restoring the archive of a company from another installation. [connect §2.1](docs/design/connect.md#2.1), points 5 to 7. */

const ArchiveUpload = z.object({
  _id: Id,
  state: z.enum(archiveStates),
  name: z.string(),
  bytes: z.int(),
  parts: z.int(),
  partBytes: z.int(),
  /** Numbers of the parts that have not arrived. */
  missingParts: z.array(z.int()),
  uploadedBy: z.string().nullable(),
  createdon: Timestamp,
  /** From the manifest; null before the verification. */
  company: z.object({ _id: Id, name: z.string() }).nullable(),
  exportedAt: Timestamp.nullable(),
  position: z.int().nullable(),
  withFiles: z.boolean(),
  /** What has been verified or restored so far: tables by name, then `record` and `files`. `rows` also counts record entries and files. */
  progress: z.array(z.object({ name: z.string(), rows: z.int() })),
  /** Why it cannot be restored. */
  refusal: z
    .object({
      code: z.enum(archiveRefusals),
      message: z.string(),
      /** `ARCHIVE_DAMAGED`: the first file and line that differ. */
      file: z.string().nullable(),
      line: z.int().nullable(),
      /** `ARCHIVE_EMAIL_TAKEN`: the addresses. */
      addresses: z.array(z.string()),
    })
    .nullable(),
  /** Error of the last attempt to restore it. The queue retries. */
  failure: z.string().nullable(),
  verifiedOn: Timestamp.nullable(),
  restoredOn: Timestamp.nullable(),
})
export type ArchiveUpload = z.output<typeof ArchiveUpload>

const archiveParams = z.strictObject({ archiveId: Id })

export const createArchive = endpoint({
  method: 'POST',
  path: '/archive',
  permission: 'archive.restore',
  requiresConfirmedIdentity: true,
  summary:
    'Announce an archive of a company. Its content follows in parts. For a file whose upload was interrupted, the existing upload is answered.',
  body: z.strictObject({
    name: requiredLine(200, 'the name of the file'),
    bytes: z.int('Enter the size in bytes.').min(1, 'This file is empty.').max(maxArchiveBytes, 'An archive has 50 GB at most.'),
    /** SHA-256 of the first and the last part together. */
    fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'Enter a SHA-256 in hexadecimal.'),
  }),
  response: ArchiveUpload,
})

export const listArchives = endpoint({
  method: 'GET',
  path: '/archive',
  permission: 'archive.restore',
  summary: 'Uploaded archives, newest first, 50 at most.',
  response: z.object({ data: z.array(ArchiveUpload) }),
})

export const readArchive = endpoint({
  method: 'GET',
  path: '/archive/:archiveId',
  permission: 'archive.restore',
  summary: 'An archive: which parts are missing, what was verified, why it is refused.',
  params: archiveParams,
  response: ArchiveUpload,
})

export const putArchivePart = endpoint({
  method: 'PUT',
  path: '/archive/:archiveId/part/:part',
  permission: 'archive.restore',
  summary: 'Send a part of an archive as application/octet-stream, from 1. The same part again replaces it.',
  params: archiveParams.extend({
    part: z.codec(z.string().regex(/^[1-9]\d{0,3}$/, 'Use a number.'), z.int(), { decode: Number, encode: String }),
  }),
  bytes: { max: archivePartBytes },
  response: Success,
})

export const verifyArchive = endpoint({
  method: 'POST',
  path: '/archive/:archiveId/verify',
  permission: 'archive.restore',
  requiresConfirmedIdentity: true,
  summary:
    'Verify an archive that has arrived whole: sums, rows, references, the chain of the record, signatures. Writes nothing of it.',
  params: archiveParams,
  response: ArchiveUpload,
})

export const restoreArchive = endpoint({
  method: 'POST',
  path: '/archive/:archiveId/restore',
  permission: 'archive.restore',
  requiresConfirmedIdentity: true,
  summary: 'Restore the company of a verified archive. It is hidden until it is complete.',
  params: archiveParams,
  response: ArchiveUpload,
})

export const giveUpRestore = endpoint({
  method: 'POST',
  path: '/archive/:archiveId/give-up',
  permission: 'archive.restore',
  requiresConfirmedIdentity: true,
  summary: 'Give up a restore that failed: what it has written is removed. The archive can be verified and restored again.',
  params: archiveParams,
  response: ArchiveUpload,
})

export const deleteArchive = endpoint({
  method: 'DELETE',
  path: '/archive/:archiveId',
  permission: 'archive.restore',
  summary: 'Remove an uploaded archive. A company that was restored from it stays.',
  params: archiveParams,
  response: Success,
})

export const inviteAll = endpoint({
  method: 'POST',
  path: '/company/:companyId/invite-all',
  permission: 'archive.restore',
  withoutSupportAccess: true,
  summary: 'Send a link to all accounts of a company that are not activated: 1,000 an hour, staff first.',
  params: companyParams,
  response: z.object({
    invited: z.int(),
    /** Accounts that are not invited yet. Call again after an hour. */
    left: z.int(),
  }),
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'invited everybody',
})
