import { randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { secretBox } from '../../infra/encrypted-secrets.ts'
import { createRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { isSecretKeyRight } from './secret-key-check.ts'
import { createTotp, redeemTotpCode } from './totp.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

test('rotateSecrets: codes of the app and recovery codes stay valid under the new key, and only there', async () => {
  const { db } = fixtures.database
  const userId = fixtures.idOf.staff
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const [before, between, after] = [secretBox(oldKey), secretBox(newKey, oldKey), secretBox(newKey)]
  const made = await createTotp(db, before, { userId, email: fixtures.emailOf('staff') })
  const codeNow = () => new TOTP({ secret: made?.secret ?? '' }).generate({ timestamp: Date.parse(fixtures.clock.now()) })
  const redeem = (box: typeof before, confirmed: boolean) =>
    redeemTotpCode(db, box, { userId, typed: codeNow(), now: fixtures.clock.now(), confirmed })
  expect(await redeem(before, false)).toBe(true)
  const [first = '', second = ''] = await createRecoveryCodes(db, before, userId)

  // Servers run with both keys meanwhile.
  fixtures.clock.advance({ minutes: 1 })
  expect(await redeem(between, true)).toBe(true)
  expect(await db.transaction().execute((transaction) => rotateSecrets(transaction, between, after))).toBe(2)
  fixtures.clock.advance({ minutes: 1 })
  expect(await redeem(after, true)).toBe(true)
  expect(await redeemRecoveryCode(db, after, { userId, typed: first, now: fixtures.clock.now() })).toBe(true)
  expect([await isSecretKeyRight(db, after), await isSecretKeyRight(db, before)]).toEqual([true, false])
  await expect(redeem(before, true)).rejects.toThrow('authenticate data')

  // A second run, after the first was interrupted, does no harm.
  expect(await db.transaction().execute((transaction) => rotateSecrets(transaction, between, after))).toBe(2)
  expect(await redeemRecoveryCode(db, after, { userId, typed: second, now: fixtures.clock.now() })).toBe(true)
})
