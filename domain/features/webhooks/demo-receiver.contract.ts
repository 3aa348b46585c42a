import { z } from 'zod'
import { Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/** What a webhook's message was when the demo's own receiver took it. */
const Receipt = z.object({
  receivedOn: Timestamp,
  /** The last part of the endpoint's address. */
  name: z.string(),
  webhookId: z.string(),
  type: z.string(),
  /** Whether `verifyWebhook` of the client accepts it. */
  isSigned: z.boolean(),
  /** What the receiver answered. */
  status: z.int(),
  body: z.string(),
})

export const readDemoReceiver = endpoint({
  method: 'GET',
  path: '/demo-receiver',
  permission: 'operations.view',
  summary: 'What the receiver of the demo took lately, latest first; empty outside the demo.',
  response: z.object({ isDemo: z.boolean(), data: z.array(Receipt) }),
})
export type DemoReceipt = z.output<typeof Receipt>
