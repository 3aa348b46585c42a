import { deactivateMember, reactivateMember } from '@gya/domain/features/members/member-lifecycle.contract.ts'
import { assignRole } from '@gya/domain/features/roles/roles.contract.ts'
import { confirmTotp, startTotp } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { endMemberSessions } from '@gya/domain/features/sessions/sessions.contract.ts'
import {
  forgotPassword,
  resetOwnPassword,
  resetPasswordByLink,
  signInSecondStep,
  verifyEmail,
} from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { findLinkToken } from '../../../test/support/sent-mails.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { testStart } from '../../../test/support/test-app.ts'
import type { TestClient } from '../../../test/support/test-client.ts'

/**
 * An attacker knows a password and has a code, or will get one: a sign-in that waits for its second step must not survive events that end
 * the sessions of the account.
 */

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.parse(fixtures.clock.now()) })

type Victim = { email: string; userId: string; client: TestClient }
const params = ({ userId }: Victim) => ({ ...fixtures.a, userId })
const newPassword = 'Another-Secret-2026'

const endings: Record<string, (victim: Victim) => Promise<unknown>> = {
  'the password was reset by a link': async ({ email }) => {
    await fixtures.anonymous.ok(forgotPassword, { body: { email } })
    await fixtures.runJobs()
    const token = await findLinkToken(fixtures, email, 'reset')
    await fixtures.anonymous.ok(resetPasswordByLink, { body: { token, password: newPassword } })
  },
  'the owner chose another password': ({ client }) => client.ok(resetOwnPassword, { body: { password: newPassword } }),
  'an administrator ended the sessions': (victim) =>
    fixtures.as('company').ok(endMemberSessions, { params: fixtures.a, query: { userId: victim.userId } }),
  'the account was deactivated': (victim) => fixtures.as('company').ok(deactivateMember, { params: params(victim) }),
  'the account was deactivated and let in again': async (victim) => {
    await fixtures.as('company').ok(deactivateMember, { params: params(victim) })
    await fixtures.as('company').ok(reactivateMember, { params: params(victim) })
  },
  'the e-mail address was changed': async (victim) => {
    const email = `new-${victim.email}`
    await fixtures.as('company').ok(assignRole, { params: params(victim), body: { email } })
    await fixtures.anonymous.ok(verifyEmail, { body: { token: await findLinkToken(fixtures, email, 'verify') } })
  },
}

test.each(Object.entries(endings).map(([what, end], n) => ({ what, end, n })))(
  'A sign-in that waits for its code ends when $what',
  async ({ end, n }) => {
    const email = `waits-${n}@people.example`
    const userId = await fixtures.addUser({ type: 'BRANCH_STAFF', email, ...fixtures.a })
    const client = await fixtures.signedIn(userId)
    const { secret } = await client.ok(startTotp, { body: {} })
    await client.ok(confirmTotp, { body: { code: codeOf(secret) } })
    fixtures.clock.advance({ minutes: 1 })
    const { body } = await signIn(fixtures, email, testPassword)
    const { ticket } = body.details as { ticket: string }
    await end({ email, userId, client })
    expect(await fixtures.anonymous.refusal(signInSecondStep, { body: { ticket, totp: codeOf(secret) } })).toMatchObject({
      status: 401,
      code: 'SIGN_IN_FAILED',
    })
    const { rows } = await fixtures.database.pool.query('select from session where user_id = $1 and createdon = $2', [
      userId,
      fixtures.clock.now(),
    ])
    expect(rows).toEqual([])
  },
)
