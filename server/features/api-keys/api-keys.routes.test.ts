import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '@gya/domain/features/api-keys/api-keys.contract.ts'
import { daysAfter } from '@gya/domain/features/api-keys/api-keys.rules.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { addNote, listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { keyClient, makeKey } from '../../../test/support/key-client.ts'
import type { TestClient } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
let company: TestClient
beforeEach(async () => {
  fixtures = await openFixtures()
  company = fixtures.as('company')
})
afterEach(() => fixtures.close())

const body = { name: 'Website', scopes: ['viewing:write' as const] }
const viewing = { name: 'Hazel Finch', when: '2026-03-11' }

describe('POST company/{c}/api-key', () => {
  test('returns the secret once; the database stores only its hash', async () => {
    const { secret, ...key } = await company.ok(createApiKey, { params: fixtures.a, body })
    expect(secret).toMatch(/^gya_[A-Za-z0-9]{8}_[\w-]{43}$/)
    expect(secret.startsWith(`${key.prefix}_`)).toBe(true)
    expect(key).toMatchObject({ ...body, branches: null, state: 'active', expiresOn: daysAfter(fixtures.clock.now(), 90) })
    const { data } = await company.ok(listApiKeys, { params: fixtures.a })
    expect(data).toEqual([key])
    const { rows } = await fixtures.database.pool.query('select k::text as row from api_key k')
    expect(rows[0].row).not.toContain(secret.slice(13))
    expect(await companyEvents(fixtures, fixtures.a.companyId)).toContainEqual(
      expect.objectContaining({ kind: 'api-key-made', data: expect.objectContaining({ name: 'Website' }) }),
    )
    expect(await auditEntries(fixtures.database, 'api-key-made')).toHaveLength(1)
  })

  test.each([
    { scopes: [] },
    { scopes: ['property:everything'] },
    { scopes: ['note:write', 'note:write'] },
    { expiresInDays: 6 },
    { expiresInDays: 366 },
    { name: '' },
    { branchIds: [] },
  ])('%o answers 400', async (wrong) => {
    const refused = await company.refusal(createApiKey, { params: fixtures.a, body: { ...body, ...wrong } as typeof body })
    expect([refused.status, refused.issues?.[0]?.path.split('.')[0]]).toEqual([400, Object.keys(wrong)[0]])
  })

  test('a branch of another company returns 404', async () => {
    const branchIds = [fixtures.other.branchId]
    expect((await company.refusal(createApiKey, { params: fixtures.a, body: { ...body, branchIds } })).status).toBe(404)
  })

  test('a company has at most 50 valid keys', async () => {
    await fixtures.database.pool.query(
      `insert into api_key (company_id, id, name, prefix, secret_hash, scopes, lasts_days, expires_on, created_by, createdon)
       select $1, gen_random_uuid(), 'k', 'gya_' || lpad(n::text, 8, '0'), sha256(n::text::bytea), '{note:write}', 90,
         $2::timestamptz + interval '1 day', $3, $2 from generate_series(1, 50) n`,
      [fixtures.a.companyId, fixtures.clock.now(), fixtures.idOf.company],
    )
    expect((await company.refusal(createApiKey, { params: fixtures.a, body })).code).toBe('TOO_MANY_KEYS')
    fixtures.clock.moveTo(daysAfter(fixtures.clock.now(), 2))
    await company.ok(createApiKey, { params: fixtures.a, body })
  })

  test('needs a confirmed identity', async () => {
    await fixtures.database.pool.query("update session set confirmed_on = confirmed_on - interval '11 minutes'")
    expect((await company.refusal(createApiKey, { params: fixtures.a, body })).code).toBe('CONFIRM_IDENTITY')
  })
})

describe('Calls by a key', () => {
  test('changes by a key are recorded with its id and shown with its name', async () => {
    const { client, keyId } = await makeKey(fixtures, { scopes: ['viewing:write', 'note:write'] })
    await client.ok(addViewing, { params: fixtures.first, body: viewing })
    const { rows } = await fixtures.database.pool.query("select user_id, via, via_id from event where kind = 'viewing-added'")
    expect(rows).toEqual([{ user_id: null, via: 'api', via_id: keyId }])
    const history = await company.ok(readHistory, { params: fixtures.first })
    expect(history.data[0]).toMatchObject({ kind: 'viewing-added', author: { _id: keyId, name: 'Key ‘Website’' } })
    await client.ok(addNote, { params: fixtures.first, body: { message: 'The feed said so.' } })
    expect((await company.ok(listNotes, { params: fixtures.first })).data[0]?.author).toBe('Key ‘Website’')
  })

  test('the response of a write contains only what the scopes allow the key to read', async () => {
    const write = await makeKey(fixtures, { scopes: ['viewing:write'] })
    const narrow = await write.client.ok(addViewing, { params: fixtures.first, body: viewing })
    const vendor = (await company.ok(readProperty, { params: fixtures.first })).owner
    expect(JSON.stringify(narrow)).not.toContain(vendor.lastName)
    expect(JSON.stringify(narrow)).not.toContain('Hazel Finch')
    expect(narrow.mi).not.toHaveProperty('fees')
    expect(narrow).not.toHaveProperty('offers')
    const all = await makeKey(fixtures, { scopes: ['viewing:write', 'contact:read', 'report:read', 'offer:read'] })
    const whole = await all.client.ok(addViewing, { params: fixtures.first, body: viewing })
    expect(whole).toMatchObject({ owner: { lastName: vendor.lastName }, offers: [], mi: { fees: { estimate: true } } })
    expect(whole.owner).not.toHaveProperty('accountActivationToken')
  })

  test('a call without scope returns 403 NOT_FOR_KEYS, one with another scope 403 FORBIDDEN', async () => {
    const { client } = await makeKey(fixtures, { scopes: ['viewing:write'] })
    expect(await client.refusal(readProperty, { params: fixtures.first })).toMatchObject({ status: 403, code: 'NOT_FOR_KEYS' })
    const offer = { name: 'A', amount: 1000, cashBuy: true, chain: false }
    expect(await client.refusal(addOffer, { params: fixtures.first, body: offer })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    })
  })

  test('a key gets 404 outside its branches and outside its company', async () => {
    const one = await makeKey(fixtures, { scopes: ['viewing:write'], branchIds: [fixtures.first.branchId] })
    await one.client.ok(addViewing, { params: fixtures.first, body: viewing })
    expect((await one.client.refusal(addViewing, { params: fixtures.second, body: viewing })).status).toBe(404)
    const all = await makeKey(fixtures, { scopes: ['viewing:write'] })
    await all.client.ok(addViewing, { params: fixtures.second, body: viewing })
    expect((await all.client.refusal(addViewing, { params: fixtures.other, body: viewing })).status).toBe(404)
  })

  test('unknown, wrong, expired and revoked keys get the same 401', async () => {
    const { client, keyId, secret } = await makeKey(fixtures, { scopes: ['viewing:write'] })
    const input = { params: fixtures.first, body: viewing }
    const refusals = [
      await keyClient(fixtures, 'gya_nonsense').refusal(addViewing, input),
      await keyClient(fixtures, `gya_AAAAAAAA_${'A'.repeat(43)}`).refusal(addViewing, input),
      await keyClient(fixtures, `${secret.slice(0, -4)}AAAA`).refusal(addViewing, input),
    ]
    await company.ok(revokeApiKey, { params: { ...fixtures.a, keyId } })
    refusals.push(await client.refusal(addViewing, input))
    const second = await makeKey(fixtures, { scopes: ['viewing:write'] })
    fixtures.clock.moveTo(daysAfter(fixtures.clock.now(), 90))
    refusals.push(await second.client.refusal(addViewing, input))
    expect(new Set(refusals.map(({ status, code, message }) => `${status} ${code} ${message}`))).toEqual(
      new Set(['401 INVALID_KEY This key is unknown, has ended or was revoked.']),
    )
  })

  test('30 wrong keys a minute from one address, then 429', async () => {
    const wrong = keyClient(fixtures, `gya_AAAAAAAA_${'A'.repeat(43)}`)
    const codes = []
    for (let index = 0; index < 31; index += 1)
      codes.push((await wrong.refusal(addViewing, { params: fixtures.first, body: viewing })).code)
    expect([...new Set(codes.slice(0, 30)), codes[30]]).toEqual(['INVALID_KEY', 'TOO_MANY_REQUESTS'])
  })

  test('the last use is stored to the minute with a masked address', async () => {
    const { client } = await makeKey(fixtures, { scopes: ['viewing:write'] })
    await client.ok(addViewing, { params: fixtures.first, body: viewing })
    const [key] = (await company.ok(listApiKeys, { params: fixtures.a })).data
    expect(key).toMatchObject({ lastUsedOn: fixtures.clock.now(), lastUsedFrom: '127.0.0.x' })
  })
})

describe('POST …/api-key/{k}/rotate', () => {
  test('creates a key with the same rights; the old one ends as chosen', async () => {
    const old = await makeKey(fixtures, { scopes: ['viewing:write'], branchIds: [fixtures.first.branchId] })
    const params = { ...fixtures.a, keyId: old.keyId }
    const next = await company.ok(rotateApiKey, { params, body: { oldEndsAfterDays: 1 } })
    expect(next).toMatchObject({ scopes: ['viewing:write'], branches: [{ _id: fixtures.first.branchId }], replaces: old.keyId })
    const input = { params: fixtures.first, body: viewing }
    await old.client.ok(addViewing, input)
    await keyClient(fixtures, next.secret).ok(addViewing, input)
    expect((await company.refusal(rotateApiKey, { params, body: { oldEndsAfterDays: 0 } })).code).toBe('KEY_ENDED')
    fixtures.clock.moveTo(daysAfter(fixtures.clock.now(), 1))
    expect((await old.client.refusal(addViewing, input)).code).toBe('INVALID_KEY')
    await keyClient(fixtures, next.secret).ok(addViewing, input)
  })

  test('with 0 days the old key ends immediately', async () => {
    const old = await makeKey(fixtures, { scopes: ['viewing:write'] })
    await company.ok(rotateApiKey, { params: { ...fixtures.a, keyId: old.keyId }, body: { oldEndsAfterDays: 0 } })
    expect((await old.client.refusal(addViewing, { params: fixtures.first, body: viewing })).code).toBe('INVALID_KEY')
  })
})

test('PATCH …/api-key/{k} applies from the next call; a stale version is refused', async () => {
  const { client, keyId } = await makeKey(fixtures, { scopes: ['viewing:write'] })
  const params = { ...fixtures.a, keyId }
  const changed = await company.ok(updateApiKey, { params, body: { scopes: ['note:write'], name: 'Notes', version: 1 } })
  expect(changed).toMatchObject({ name: 'Notes', scopes: ['note:write'], version: 2 })
  expect((await client.refusal(addViewing, { params: fixtures.first, body: viewing })).code).toBe('FORBIDDEN')
  expect((await company.refusal(updateApiKey, { params, body: { name: 'X', version: 1 } })).code).toBe('STALE_VERSION')
})
