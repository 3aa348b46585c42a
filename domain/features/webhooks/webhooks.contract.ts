import { z } from 'zod'
import { Paging, pagingQuery } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Id, line, Success, TimestampInput, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { messageStates, Webhook, WebhookKind, WebhookMessage, webhookKinds } from './webhooks.model.ts'

/** Webhooks of a company ([connect §4](docs/design/connect.md#4)). They follow the Standard Webhooks specification 1.0. */

const webhookParams = companyParams.extend({ webhookId: Id })
const isWithoutRepetition = (values: readonly string[]): boolean => new Set(values).size === values.length

const fields = {
  url: line(2000).refine((text) => /^https?:\/\/\S+$/i.test(text), 'Enter an address that begins with https://.'),
  description: line(200),
  kinds: z
    .array(WebhookKind)
    .min(1, 'Choose what is sent.')
    .max(webhookKinds.length)
    .refine(isWithoutRepetition, 'List each kind only once.'),
  branchIds: z.array(Id).min(1).max(1000).refine(isWithoutRepetition, 'List each branch only once.').nullable(),
}

const WithSecret = Webhook.extend({
  /** `whsec_` and 32 bytes in base64. No other response contains it. */
  secret: z.string(),
})

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/company/:companyId/webhook',
  permission: 'webhook.manage',
  scope: 'webhook:manage',
  summary:
    'List endpoints with their state and message counts, oldest first. A key limited to branches reads only the endpoints of those branches.',
  params: companyParams,
  response: z.object({ data: z.array(Webhook) }),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/company/:companyId/webhook',
  permission: 'webhook.manage',
  summary: 'Add an endpoint. Only this response contains its secret.',
  params: companyParams,
  body: z.strictObject({
    ...fields,
    description: fields.description.default(''),
    branchIds: fields.branchIds.default(null),
  }),
  response: WithSecret,
  returnsSecret: true,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'added a webhook',
  refusedInSupportAccess: 'always',
})

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/company/:companyId/webhook/:webhookId',
  permission: 'webhook.manage',
  summary: 'Update an endpoint, or switch it off.',
  params: webhookParams,
  body: z.strictObject({
    ...z.strictObject(fields).partial().shape,
    off: z.literal(true, 'Say yes, or leave it out.').optional(),
    version: Version,
  }),
  response: Webhook,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed a webhook',
  refusedInSupportAccess: 'always',
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/webhook/:webhookId',
  permission: 'webhook.manage',
  summary: 'Delete an endpoint and its messages.',
  params: webhookParams,
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'deleted a webhook',
})

export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/company/:companyId/webhook/:webhookId/rotate',
  permission: 'webhook.manage',
  summary: 'Rotate the secret. For 24 hours, messages are signed with both the old and the new secret.',
  params: webhookParams,
  response: WithSecret,
  returnsSecret: true,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'rotated the secret of a webhook',
  refusedInSupportAccess: true,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/company/:companyId/webhook/:webhookId/test',
  permission: 'webhook.manage',
  summary: 'Send `webhook.test` immediately, ahead of queued messages.',
  params: webhookParams,
  response: z.object({
    success: z.boolean(),
    status: z.int().nullable(),
    ms: z.int(),
    /** Why the request failed. Never contains the receiver's response. */
    words: z.string(),
  }),
})

export const switchOnWebhook = endpoint({
  method: 'POST',
  path: '/company/:companyId/webhook/:webhookId/switch-on',
  permission: 'webhook.manage',
  summary: 'Switch an endpoint on. Sends the missed messages, or only new ones.',
  params: webhookParams,
  body: z.strictObject({ missed: z.enum(['send', 'drop'], 'Say send or drop.') }),
  response: Webhook,
  refusedInSupportAccess: true,
})

export const listWebhookMessages = endpoint({
  method: 'GET',
  path: '/company/:companyId/webhook/:webhookId/messages',
  permission: 'webhook.manage',
  scope: 'webhook:manage',
  summary: 'List the messages of an endpoint, latest first.',
  params: webhookParams,
  query: z.strictObject({
    ...pagingQuery(),
    state: z.enum(messageStates).optional(),
    kind: WebhookKind.exclude(['*']).optional(),
    propertyId: Id.optional(),
  }),
  response: z.object({ data: z.array(WebhookMessage), paging: Paging }),
})

export const replayWebhookMessages = endpoint({
  method: 'POST',
  path: '/company/:companyId/webhook/:webhookId/messages/replay',
  permission: 'webhook.manage',
  summary: 'Send messages again with their original ids: by position, all dead ones, or all since an instant.',
  params: webhookParams,
  /** Exactly one of these is set. */
  body: z.strictObject({
    positions: z.array(z.int().min(1)).min(1).max(1000).optional(),
    from: TimestampInput.optional(),
    allDead: z.literal(true, 'Say yes, or leave it out.').optional(),
  }),
  response: z.object({ success: z.literal(true), sent: z.int() }),
})
