import { z } from 'zod'
import { paragraph, Success } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { minSupportCharacters, supportLimits } from './support.rules.ts'

export const requestSupport = endpoint({
  method: 'POST',
  path: '/support/request',
  permission: 'account.use',
  summary: 'Send a message to the support team.',
  limits: supportLimits,
  body: z.strictObject({
    message: paragraph(5000).min(minSupportCharacters, `Write at least ${minSupportCharacters} characters.`),
  }),
  response: Success,
})
