import { platformCompanyId, type UserType } from '@gya/domain/access/permissions.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  readSignInPolicy,
  resetMemberFactors,
  resetPlatformFactors,
  saveSignInPolicy,
} from '@gya/domain/features/second-factors/second-factors.contract.ts'
import {
  type PolicyRole,
  policyRoles,
  whyNotPolicy,
  whyNotResetFactors,
} from '@gya/domain/features/second-factors/second-factors.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import { factorsResetEmail } from '../../emails/second-factors.ts'
import { type Caller, roleOf } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { endSessionsOfAccount } from '../sessions/end-sessions.ts'
import { countFactorsByRole, deleteFactors, lockAccount, readPolicy } from './second-factors.repository.ts'

/** The roles that a company requires to have a second factor, and resetting the factors of people who lost them. */
export function signInPolicyRoutes(app: FastifyInstance): void {
  registerRoute(app, readSignInPolicy, ({ params, db }) => answerPolicy(db, params.companyId))

  registerRoute(app, saveSignInPolicy, async (context) => {
    const { params, body, caller, db, now, today, newId } = context
    const { companyId } = params
    // The row of the company is locked: the policy may have none yet.
    await db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow()
    const stored = await db.selectFrom('company_sign_in').selectAll().where('company_id', '=', companyId).executeTakeFirst()
    await requireCurrentVersion(
      db,
      body.version,
      stored ?? { version: 1, createdon: now, updatedon: null, updated_by: null },
      caller.userId,
    )
    const before = await readPolicy(db, companyId)
    const after = { secondFactorFor: [...new Set(body.secondFactorFor)], requiredFrom: body.requiredFrom }
    const problem = whyNotPolicy(before, after, today)
    if (problem) throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'requiredFrom', message: problem }] })
    const columns = { second_factor_for: after.secondFactorFor, required_from: after.requiredFrom }
    const saved = { ...columns, updatedon: now, updated_by: caller.userId }
    await db
      .insertInto('company_sign_in')
      .values({ company_id: companyId, ...saved, createdon: now, version: before.version + 1 })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ ...saved, version: before.version + 1 }))
      .execute()
    const roles = { from: before.secondFactorFor.join(', '), to: after.secondFactorFor.join(', ') }
    await recordSecurityEvent(context, {
      kind: 'sign-in-policy-changed',
      companyId,
      data: { ...roles, requiredFrom: after.requiredFrom },
    })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'sign-in-policy-edited', data: { roles: after.secondFactorFor, requiredFrom: after.requiredFrom } },
    ])
    return answerPolicy(db, companyId)
  })

  registerRoute(app, resetMemberFactors, async (context) => {
    const { companyId, userId } = context.params
    const account = await lockAccount(context.db, userId)
    if (account?.company_id !== companyId) throw new DomainError('NOT_FOUND')
    refuseIf(userId === context.caller.userId ? 'OWN_ACCOUNT' : null)
    refuseIf(whyNotResetFactors(roleOf(context.caller), account.type as UserType))
    refuseIf(account.has_second_factor ? null : 'NO_FACTORS')
    await resetFactors(context, account, context.body.reason)
    return { success: true as const }
  })

  registerRoute(app, resetPlatformFactors, async (context) => {
    const account = await lockAccount(context.db, context.params.userId)
    if (account?.type !== 'GYA_ADMIN') throw new DomainError('NOT_FOUND')
    refuseIf(account.id === context.caller.userId ? 'OWN_ACCOUNT' : null)
    refuseIf(account.has_second_factor ? null : 'NO_FACTORS')
    await resetFactors(context, account, context.body.reason)
    return { success: true as const }
  })
}

async function answerPolicy(db: Db, companyId: string) {
  const { secondFactorFor, requiredFrom, version } = await readPolicy(db, companyId)
  const counts = await countFactorsByRole(db, companyId)
  return {
    secondFactorFor: secondFactorFor.filter((role): role is PolicyRole => policyRoles.some((known) => known === role)),
    requiredFrom,
    roles: policyRoles.map((role) => {
      const count = counts.find(({ type }) => type === role)
      return { role, users: count?.users ?? 0, withFactor: count?.withFactor ?? 0 }
    }),
    version,
  }
}

type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** "The sessions end, the person sets up anew; e-mail to the person and all company admins." [trust §4.2](docs/design/trust.md#4.2). */
async function resetFactors(
  context: RecordingContext & OutboxContext & { caller: Caller },
  account: Account,
  reason: string,
): Promise<void> {
  const { db, now, newId, caller } = context
  const companyId = account.company_id ?? platformCompanyId
  const whose = `${account.first_name} ${account.last_name}`
  await deleteFactors(db, account.id)
  await recordSecurityEvent(context, { kind: 'factors-reset', companyId, aboutUserId: account.id })
  await endSessionsOfAccount(context, { companyId, aboutUserId: account.id }, { because: 'factors-reset' })
  if (account.company_id)
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'factors-reset', data: { userId: account.id, name: whose, reason } },
    ])
  const resetter = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const by = `${resetter.first_name} ${resetter.last_name}`
  await queueMail(context, factorsResetEmail(account, { whose, by, reason, isOwner: true }))
  if (account.company_id === null) return
  const administrators = await db
    .selectFrom('app_user')
    .select(['email', 'company_id', 'first_name', 'last_name'])
    .where('company_id', '=', account.company_id)
    .where('type', '=', 'COMPANY_ADMIN')
    .where('id', '<>', account.id)
    .where('deleted_on', 'is', null)
    .where('deactivated_on', 'is', null)
    .orderBy('id')
    .execute()
  for (const administrator of administrators)
    await queueMail(context, factorsResetEmail(administrator, { whose, by, reason, isOwner: false }))
}
