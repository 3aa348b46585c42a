import { z } from 'zod'
import { Id, Timestamp } from '../../common/wire.ts'
import { openEventTypes } from '../public-api/open-event-kinds.ts'

/** What an endpoint can ask for; `*` is all of them, also those that are added later. */
export const webhookKinds = ['*', ...openEventTypes] as const
export const WebhookKind = z.enum(webhookKinds, {
  error: ({ input }) => `There are no messages of the kind “${String(input).slice(0, 40)}”.`,
})

export const webhookStates = ['on', 'failing', 'off'] as const
export const messageStates = ['waiting', 'delivered', 'dead'] as const
export type MessageState = (typeof messageStates)[number]

/** An endpoint as its company's admins see it. */
export const Webhook = z.object({
  _id: Id,
  url: z.string(),
  description: z.string(),
  kinds: z.array(z.string()),
  /** Null: all branches. */
  branchIds: z.array(Id).nullable(),
  state: z.enum(webhookStates),
  offBecause: z.enum(['by-hand', 'gone', 'failing']).nullable(),
  /** Messages that were not made while it was off. */
  missed: z.int(),
  waiting: z.int(),
  dead: z.int(),
  failingSince: Timestamp.nullable(),
  lastSuccessOn: Timestamp.nullable(),
  /** Until then the secret before the last rotation signs too. */
  oldSecretUntil: Timestamp.nullable(),
  createdOn: Timestamp,
  version: z.int(),
})

/** A message with its tries. */
export const WebhookMessage = z.object({
  position: z.int(),
  type: z.string(),
  replay: z.int(),
  propertyId: Id.nullable(),
  state: z.enum(messageStates),
  attempts: z.int(),
  nextTryOn: Timestamp.nullable(),
  lastStatus: z.int().nullable(),
  /** Why the last try failed; never the receiver's answer. */
  lastWords: z.string(),
  lastMs: z.int().nullable(),
  deliveredOn: Timestamp.nullable(),
  createdOn: Timestamp,
  /** As it is sent; null once the entry's facts are erased. */
  body: z.string(),
})
export type Webhook = z.output<typeof Webhook>
export type WebhookMessage = z.output<typeof WebhookMessage>
