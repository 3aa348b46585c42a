import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSecretKey, readSecretKeyFile, secretBox } from './encrypted-secrets.ts'

const key = randomBytes(32)
const place = { table: 'totp', column: 'secret_encrypted', companyId: null, row: 'somebody' }
const secret = Buffer.from('a secret')

test('decrypts its own output, and encrypts differently each time', () => {
  const box = secretBox(key)
  const stored = box.encrypt(secret, place)
  expect(box.decrypt(stored, place)).toEqual(secret)
  expect(stored.includes(secret)).toBe(false)
  expect(box.encrypt(secret, place)).not.toEqual(stored)
})

test.each([
  ['row', { row: 'somebody else' }],
  ['column', { column: 'other' }],
  ['table', { table: 'other' }],
  ['company', { companyId: '1' }],
])('refuses a value moved to another %s', (_what, other) => {
  const stored = secretBox(key).encrypt(secret, place)
  expect(() => secretBox(key).decrypt(stored, { ...place, ...other })).toThrow('authenticate')
})

test('refuses a changed value and another key; the old key still decrypts', () => {
  const stored = secretBox(key).encrypt(secret, place)
  const changed = Buffer.from(stored)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => secretBox(key).decrypt(changed, place)).toThrow('authenticate')
  expect(() => secretBox(randomBytes(32)).decrypt(stored, place)).toThrow('authenticate')
  expect(secretBox(randomBytes(32), key).decrypt(stored, place)).toEqual(secret)
  expect(() => secretBox(key).decrypt(Buffer.of(9, ...stored.subarray(1)), place)).toThrow('format')
})

test('a key file is created once, readable by its owner only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gya-key-'))
  const path = join(folder, 'secret-key')
  const made = await readSecretKeyFile(path)
  expect(await readSecretKeyFile(path)).toEqual(made)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})

test('a key is 32 bytes in base64', () => {
  expect(parseSecretKey(key.toString('base64'))).toEqual(key)
  expect(parseSecretKey('short')).toBeNull()
})
