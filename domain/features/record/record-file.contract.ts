import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, FileResponse, Id, line, paragraph, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Group, refuseTurnedDays } from './property-record.contract.ts'
import { recordCopies, recordFileForms, recordFileParties, recordFileStates } from './record-file.rules.ts'
import { Verdict } from './verdict.ts'

/** Record files of a property, to be handed over to others. [trust §2.2](docs/design/trust.md#2.2). */

const Copy = z.enum(recordCopies, 'Choose a copy.')
const Party = z.enum(recordFileParties, 'Choose a party.')

const RecordFile = z.object({
  _id: Id,
  copy: Copy,
  party: Party.nullable(),
  recipient: z.string(),
  reason: z.string(),
  dateStart: Day.nullable(),
  dateEnd: Day.nullable(),
  groups: z.array(Group),
  state: z.enum(recordFileStates),
  /** Why the file could not be created. */
  failure: z.string().nullable(),
  askedBy: z.string().nullable(),
  askedOn: Timestamp,
  madeOn: Timestamp.nullable(),
  entries: z.int().nullable(),
  leftOut: z.int().nullable(),
  /** The verdict when the file was created. `null`: not ready, or created before verdicts were stored. */
  verdict: Verdict.nullable(),
  /** Size of each file in bytes. `null`: not created, or deleted. */
  pdfBytes: z.int().nullable(),
  zipBytes: z.int().nullable(),
})
export type RecordFile = z.output<typeof RecordFile>

export const makeRecordFile = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/record-file',
  permission: 'record.file',
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'made a record file',
  summary:
    'Create a record file of a property: a PDF and, for a full copy, a ZIP with proof. A job creates it. Recipient and reason are recorded.',
  params: propertyParams,
  body: z
    .strictObject({
      copy: Copy,
      /** The side that gets a copy for a party. */
      party: Party.optional(),
      recipient: line(200).min(1, 'Enter the recipient.'),
      reason: paragraph(300).min(1, 'Say why.'),
      dateStart: Day.optional(),
      dateEnd: Day.optional(),
      groups: z.array(Group).max(20).optional(),
      userId: Id.optional(),
    })
    .superRefine((body, found) => {
      refuseTurnedDays(body, found)
      if ((body.copy === 'party') !== (body.party !== undefined))
        found.addIssue({
          code: 'custom',
          path: ['party'],
          message: 'Choose a party for a copy for a party, and none for a full copy.',
        })
    }),
  response: z.object({ _id: Id }),
})

export const listRecordFiles = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/record-files',
  permission: 'record.file',
  summary: 'List the record files of a property, newest first.',
  params: propertyParams,
  response: z.object({ data: z.array(RecordFile) }),
})

export const downloadRecordFile = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/record-file/:fileId/:form',
  permission: 'record.file',
  summary: 'Download the PDF or the ZIP of a record file. Files are kept for 30 days.',
  params: propertyParams.extend({ fileId: Id, form: z.enum(recordFileForms) }),
  responseTypes: ['application/pdf', 'application/zip'],
  response: FileResponse,
})
