import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Day, FileResponse, Id } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { MadeExport } from '../archives/archives.contract.ts'

/** The inspector's file: the register of a company as one ZIP. [sale-file §2.3](docs/design/sale-file.md#2.3). */

export const CheckPackOptions = z.object({ dateStart: Day, dateEnd: Day, branchIds: z.array(Id).nullable() })
export type CheckPackOptions = z.output<typeof CheckPackOptions>

const CheckPack = MadeExport.extend(CheckPackOptions.shape)
export type CheckPack = z.output<typeof CheckPack>

export const makeCheckPack = endpoint({
  method: 'POST',
  path: '/company/:companyId/check-pack',
  permission: 'check.pack',
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'asked for the inspector’s file of customer checks',
  summary: 'Make the inspector’s file: register, files and proof as one ZIP. A job makes it. One export at a time, 4 a day.',
  params: companyParams,
  body: z.strictObject({
    dateStart: Day,
    dateEnd: Day,
    branchIds: z.array(Id).min(1, 'Choose a branch.').max(500).optional(),
    withFiles: z.boolean('Say yes or no.').default(true),
  }),
  response: z.object({ _id: Id }),
})

export const listCheckPacks = endpoint({
  method: 'GET',
  path: '/company/:companyId/check-packs',
  permission: 'check.pack',
  summary: 'The inspector’s files of a company, newest first, 100 at most.',
  params: companyParams,
  response: z.object({ data: z.array(CheckPack) }),
})

export const downloadCheckPack = endpoint({
  method: 'GET',
  path: '/company/:companyId/check-pack/:exportId/file',
  permission: 'check.pack',
  requiresConfirmedIdentity: true,
  summary: 'The ZIP of an inspector’s file, kept for 7 days.',
  params: companyParams.extend({ exportId: Id }),
  responseTypes: ['application/zip'],
  response: FileResponse,
})
