import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhookMessages,
  listWebhooks,
  replayWebhookMessages,
  rotateWebhook,
  switchOnWebhook,
  testWebhook,
  updateWebhook,
} from '@gya/domain/features/webhooks/webhooks.contract.ts'
import { Webhook as Verifier, WebhookVerificationError } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { makeKey } from '../../../test/support/key-client.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { ImportClient } from '../imports/testing/import-client.ts'
import { sealEntries } from '../record/seal-entries.ts'

type Received = { headers: IncomingHttpHeaders; body: string; type: string; propertyId: string | null; position: number }

let fixtures: Fixtures
let receiver: Server
let url: string
/** The receiver's response; 204 by default. */
let answer: (received: Received) => { status: number; headers?: Record<string, string>; body?: string }
let received: Received[]

async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const { type, data } = JSON.parse(body)
  const one = { headers: request.headers, body, type, propertyId: data.propertyId, position: data.position }
  received.push(one)
  const { status, headers = {}, body: said = '' } = answer(one)
  response.writeHead(status, headers).end(said)
}

beforeAll(async () => {
  fixtures = await openFixtures({ config: { webhookPrivate: true } })
  receiver = createServer((request, response) => void answerTo(request, response))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await fixtures.close()
})
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  await fixtures.database.pool.query('delete from webhook')
  await fixtures.database.pool.query('delete from graphile_worker._private_jobs')
  await seal()
  received = []
  answer = () => ({ status: 204 })
})

const seal = () => sealEntries(fixtures.database, fixtures.a.companyId)
/** Seals the saved entries and runs the sending jobs. */
const send = async () => {
  await seal()
  await fixtures.runJobs()
}
const admin = () => fixtures.as('company')
const make = async (body: Partial<Parameters<ReturnType<typeof admin>['ok']>[1]> & Record<string, unknown> = {}) =>
  admin().ok(createWebhook, { params: fixtures.a, body: { url, kinds: ['*'], ...body } as never })
const at = (webhookId: string) => ({ ...fixtures.a, webhookId })
const only = async () => {
  const [one] = (await admin().ok(listWebhooks, { params: fixtures.a })).data
  if (!one) throw new Error('There is no endpoint.')
  return one
}
const view = (place: PropertyPath, name = 'Ann Onlooker') =>
  fixtures.as('company').ok(addViewing, { params: place, body: { name, when: '2026-03-12', notes: 'Loves the garden' } })
const messagesOf = async (webhookId: string, query: Record<string, string> = {}) =>
  (await admin().ok(listWebhookMessages, { params: at(webhookId), query })).data

describe('Messages', () => {
  test('contain the current references of their property in other systems', async () => {
    const { _id } = await make({ kinds: ['property.taken_on'] })
    const content = 'Ref,Address 1,Postcode,Price\nW-1,1 Reference Row,RG30 6JT,200000'
    const imported = await ImportClient.checked(fixtures, { content })
    await imported.run()
    await send()
    const refs = [{ system: 'old', ref: 'W-1' }]
    expect(received.map(({ body }) => JSON.parse(body).data.refs)).toEqual([refs])
    expect(JSON.parse((await messagesOf(_id))[0]?.body ?? '').data.refs).toEqual(refs)
    await imported.undo()
    expect(JSON.parse((await messagesOf(_id))[0]?.body ?? '').data.refs).toEqual([])
  })

  test('the audit log records who added an endpoint and who switched it off', async () => {
    const before = (await auditEntries(fixtures.database, 'webhook-saved', 'webhook-switched')).length
    const { _id, version } = await make()
    await admin().ok(updateWebhook, { params: at(_id), body: { off: true, version } })
    const entries = (await auditEntries(fixtures.database, 'webhook-saved', 'webhook-switched')).slice(before)
    expect(entries.map(({ kind, user_id }) => [kind, user_id])).toEqual([
      ['webhook-saved', fixtures.idOf.company],
      ['webhook-switched', fixtures.idOf.company],
    ])
  })

  test('have the position of their entry, a Standard Webhooks signature and a thin body', async () => {
    const { secret, _id } = await make()
    await view(fixtures.first)
    await send()
    const [first, ...others] = received
    expect(others).toEqual([])
    const { rows } = await fixtures.database.pool.query(
      `select s.position, e.id from event_seal s join event e on e.company_id = s.company_id and e.id = s.event_id
       where e.company_id = $1 order by s.position desc limit 1`,
      [fixtures.a.companyId],
    )
    expect(JSON.parse(first?.body ?? '')).toEqual({
      type: 'viewing.added',
      timestamp: expect.stringMatching(/^2026-03-10T09:30:00\.123/),
      data: {
        position: rows[0].position,
        companyId: fixtures.a.companyId,
        branchId: fixtures.first.branchId,
        propertyId: fixtures.first.propertyId,
        refs: [],
        facts: expect.objectContaining({ on: '2026-03-12' }),
      },
    })
    expect(first?.body).not.toMatch(/Onlooker|garden/)
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': `msg_${rows[0].id}`,
      'webhook-timestamp': String(Math.floor(Date.parse(testStart) / 1000)),
    })
    expect(signedBy(secret, first)).toBe(true)
    expect(signedBy('whsec_' + Buffer.alloc(32).toString('base64'), first)).toBe(false)
    expect(await messagesOf(_id)).toMatchObject([{ state: 'delivered', attempts: 1, lastStatus: 204, body: first?.body }])
  })

  test('are limited to the chosen kinds and branches', async () => {
    await make({ kinds: ['note.added'] })
    await make({ branchIds: [fixtures.second.branchId] })
    await view(fixtures.first)
    await view(fixtures.second)
    await fixtures.as('company').ok(addNote, { params: fixtures.first, body: { message: 'Ring them' } })
    await send()
    expect(received.map(({ type, propertyId }) => [type, propertyId].join(' ')).toSorted()).toEqual([
      `note.added ${fixtures.first.propertyId}`,
      `viewing.added ${fixtures.second.propertyId}`,
    ])
  })

  test('a finished import is sent without a property, and not to endpoints limited to branches', async () => {
    await make({ kinds: ['import.finished'] })
    await make({ branchIds: [fixtures.first.branchId] })
    const author = {
      companyId: fixtures.a.companyId,
      propertyId: null,
      userId: null,
      at: testStart,
      newId: () => fixtures.clock.newId(),
    }
    const data = { importId: fixtures.clock.newId(), name: 'Larkmead', written: 42, heldBack: 0 }
    await recordCompanyEvents(fixtures.database.db, author, [{ kind: 'import-finished', data }])
    await send()
    const { name: _name, ...facts } = data
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'import.finished', data: { propertyId: null, branchId: null, facts } },
    ])
    expect(received[0]?.body).not.toContain('Larkmead')
  })

  test('concurrent sealing neither loses nor duplicates messages', async () => {
    const { _id } = await make()
    for (let n = 0; n < 12; n += 1) await view(n % 2 ? fixtures.first : fixtures.second, `Ann ${n}`)
    await Promise.all(Array.from({ length: 6 }, seal))
    const positions = (await messagesOf(_id, { itemsPerPage: '100' })).map(({ position }) => position)
    expect(positions).toHaveLength(12)
    expect(new Set(positions).size).toBe(12)
  })

  test('a failed message is retried when due and blocks only later messages of its property', async () => {
    const { _id } = await make()
    const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Queue Street')
    await send()
    received = []
    const failures = { left: 3 }
    answer = ({ propertyId }) => ({ status: propertyId === place.propertyId && failures.left-- > 0 ? 500 : 200 })
    for (let n = 0; n < 3; n += 1) await view(place, `Ann ${n}`)
    await view(fixtures.second)
    await send()
    const ofPlace = () => received.filter(({ propertyId }) => propertyId === place.propertyId).map(({ position }) => position)
    expect(received.filter(({ propertyId }) => propertyId === fixtures.second.propertyId)).toHaveLength(1)
    expect(ofPlace()).toHaveLength(1)
    for (const minutes of [0.05, 0.05, 4, 2, 26, 8]) {
      fixtures.clock.advance({ seconds: minutes * 60 })
      await fixtures.runJobs()
    }
    const [first, second, third] = [...new Set(ofPlace())]
    expect(ofPlace()).toEqual([first, first, first, first, second, third])
    expect([Number(first) < Number(second), Number(second) < Number(third)]).toEqual([true, true])
    expect((await messagesOf(_id)).filter(({ state }) => state !== 'delivered')).toEqual([])
  })

  test('a dead message no longer blocks its property, and is replayed with the same id', async () => {
    const { _id } = await make()
    answer = () => ({ status: 500 })
    await view(fixtures.first)
    await send()
    await fixtures.database.pool.query('update webhook_message set attempts = 9, next_try_on = $1', [fixtures.clock.now()])
    await fixtures.runJobs()
    expect(await messagesOf(_id)).toMatchObject([{ state: 'dead', attempts: 10, lastWords: 'The receiver responded with 500.' }])
    answer = () => ({ status: 200 })
    await view(fixtures.first)
    await send()
    expect(await only()).toMatchObject({ dead: 1, waiting: 0, state: 'on' })
    const replay = (body: object) => admin().ok(replayWebhookMessages, { params: at(_id), body })
    expect(await replay({ allDead: true })).toMatchObject({ sent: 1 })
    await fixtures.runJobs()
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect(ids.at(-1)).toBe(ids[0])
    expect((await messagesOf(_id)).at(-1)).toMatchObject({ state: 'dead', replay: 0 })
    expect(await replay({ from: '2026-03-01T00:00:00.000Z' })).toMatchObject({ sent: 2 })
    const tooEarly = { params: at(_id), body: { from: '2026-01-01T00:00:00.000Z' } }
    expect((await admin().refusal(replayWebhookMessages, tooEarly)).status).toBe(400)
    expect((await admin().refusal(replayWebhookMessages, { params: at(_id), body: {} })).status).toBe(400)
  })

  test('redirects are not followed; a long response is truncated and counts as success; no response body is stored', async () => {
    const { _id } = await make()
    answer = () => ({ status: 302, headers: { location: `${url}/elsewhere`, 'x-secret': 'hidden' }, body: 'hidden' })
    await view(fixtures.first)
    await send()
    answer = () => ({ status: 200, body: 'x'.repeat(300_000) })
    await view(fixtures.second)
    await send()
    const messages = await messagesOf(_id)
    expect(messages.map(({ state, lastStatus }) => [state, lastStatus])).toEqual([
      ['delivered', 200],
      ['waiting', 302],
    ])
    expect(JSON.stringify(messages)).not.toContain('hidden')
    expect(received).toHaveLength(2)
  })
})

/** Whether the Standard Webhooks verifier accepts a message at the time of the test's clock. */
const signedBy = (secret: string, { headers, body }: Received = received[0] as Received): boolean => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(fixtures.clock.now()) })
  try {
    new Verifier(secret).verify(body, headers as Record<string, string>)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  } finally {
    vi.useRealTimers()
  }
}

describe('Endpoints', () => {
  test('only the response that creates the secret contains it, and the database stores it encrypted', async () => {
    const { secret } = await make()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(JSON.stringify(await only())).not.toContain('whsec')
    const { rows } = await fixtures.database.pool.query('select * from webhook')
    expect(rows[0].secret_encrypted.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  })

  test('after Rotate both secrets sign for 24 hours, then only the new one', async () => {
    const { secret: old, _id } = await make()
    const { secret } = await admin().ok(rotateWebhook, { params: at(_id) })
    const next = async () => {
      received = []
      await view(fixtures.first)
      await send()
      return [signedBy(old), signedBy(secret)]
    }
    expect(await next()).toEqual([true, true])
    fixtures.clock.advance({ hours: 23, minutes: 59 })
    expect(await next()).toEqual([true, true])
    fixtures.clock.advance({ minutes: 1 })
    expect(await next()).toEqual([false, true])
  })

  test('410 switches an endpoint off; Switch on sends the missed messages, or only new ones', async () => {
    const { _id } = await make()
    answer = () => ({ status: 410 })
    await view(fixtures.first)
    await send()
    expect(await only()).toMatchObject({ state: 'off', offBecause: 'gone', waiting: 1, missed: 0 })
    answer = () => ({ status: 200 })
    received = []
    await view(fixtures.second)
    await send()
    expect(received).toEqual([])
    expect(await only()).toMatchObject({ missed: 1 })
    await admin().ok(switchOnWebhook, { params: at(_id), body: { missed: 'send' } })
    await send()
    expect(received.map(({ propertyId }) => String(propertyId)).toSorted()).toEqual(
      [fixtures.first.propertyId, fixtures.second.propertyId].toSorted(),
    )
    const { version } = await only()
    await admin().ok(updateWebhook, { params: at(_id), body: { off: true, version } })
    received = []
    await view(fixtures.first)
    await send()
    await admin().ok(switchOnWebhook, { params: at(_id), body: { missed: 'drop' } })
    await send()
    expect(received).toEqual([])
    expect(await only()).toMatchObject({ state: 'on', missed: 0, waiting: 0 })
    expect((await admin().refusal(switchOnWebhook, { params: at(_id), body: { missed: 'drop' } })).code).toBe('WEBHOOK_ON')
  })

  test('an endpoint is failing after 3 days without success and off after 5; company admins get one e-mail for each', async () => {
    await fixtures.database.pool.query('delete from mail')
    await make()
    answer = () => ({ status: 500 })
    await view(fixtures.first)
    await send()
    const subjects = async () =>
      (
        await fixtures.database.pool.query("select subject from mail where subject like 'Messages to one%' order by createdon")
      ).rows.map(({ subject }) => subject)
    const tryAgain = async () => {
      await fixtures.database.pool.query('update webhook_message set next_try_on = $1', [fixtures.clock.now()])
      await fixtures.runJobs()
    }
    fixtures.clock.advance({ days: 3 })
    await tryAgain()
    await tryAgain()
    expect([(await onlyLater()).state, await subjects()]).toEqual(['failing', ['Messages to one of your systems fail']])
    fixtures.clock.advance({ days: 2 })
    await tryAgain()
    expect([(await onlyLater()).state, (await subjects()).length]).toEqual(['off', 2])
  })
  /** Reads the only endpoint in a new session, because the first one has expired. */
  const onlyLater = async () => {
    const client = await fixtures.signedIn(fixtures.idOf.company)
    return (await client.ok(listWebhooks, { params: fixtures.a })).data[0] as Awaited<ReturnType<typeof only>>
  }

  test('Test sends webhook.test immediately and returns status, duration and the reason of a failure', async () => {
    const { _id } = await make()
    expect(await admin().ok(testWebhook, { params: at(_id) })).toEqual({
      success: true,
      status: 204,
      ms: expect.any(Number),
      words: '',
    })
    expect(received).toMatchObject([{ type: 'webhook.test', position: null }])
    answer = () => ({ status: 500, body: 'hidden' })
    expect(await admin().ok(testWebhook, { params: at(_id) })).toMatchObject({
      success: false,
      status: 500,
      words: 'The receiver responded with 500.',
    })
    const { version } = await only()
    await admin().ok(updateWebhook, { params: at(_id), body: { url: 'http://127.0.0.1:9/', version } })
    expect(await admin().ok(testWebhook, { params: at(_id) })).toMatchObject({
      status: null,
      words: 'The host does not respond.',
    })
  })

  test('a company has at most 10; unknown kinds and branches of other companies are refused; endpoints of other companies are not found', async () => {
    const { _id } = await make()
    const body = (over: object) => ({ params: fixtures.a, body: { url, kinds: ['*'], ...over } as never })
    expect(await admin().refusal(createWebhook, body({ kinds: ['sale.dreamt'] }))).toMatchObject({
      status: 400,
      issues: [{ path: 'kinds.0', message: 'There is no message type “sale.dreamt”.' }],
    })
    expect((await admin().refusal(createWebhook, body({ branchIds: [fixtures.other.branchId] }))).status).toBe(404)
    for (let n = 1; n < 10; n += 1) await make()
    expect((await admin().refusal(createWebhook, body({}))).code).toBe('TOO_MANY_WEBHOOKS')
    const elsewhere = { params: { ...fixtures.b, webhookId: _id } }
    expect((await fixtures.as('otherCompany').refusal(deleteWebhook, elsewhere)).status).toBe(404)
    expect((await fixtures.as('otherCompany').refusal(listWebhookMessages, elsewhere)).status).toBe(404)
    await admin().ok(deleteWebhook, { params: at(_id) })
    expect((await admin().refusal(testWebhook, { params: at(_id) })).status).toBe(404)
  })
})

describe('A key with webhook:manage', () => {
  test('reads endpoints and messages of its branches only, and cannot change them', async () => {
    const all = await make()
    const first = await make({ branchIds: [fixtures.first.branchId] })
    await view(fixtures.first)
    await send()
    const scopes: ['webhook:manage'] = ['webhook:manage']
    const whole = (await makeKey(fixtures, { scopes })).client
    const narrow = (await makeKey(fixtures, { scopes, branchIds: [fixtures.first.branchId] })).client
    const idsBy = async (client: typeof whole) =>
      (await client.ok(listWebhooks, { params: fixtures.a })).data.map(({ _id }) => _id)
    expect([await idsBy(whole), await idsBy(narrow)]).toEqual([[all._id, first._id], [first._id]])
    expect((await narrow.ok(listWebhookMessages, { params: at(first._id) })).data).toHaveLength(1)
    expect((await narrow.refusal(listWebhookMessages, { params: at(all._id) })).status).toBe(404)
    const adding = { params: fixtures.a, body: { url, kinds: ['*'] } as never }
    expect((await whole.refusal(createWebhook, adding)).code).toBe('NOT_FOR_KEYS')
  })
})

describe('Addresses', () => {
  test.each([
    'http://hooks.example',
    'https://10.0.0.8/',
    'https://localhost:8443',
    'https://[::ffff:7f00:1]/',
    'https://gya.example/x',
  ])('%s is refused without WEBHOOK_PRIVATE', async (address) => {
    fixtures.config.webhookPrivate = false
    const refusal = await admin().refusal(createWebhook, { params: fixtures.a, body: { url: address, kinds: ['*'] } })
    fixtures.config.webhookPrivate = true
    expect(refusal).toMatchObject({ status: 409, code: 'URL_NOT_ALLOWED', issues: [{ path: 'url' }] })
    expect((await admin().ok(listWebhooks, { params: fixtures.a })).data).toEqual([])
  })
})
