import { passwordProblems } from '@gya/domain/common/password.ts'
import { expect, test } from 'vitest'
import { dummyHash, hashPassword, hashToken, newToken, temporaryPassword, verifyPassword } from './secrets.ts'

test('newToken has 256 random bits, hashToken is SHA-256', () => {
  const tokens = Array.from({ length: 100 }, newToken)
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('hashPassword uses salted argon2id with 19 MiB and two passes; verifyPassword accepts only the same password', async () => {
  const [one, two] = await Promise.all([hashPassword('Test-Password-2026'), hashPassword('Test-Password-2026')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword(one, 'Test-Password-2026')).toBe(true)
  expect(await verifyPassword(one, 'Test-Password-2027')).toBe(false)
})

test('dummyHash has the cost of a real hash and matches no password', async () => {
  expect(await dummyHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await dummyHash()).toBe(await dummyHash())
  expect(await verifyPassword(await dummyHash(), '')).toBe(false)
})

test('temporaryPassword satisfies the password rule, avoids similar characters, and is random', () => {
  const passwords = Array.from({ length: 300 }, temporaryPassword)
  expect(passwords.flatMap(passwordProblems)).toEqual([])
  expect(passwords.filter((password) => /[0O1lI]/.test(password))).toEqual([])
  expect(new Set(passwords).size).toBe(300)
})

test('hashPassword and verifyPassword complete when many run concurrently', async () => {
  const hashes = await Promise.all(Array.from({ length: 12 }, (_, n) => hashPassword(`Password-number-${n}`)))
  const verified = await Promise.all(hashes.map((hash, n) => verifyPassword(hash, `Password-number-${n}`)))
  expect(verified).toEqual(hashes.map(() => true))
})
