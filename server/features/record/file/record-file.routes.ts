import { londonDay } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  downloadRecordFile,
  listRecordFiles,
  makeRecordFile,
  type RecordFile,
} from '@gya/domain/features/record/record-file.contract.ts'
import { filterWords, whyNotMakeFile } from '@gya/domain/features/record/record-file.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/pool.ts'
import { recordSecurityEvent } from '../../../http/access/security-events.ts'
import { downloadName } from '../../../http/route/download-name.ts'
import { registerDownload } from '../../../http/route/register-download.ts'
import { registerRoute } from '../../../http/route/register-route.ts'
import { fileKey } from '../../../infra/files/file-store.ts'
import { findAuthors } from '../../events/events.repository.ts'
import { recordAboutProperty } from '../../properties/write/record-about-property.ts'
import { countRecordLines } from '../property-record.read-model.ts'
import type { RecordFileJob } from './make-record-file.ts'
import {
  countUnsealedOf,
  findRecordFile,
  insertRecordFile,
  listRecordFileRows,
  lockSameFile,
  type RecordFileRow,
} from './record-file.repository.ts'

/** Record files of a property. They are created by the job `make-record-file`. */
export function recordFileRoutes(app: FastifyInstance): void {
  registerRoute(app, makeRecordFile, async (context) => {
    const { params, body, caller, db, now, newId, addJob } = context
    const { copy, party = null, recipient, reason, dateStart, dateEnd, groups = [], userId } = body
    const days = { date_start: dateStart ?? null, date_end: dateEnd ?? null }
    const { companyId, propertyId } = params
    const asked = {
      company_id: companyId,
      property_id: propertyId,
      copy,
      party,
      recipient,
      reason,
      ...days,
      groups,
      user_id: userId ?? null,
      asked_by: caller.userId,
    }
    const same = await lockSameFile(db, asked)
    if (same !== null) return { _id: same }
    const filter = { groups: groups.length === 0 ? undefined : groups, userId, dateStart, dateEnd }
    const entries = await countRecordLines(db, params, filter)
    refuseIf(whyNotMakeFile({ entries, unsealed: await countUnsealedOf(db, params) }))
    const userName = userId === undefined ? null : await requireAuthor(db, params, userId)
    const id = newId()
    await insertRecordFile(db, { ...asked, id, asked_on: now })
    const words = filterWords({ dateStart: days.date_start, dateEnd: days.date_end, groups, userName })
    const data = { recordFileId: id, copy, party, recipient, reason, filter: words }
    await recordAboutProperty(context, params, async () => [{ kind: 'record-file-made', data }])
    await recordSecurityEvent(context, { kind: 'record-file-made', data: { propertyId, recordFileId: id, copy } })
    await addJob('make-record-file', { companyId, propertyId, fileId: id } satisfies RecordFileJob)
    return { _id: id }
  })

  registerRoute(app, listRecordFiles, async ({ params, db }) => ({
    data: (await listRecordFileRows(db, params)).map(toRecordFile),
  }))

  registerDownload(app, downloadRecordFile, async ({ params, db }) => {
    const { companyId, propertyId, fileId, form } = params
    const made = await findRecordFile(db, { companyId, fileId })
    const file = made?.property_id === propertyId ? made[form] : null
    if (!made || !file) throw new DomainError('NOT_FOUND')
    const key = fileKey(file, 'original')
    const { files } = app.gya
    const bytes = await files.size(key)
    const { line1 } = await db
      .selectFrom('property')
      .select('line1')
      .where('company_id', '=', companyId)
      .where('id', '=', propertyId)
      .executeTakeFirstOrThrow()
    return {
      etag: file,
      contentType: `application/${form}`,
      saveAs: downloadName({ scope: line1, subject: 'Record', day: londonDay(made.asked_on), extension: form }),
      maxAge: 0,
      size: async () => bytes,
      content: () => files.read(key),
      audit: { kind: 'record-file-downloaded', data: { propertyId, recordFileId: fileId, form, bytes: bytes ?? 0 } },
    }
  })
}

/** Returns the name of an author of entries of the property. Throws NOT_FOUND. */
async function requireAuthor(db: Db, ids: PropertyIds, userId: string): Promise<string> {
  const author = (await findAuthors(db, ids)).find(({ _id }) => _id === userId)
  if (!author) throw new DomainError('NOT_FOUND')
  return author.name
}

const toRecordFile = (row: RecordFileRow): RecordFile => ({
  _id: row.id,
  copy: row.copy,
  party: row.party,
  recipient: row.recipient,
  reason: row.reason,
  dateStart: row.date_start,
  dateEnd: row.date_end,
  groups: row.groups,
  state: row.state,
  failure: row.failure,
  askedBy: row.askedBy,
  askedOn: row.asked_on,
  madeOn: row.made_on,
  entries: row.entries,
  leftOut: row.left_out,
  verdict: row.verdict,
  pdfBytes: row.pdf_bytes,
  zipBytes: row.zip_bytes,
})
