import { z } from 'zod'
import { Id, Timestamp } from '../../common/wire.ts'
import { openEventTypes } from '../public-api/open-event-kinds.ts'

/** Message types that an endpoint can subscribe to. `*` includes types that are added later. */
export const webhookKinds = ['*', ...openEventTypes] as const
export const WebhookKind = z.enum(webhookKinds, {
  error: ({ input }) => `There is no message type “${String(input).slice(0, 40)}”.`,
})

export const webhookStates = ['on', 'failing', 'off'] as const
export const messageStates = ['waiting', 'delivered', 'dead'] as const
export type MessageState = (typeof messageStates)[number]

/** An endpoint as shown to company admins. */
export const Webhook = z.object({
  _id: Id,
  url: z.string(),
  description: z.string(),
  kinds: z.array(z.string()),
  /** `null` means all branches. */
  branchIds: z.array(Id).nullable(),
  state: z.enum(webhookStates),
  offBecause: z.enum(['by-hand', 'gone', 'failing']).nullable(),
  /** Number of events that produced no message because the endpoint was off. */
  missed: z.int(),
  waiting: z.int(),
  dead: z.int(),
  failingSince: Timestamp.nullable(),
  lastSuccessOn: Timestamp.nullable(),
  /** Until then, messages are also signed with the secret that was replaced. */
  oldSecretUntil: Timestamp.nullable(),
  createdOn: Timestamp,
  version: z.int(),
})

/** A message with its delivery attempts. */
export const WebhookMessage = z.object({
  position: z.int(),
  type: z.string(),
  replay: z.int(),
  propertyId: Id.nullable(),
  state: z.enum(messageStates),
  attempts: z.int(),
  nextTryOn: Timestamp.nullable(),
  lastStatus: z.int().nullable(),
  /** Why the last attempt failed. Never contains the receiver's response. */
  lastWords: z.string(),
  lastMs: z.int().nullable(),
  deliveredOn: Timestamp.nullable(),
  createdOn: Timestamp,
  /** The request body. `null` after the facts of the entry were erased. */
  body: z.string(),
})
export type Webhook = z.output<typeof Webhook>
export type WebhookMessage = z.output<typeof WebhookMessage>
