import { readDemoReceiver } from '@gya/domain/features/webhooks/demo-receiver.contract.ts'
import { createWebhook, testWebhook, updateWebhook } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { isDemoReceiver } from './demo-receiver-address.ts'
import { signatureOf } from './webhook-secrets.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures({ config: { demo: true } })
})
afterAll(() => fixtures.close())

const receiver = 'http://gya.example/api/demo-receiver'
const make = (url: string) => ({ params: fixtures.a, body: { url, kinds: ['*' as const] } })

const body = '{"type":"webhook.test","data":{}}'
function send(name: string, secret: string, sent = body) {
  const timestamp = Math.floor(Date.parse(fixtures.clock.now()) / 1000)
  const id = 'msg_1'
  const signature = signatureOf([Buffer.from(secret.slice(6), 'base64')], { id, timestamp, body })
  return fixtures.app.inject({
    method: 'POST',
    url: `/api/demo-receiver/${name}`,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    },
    payload: sent,
  })
}

test('POST /api/demo-receiver/{name} verifies the messages it receives, and /gya/demo-receiver lists them', async () => {
  const { secret } = await fixtures.as('company').ok(createWebhook, make(`${receiver}/website`))
  const failing = await fixtures.as('company').ok(createWebhook, make(`${receiver}/failing`))
  expect((await send('unknown', secret)).statusCode).toBe(404)
  expect((await send('website', secret)).statusCode).toBe(204)
  expect((await send('website', secret, '{"type":"webhook.test","data":{"forged":true}}')).statusCode).toBe(204)
  expect((await send('failing', failing.secret)).statusCode).toBe(500)
  const { isDemo, data } = await fixtures.as('platform').ok(readDemoReceiver, {})
  expect(isDemo).toBe(true)
  expect(data.map(({ name, isSigned, status }) => [name, isSigned, status])).toEqual([
    ['failing', true, 500],
    ['website', false, 204],
    ['website', true, 204],
  ])
  expect(data[2]).toMatchObject({ type: 'webhook.test', body })
  expect((await fixtures.as('company').refusal(readDemoReceiver, {})).status).toBe(403)
})

test('only the demo receiver may be an endpoint on the server’s own host, and only in the demo', async () => {
  const company = fixtures.as('company')
  for (const path of ['/api/demo-receiver/', '/api/demo-receiver/a/b', '/api/webhook', '/api/demo-receiver/../user'])
    expect((await company.refusal(createWebhook, make(`http://gya.example${path}`))).code).toBe('URL_NOT_ALLOWED')
  const { _id, version } = await company.ok(createWebhook, make(`${receiver}/other`))
  const params = { ...fixtures.a, webhookId: _id }
  expect((await company.refusal(updateWebhook, { params, body: { url: 'http://127.0.0.1/', version } })).code).toBe(
    'URL_NOT_ALLOWED',
  )
  // Tests do not resolve the name, so this checks only that the address was allowed.
  expect((await company.ok(testWebhook, { params })).words).not.toContain('This is the address of GYA itself')
  expect(isDemoReceiver('http://gya.example', `https://gya.example/api/demo-receiver/x`)).toBe(false)
})
