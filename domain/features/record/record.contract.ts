import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Email, Id, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { StartedSealed, Verdict } from './verdict.ts'

/** A verification of a whole record: running until it has a verdict. */
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
  summary: 'How long the record of a company is, its last checkpoint, to whom checkpoints are sent, and the last verification.',
  params: companyParams,
  response: z.object({
    length: z.int(),
    /** Entries that wait for their seal. */
    unsealed: z.int(),
    startedSealed: StartedSealed.nullable(),
    checkpoint: z.object({ position: z.int(), at: Timestamp, mailedOn: Timestamp.nullable() }).nullable(),
    /** Empty: company administrators. */
    addresses: z.array(z.string()),
    /** To whom the next checkpoint goes. */
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
    'Verify the whole record, also against a checkpoint that was kept. The verdict is read from the record of the company.',
  params: companyParams,
  body: z.strictObject({
    /** The e-mail or its part with the checkpoint, also quoted. */
    checkpoint: z.string().max(20_000, 'Paste the e-mail with the checkpoint only.').optional(),
  }),
  response: z.object({ _id: Id }),
})

export const listCheckpoints = endpoint({
  method: 'GET',
  path: '/company/:companyId/record/checkpoints',
  permission: 'record.verify',
  summary: 'The checkpoints of a company, newest first.',
  params: companyParams,
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(
    z.object({
      position: z.int(),
      at: Timestamp,
      keyId: z.string(),
      /** The signed note, as it was sent. */
      note: z.string(),
      mailedOn: Timestamp.nullable(),
    }),
  ),
})

export const saveCheckpointAddresses = endpoint({
  method: 'PUT',
  path: '/company/:companyId/record/addresses',
  permission: 'record.verify',
  summary: 'To which addresses checkpoints are e-mailed; none: to the company administrators.',
  params: companyParams,
  body: z.strictObject({
    addresses: z.array(Email).max(10, 'Use 10 addresses or fewer.'),
    version: Version.optional(),
  }),
  response: Success,
})
