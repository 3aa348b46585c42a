import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { listMail } from '@gya/domain/features/mail/mail.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { negotiateEncoding } from './etag-compression.ts'

let fixtures: Fixtures
let property: string
beforeAll(async () => {
  fixtures = await openFixtures()
  property = addressOf(readProperty.path, fixtures.first)
})
afterAll(() => fixtures.close())

const get = (url: string, headers: Record<string, string> = {}, as: 'staff' | 'platform' = 'staff') =>
  fixtures.as(as).inject({ url, headers })

describe('Compression of reads', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('Accept-Encoding “%s” is answered with %s and the same content', async (accepted, coding, unpack) => {
    const plain = await get(property)
    const packed = await get(property, { 'accept-encoding': accepted })
    expect(packed.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding', 'cache-control': 'no-store' })
    expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })

  test('without Accept-Encoding, or with q=0, the response is uncompressed', async () => {
    expect((await get(property)).headers['content-encoding']).toBeUndefined()
    expect(negotiateEncoding()).toBeNull()
    expect(negotiateEncoding('br;q=0, gzip;q=0.5')).toBe('gzip')
    expect(negotiateEncoding('identity')).toBeNull()
  })

  test('short responses, the mailbox and errors are not compressed', async () => {
    const accepted = { 'accept-encoding': 'br' }
    const answers = [
      await get('/api/user/me', accepted),
      await get(addressOf(listMail.path), accepted, 'platform'),
      await get(addressOf(readProperty.path, { ...fixtures.first, propertyId: fixtures.other.propertyId }), accepted),
    ]
    for (const { headers } of answers) expect(headers['content-encoding']).toBeUndefined()
  })
})

describe('ETag of reads', () => {
  test('an unchanged read returns 304 without a body, also compressed', async () => {
    const { etag } = (await get(property)).headers
    for (const headers of [{}, { 'accept-encoding': 'br' }]) {
      const again = await get(property, { 'if-none-match': String(etag), ...headers })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-store' })
      expect(again.headers['content-encoding']).toBeUndefined()
    }
  })

  test('a changed read, or one that is no longer permitted, gets a full response', async () => {
    const { etag } = (await get(property)).headers
    const headers = { 'if-none-match': String(etag) }
    const body = { name: 'Odalys Thimblewood', when: '2026-03-10' }
    await fixtures.as('staff').ok(addViewing, { params: fixtures.first, body })
    expect((await get(property, headers)).statusCode).toBe(200)
    expect((await fixtures.anonymous.inject({ url: property, headers })).statusCode).toBe(401)
  })
})
