import { z } from 'zod'
import { Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/** A message that the webhook receiver of the demo received. */
const Receipt = z.object({
  receivedOn: Timestamp,
  /** The last segment of the endpoint's path. */
  name: z.string(),
  webhookId: z.string(),
  type: z.string(),
  /** Whether `verifyWebhook` of the TypeScript client accepts the signature. */
  isSigned: z.boolean(),
  /** The status code of the receiver's response. */
  status: z.int(),
  body: z.string(),
})

export const readDemoReceiver = endpoint({
  method: 'GET',
  path: '/demo-receiver',
  permission: 'operations.view',
  summary: 'List the messages that the demo receiver received recently, latest first. Empty outside the demo.',
  response: z.object({ isDemo: z.boolean(), data: z.array(Receipt) }),
})
export type DemoReceipt = z.output<typeof Receipt>
