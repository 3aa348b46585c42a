import { passwordProblems } from '@gya/domain/common/password.ts'
import { expect, test } from 'vitest'
import { dummyHash, hashPassword, hashToken, newToken, temporaryPassword, verifyPassword } from './secrets.ts'

test('A token is 256 random bits, and what is kept of it is its SHA-256', () => {
  const tokens = Array.from({ length: 100 }, newToken)
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('A password is kept as argon2id with 19 MiB and two passes, salted, and verified by nothing but itself', async () => {
  const [one, two] = await Promise.all([hashPassword('Test-Password-2026'), hashPassword('Test-Password-2026')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword(one, 'Test-Password-2026')).toBe(true)
  expect(await verifyPassword(one, 'Test-Password-2027')).toBe(false)
})

test('The decoy costs as much as a real hash and is nobody’s', async () => {
  expect(await dummyHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await dummyHash()).toBe(await dummyHash())
  expect(await verifyPassword(await dummyHash(), '')).toBe(false)
})

test('A temporary password satisfies the rule, can be read out, and is another one each time', () => {
  const passwords = Array.from({ length: 300 }, temporaryPassword)
  expect(passwords.flatMap(passwordProblems)).toEqual([])
  expect(passwords.filter((password) => /[0O1lI]/.test(password))).toEqual([])
  expect(new Set(passwords).size).toBe(300)
})

test('Many hashes at once all come out, however few run together', async () => {
  const hashes = await Promise.all(Array.from({ length: 12 }, (_, n) => hashPassword(`Password-number-${n}`)))
  const verified = await Promise.all(hashes.map((hash, n) => verifyPassword(hash, `Password-number-${n}`)))
  expect(verified).toEqual(hashes.map(() => true))
})
