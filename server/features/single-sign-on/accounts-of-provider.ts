import { type ClaimsProblem, whyNotClaims } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import type { Db } from '../../db/pool.ts'
import { memberMadeEmail } from '../../emails/member-made.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { findExistingBranches, insertAccount, insertMembership } from '../members/members.repository.ts'
import { updateAccountColumns } from '../users/users.repository.ts'
import type { ProviderIdentity } from './provider-client.ts'
import { listAdministrators, type UsableProvider } from './providers.repository.ts'

/** Why an identity has no account here. Recorded in the audit log; users always see the same message. */
export type IdentityProblem =
  | ClaimsProblem
  | 'other-issuer'
  | 'other-company'
  | 'vendor'
  | 'deleted'
  | 'deactivated'
  | 'tied-to-another'
  | 'no-account'

export class IdentityRefusedError extends Error {
  readonly problem: IdentityProblem
  constructor(problem: IdentityProblem) {
    super(`the identity has no account here: ${problem}`)
    this.name = 'IdentityRefusedError'
    this.problem = problem
  }
}

type Context = RecordingContext & OutboxContext & { publicUrl: string }
type Account = {
  id: string
  company_id: string | null
  password_hash: string | null
  first_name: string
  last_name: string
}

const columns = ['u.id', 'u.company_id', 'u.type', 'u.password_hash', 'u.first_name', 'u.last_name'] as const
const states = ['u.deleted_on', 'u.deactivated_on', 'u.activated', 'u.password_reset', 'u.email_verified'] as const

type Found = Account & { type: string; deleted_on: string | null; deactivated_on: string | null }

/** Returns the account if it is a member of staff of the company who may sign in. Throws otherwise. */
function requireMember<F extends Found>(found: F, companyId: string): F {
  if (found.company_id !== companyId) throw new IdentityRefusedError('other-company')
  if (found.type === 'VENDOR') throw new IdentityRefusedError('vendor')
  if (found.deleted_on !== null) throw new IdentityRefusedError('deleted')
  if (found.deactivated_on !== null) throw new IdentityRefusedError('deactivated')
  return found
}

/**
 * "Who it is: by (issuer, subject). The first time by e-mail: an existing member of this company is tied, once; nobody there: made
 * with the provider's role and branches, told to company admins. A vendor, a member of another company, a deleted account: same
 * words." Throws IdentityRefusedError. `mayMake` is false for tests and step-ups, which create no account.
 */
export async function accountOfIdentity(
  context: Context,
  provider: UsableProvider,
  identity: ProviderIdentity,
  { mayMake }: { mayMake: boolean },
): Promise<Account> {
  const { db, now } = context
  const { companyId, settings, domains } = provider
  if (identity.issuer !== settings.issuer) throw new IdentityRefusedError('other-issuer')
  const tied = (await findTied(db, identity)) ?? (await lockFirstSignIns(db, companyId, () => findTied(db, identity)))
  const problem = whyNotClaims(settings.kind, identity, { domains, knownSubject: tied !== undefined })
  if (problem) throw new IdentityRefusedError(problem)
  if (tied) return requireMember(tied, companyId)

  const email = identity.email ?? ''
  const accounts = await db
    .selectFrom('app_user as u')
    .select([...columns, ...states])
    .where('u.email', '=', email)
    .execute()
  const member = accounts.find((one) => one.company_id === companyId && one.type !== 'VENDOR' && one.deleted_on === null)
  const other = member ?? accounts[0]
  const account = other ? requireMember(other, companyId) : mayMake ? await makeMember(context, provider, identity, email) : null
  if (!account) throw new IdentityRefusedError('no-account')
  await tie(db, account.id, identity, now)
  await recordSecurityEvent(context, { kind: 'single-sign-on-tied', companyId, userId: account.id, aboutUserId: account.id })
  // The provider has verified the address. The temporary password of the invitation, which others know, is removed.
  if (member && (!member.activated || member.password_reset))
    await updateAccountColumns(db, member.id, {
      activated: true,
      password_reset: false,
      password_hash: null,
      email_verified: true,
    })
  else if (member && !member.email_verified) await updateAccountColumns(db, member.id, { email_verified: true })
  return account
}

const findTied = (db: Db, { issuer, subject }: ProviderIdentity) =>
  db
    .selectFrom('sso_identity as i')
    .innerJoin('app_user as u', 'u.id', 'i.user_id')
    .select([...columns, ...states])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()

/** Serializes first sign-ins of a company, so that concurrent ones create or link only one account. `find` runs again under the lock. */
async function lockFirstSignIns<T>(db: Db, companyId: string, find: () => Promise<T>): Promise<T> {
  await db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow()
  return find()
}

async function tie(db: Db, userId: string, { issuer, subject }: ProviderIdentity, now: string): Promise<void> {
  const added = await db
    .insertInto('sso_identity')
    .values({ issuer, subject, user_id: userId, createdon: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  // If the provider reassigns an address to another user, the account stays with the first one.
  if (added.numInsertedOrUpdatedRows === 0n) throw new IdentityRefusedError('tied-to-another')
}

/** Creates a member with the provider's role and branches, and notifies the administrators of the company. */
async function makeMember(
  context: Context,
  { companyId, made: { role, allBranches, branchIds } }: UsableProvider,
  { firstName, lastName }: ProviderIdentity,
  email: string,
): Promise<Account> {
  const { db, now, newId, publicUrl } = context
  const id = newId()
  const names = { first_name: firstName, last_name: lastName }
  await insertAccount(db, {
    id,
    company_id: companyId,
    type: role,
    all_branches: allBranches,
    ...names,
    email,
    tel: '',
    password_hash: null,
    activated: true,
    password_reset: false,
    email_verified: true,
    createdon: now,
  })
  const existing = allBranches ? [] : await findExistingBranches(db, companyId, branchIds)
  for (const branchId of existing) await insertMembership(db, { companyId, branchId, userId: id })
  await recordSecurityEvent(context, {
    kind: 'account-created',
    companyId,
    userId: null,
    aboutUserId: id,
    data: { role },
  })
  await recordCompanyEvents(db, { companyId, userId: id, at: now, newId }, [
    { kind: 'member-added', data: { userId: id, type: role } },
  ])
  for (const administrator of await listAdministrators(db, companyId))
    await queueMail(context, memberMadeEmail(administrator, { name: `${firstName} ${lastName}`.trim(), role, publicUrl }))
  return { id, company_id: companyId, password_hash: null, ...names }
}
