import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Email, Id, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { StartedSealed, Verdict } from './verdict.ts'

/** A verification of a whole record. It is running until it has a verdict. */
const Verification = z.object({
  _id: Id,
  askedOn: Timestamp,
  askedBy: z.string().nullable(),
  done: z.int(),
  total: z.int(),
  finishedOn: Timestamp.nullable(),
  verdict: Verdict.nullable(),
})
export type Verification = z.output<typeof Verification>

export const readCompanyRecord = endpoint({
  method: 'GET',
  path: '/company/:companyId/record',
  permission: 'record.verify',
  summary: 'Get the length of a company’s record, its last checkpoint, the recipients of checkpoints and the last verification.',
  params: companyParams,
  response: z.object({
    length: z.int(),
    /** Number of entries that are not sealed yet. */
    unsealed: z.int(),
    startedSealed: StartedSealed.nullable(),
    checkpoint: z.object({ position: z.int(), at: Timestamp, mailedOn: Timestamp.nullable() }).nullable(),
    /** Empty: checkpoints are sent to the company administrators. */
    addresses: z.array(z.string()),
    /** The recipients of the next checkpoint. */
    recipients: z.array(z.string()),
    version: Version,
    verification: Verification.nullable(),
  }),
})

export const verifyCompanyRecord = endpoint({
  method: 'POST',
  path: '/company/:companyId/record/verify',
  permission: 'record.verify',
  summary:
    'Verify the whole record, also against a checkpoint that was kept. The verdict is read from the record of the company. A verification that runs already is joined.',
  params: companyParams,
  body: z.strictObject({
    /** The e-mail or the part with the checkpoint. Quoted text is accepted. */
    checkpoint: z.string().max(20_000, 'Paste only the e-mail with the checkpoint.').optional(),
  }),
  response: z.object({ _id: Id }),
})

export const listCheckpoints = endpoint({
  method: 'GET',
  path: '/company/:companyId/record/checkpoints',
  permission: 'record.verify',
  summary: 'List the checkpoints of a company, newest first.',
  params: companyParams,
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(
    z.object({
      position: z.int(),
      at: Timestamp,
      keyId: z.string(),
      /** The signed note as it was sent. */
      note: z.string(),
      mailedOn: Timestamp.nullable(),
    }),
  ),
})

export const saveCheckpointAddresses = endpoint({
  method: 'PUT',
  path: '/company/:companyId/record/addresses',
  permission: 'record.verify',
  summary: 'Set the e-mail addresses for checkpoints. If empty, they are sent to the company administrators.',
  params: companyParams,
  body: z.strictObject({
    addresses: z.array(Email).max(10, 'Use 10 addresses or fewer.'),
    version: Version.optional(),
  }),
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed where checkpoints of the record are sent',
  refusedInSupportAccess: true,
})
