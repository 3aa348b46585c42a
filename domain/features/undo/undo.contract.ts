import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

export const undoChange = endpoint({
  method: 'POST',
  path: '/undo/:companyId/:undoId',
  permission: 'day.work',
  summary: 'Undo one of the caller’s own changes as a whole, within 8 hours. With `rest`, everything but e-mails already sent.',
  params: companyParams.extend({ undoId: Id }),
  body: z.strictObject({ rest: z.boolean().optional() }),
  /** Description of what was undone. */
  response: z.object({ description: z.string() }),
})
