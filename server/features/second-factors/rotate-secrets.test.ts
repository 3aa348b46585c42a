import { randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { secretBox } from '../../infra/encrypted-secrets.ts'
import {
  decryptClientSecret,
  encryptClientSecret,
  findProvider,
  rotateProviderSecrets,
  saveProviderRow,
} from '../single-sign-on/providers.repository.ts'
import { prepareRecoveryCodes, redeemRecoveryCode, saveRecoveryCodes } from './recovery-codes.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { isSecretKeyRight } from './secret-key-check.ts'
import { createTotp, redeemTotpCode } from './totp.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

test('rotateSecrets: codes of the app and recovery codes stay valid with the new key only', async () => {
  const { db } = fixtures.database
  const userId = fixtures.idOf.staff
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const [before, between, after] = [secretBox(oldKey), secretBox(newKey, oldKey), secretBox(newKey)]
  const made = await createTotp(db, before, { userId, email: fixtures.emailOf('staff') })
  const codeNow = () => new TOTP({ secret: made?.secret ?? '' }).generate({ timestamp: Date.parse(fixtures.clock.now()) })
  const redeem = (box: typeof before, confirmed: boolean) =>
    redeemTotpCode(db, box, { userId, typed: codeNow(), now: fixtures.clock.now(), confirmed })
  expect(await redeem(before, false)).toBe(true)
  const recovery = await prepareRecoveryCodes(db, before, userId)
  await saveRecoveryCodes(db, userId, recovery)
  const [first = '', second = ''] = recovery.codes

  // Servers run with both keys meanwhile.
  fixtures.clock.advance({ minutes: 1 })
  expect(await redeem(between, true)).toBe(true)
  expect(await db.transaction().execute((transaction) => rotateSecrets(transaction, between, after))).toBe(2)
  fixtures.clock.advance({ minutes: 1 })
  expect(await redeem(after, true)).toBe(true)
  expect(await redeemRecoveryCode(db, after, { userId, typed: first, now: fixtures.clock.now() })).toBe(true)
  expect([await isSecretKeyRight(db, after), await isSecretKeyRight(db, before)]).toEqual([true, false])
  await expect(redeem(before, true)).rejects.toThrow('authenticate data')

  // A second run after an interrupted first one does no harm.
  expect(await db.transaction().execute((transaction) => rotateSecrets(transaction, between, after))).toBe(2)
  expect(await redeemRecoveryCode(db, after, { userId, typed: second, now: fixtures.clock.now() })).toBe(true)
})

test('rotateProviderSecrets: client secrets decrypt with the new key only, and sign-ins in progress have to start again', async () => {
  const { db } = fixtures.database
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const [before, between, after] = [secretBox(oldKey), secretBox(newKey, oldKey), secretBox(newKey)]
  const companyIds = [fixtures.a.companyId, fixtures.b.companyId]
  for (const companyId of companyIds)
    await saveProviderRow(db, {
      company_id: companyId,
      kind: 'google',
      issuer: 'https://accounts.google.com',
      client_id: 'client',
      secret_encrypted: encryptClientSecret(before, companyId, `secret of ${companyId}`),
      role: 'READER',
      createdon: fixtures.clock.now(),
    })
  await db
    .insertInto('sso_attempt')
    .values({
      state_hash: randomBytes(32),
      browser_hash: randomBytes(32),
      company_id: fixtures.a.companyId,
      provider_version: 1,
      purpose: 'sign-in',
      nonce: 'nonce',
      verifier_encrypted: randomBytes(32),
      expires_on: fixtures.clock.now(),
    })
    .execute()

  // Twice: a run after an interrupted one does no harm.
  for (const box of [between, between])
    expect(await db.transaction().execute((transaction) => rotateProviderSecrets(transaction, box, after))).toBe(2)
  for (const companyId of companyIds) {
    const stored = (await findProvider(db, companyId))?.secret_encrypted ?? Buffer.alloc(0)
    expect(decryptClientSecret(after, companyId, stored)).toBe(`secret of ${companyId}`)
    expect(() => decryptClientSecret(before, companyId, stored)).toThrow('authenticate data')
  }
  expect(await db.selectFrom('sso_attempt').select('state_hash').execute()).toEqual([])
})
