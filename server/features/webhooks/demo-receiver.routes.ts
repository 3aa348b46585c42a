import { DomainError } from '@gya/domain/error-catalogue.ts'
import { type DemoReceipt, readDemoReceiver } from '@gya/domain/features/webhooks/demo-receiver.contract.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { verifyWebhook } from '../public-api/client/client-runtime.ts'
import { demoReceiverAddress, failingReceiver } from './demo-receiver-address.ts'
import { decryptWebhookSecret, showWebhookSecret } from './webhook-secrets.ts'

const maxReceipts = 50

/**
 * A webhook receiver for the demo. It verifies each message as a customer's program would, and responds with 500 to messages for `failing`.
 * Received messages are kept in the memory of the process. [connect §8](docs/design/connect.md#8).
 */
export function demoReceiverRoutes(app: FastifyInstance): void {
  const receipts: DemoReceipt[] = []
  const { config } = app.gya

  registerRoute(app, readDemoReceiver, async () => ({ isDemo: config.demo, data: receipts }))

  if (!config.demo) return
  void app.register(async (receiver) => {
    // The signature covers the raw body.
    receiver.removeContentTypeParser('application/json')
    receiver.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    )
    receiver.post('/api/demo-receiver/:name', { schema: { hide: true } }, async (request, reply) => {
      const { name } = request.params as { name: string }
      const secrets = await secretsOf(app, demoReceiverAddress(config.publicUrl, name))
      if (secrets.length === 0) throw new DomainError('NOT_FOUND')
      const body = String(request.body)
      const status = name === failingReceiver ? 500 : 204
      receipts.unshift({
        receivedOn: app.gya.clock.now(),
        name,
        webhookId: String(request.headers['webhook-id'] ?? ''),
        type: typeOf(body),
        isSigned: await isSigned(request, secrets, body, app.gya.clock.now()),
        status,
        body,
      })
      receipts.splice(maxReceipts)
      return reply.code(status).send()
    })
  })
}

/** Returns the secrets of the endpoints with this URL. */
async function secretsOf({ gya }: FastifyInstance, url: string): Promise<string[]> {
  const rows = await gya.database.db
    .selectFrom('webhook')
    .select(['company_id', 'id', 'secret_encrypted'])
    .where('url', '=', url)
    .execute()
  return rows.map(({ company_id: companyId, id: webhookId, secret_encrypted }) =>
    showWebhookSecret(decryptWebhookSecret(gya.secrets, { companyId, webhookId }, secret_encrypted)),
  )
}

async function isSigned({ headers }: FastifyRequest, secrets: readonly string[], body: string, now: string): Promise<boolean> {
  const given = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]))
  const checks = secrets.map((secret) =>
    verifyWebhook(secret, given, body, Date.parse(now)).then(
      () => true,
      () => false,
    ),
  )
  return (await Promise.all(checks)).includes(true)
}

function typeOf(body: string): string {
  try {
    const { type } = JSON.parse(body) as { type?: unknown }
    return typeof type === 'string' ? type : ''
  } catch {
    return ''
  }
}
