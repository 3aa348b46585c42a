import type { Instant } from '@gya/domain/common/dates.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { type OutboxContext, queueMails } from '../../emails/outbox.ts'
import { sensitiveActEmail } from '../../emails/sensitive-act.ts'
import { type Caller, requireRecentConfirmation } from './caller.ts'

/** What a call did, in the words that follow the caller's name, and the company whose administrators are told. */
export type SensitiveAct = { did: string; companyId: string | null }

type ActContext = { caller: Caller; now: Instant; request: FastifyRequest }

/**
 * For calls that are sensitive depending on their fields. Throws CONFIRM_IDENTITY without a recent proof of identity. When the call has
 * succeeded, the company's administrators are told by e-mail: `did` follows the caller's name.
 */
export function requireConfirmedAct({ caller, now, request }: ActContext, did: string): void {
  requireRecentConfirmation(caller, now)
  noteAct(request, { did, companyId: request.companyId ?? caller.companyId })
}

/** Tells the company's administrators of something that the call did. */
export function noteAct(request: FastifyRequest, act: SensitiveAct): void {
  request.acts.push(act)
}

/** Queues the e-mails to the administrators about what the call did, in its transaction. */
export async function notifyAdministrators(
  context: OutboxContext & { caller: Caller | null; request: FastifyRequest },
  { notifiesAdministrators: did }: Endpoint,
): Promise<void> {
  const { db, now, newId, caller, request } = context
  if (!caller) return
  const { publicUrl } = request.server.gya.config
  const placed = request.companyId ?? caller.companyId
  const acts = did ? [{ did, companyId: placed }] : request.acts
  for (const [companyId, of] of Map.groupBy(acts, (act) => act.companyId)) {
    if (companyId === null) continue
    const { company, by } = await findNames(db, { companyId, userId: caller.userId })
    const words = [...new Set(of.map((act) => act.did))].join(' and ')
    const act = { by: caller.type === 'GYA_ADMIN' ? `${by} of GYA` : by, did: words, company, at: now, publicUrl }
    const administrators = await listActingAdministrators(db, companyId)
    await queueMails(
      { db, now, newId },
      administrators.map((person) => ({ id: newId(), ...sensitiveActEmail(person, act) })),
    )
  }
}

async function findNames(db: Db, { companyId, userId }: { companyId: string; userId: string }) {
  const { name } = await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  const person = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { company: name, by: `${person.first_name} ${person.last_name}` }
}

/**
 * Throws NOT_IN_SUPPORT_ACCESS for a platform admin if the company has an administrator who has signed in: what would outlast the support
 * access is done by that administrator. Otherwise, as in a company that is being set up, the platform does it.
 */
export async function refuseInSupportAccess(db: Db, caller: Caller, companyId: string | null): Promise<void> {
  if (caller.type !== 'GYA_ADMIN' || companyId === null) return
  if ((await listActingAdministrators(db, companyId)).length > 0) throw new DomainError('NOT_IN_SUPPORT_ACCESS')
}

/** Throws NOT_IN_SUPPORT_ACCESS if it ends the only administrator who can act: nobody would be told of what follows, nor refuse it. */
export async function refuseToEndLastActing(db: Db, caller: Caller, companyId: string | null, userId: string): Promise<void> {
  if (caller.type !== 'GYA_ADMIN' || companyId === null) return
  const [only, ...others] = await listActingAdministrators(db, companyId)
  if (only?.id === userId && others.length === 0) throw new DomainError('NOT_IN_SUPPORT_ACCESS')
}

/** Company admins who have signed in and can sign in: an invited one cannot act yet, and the invitation may be in a wrong mailbox. */
const listActingAdministrators = (db: Db, companyId: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'company_id', 'first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('type', '=', 'COMPANY_ADMIN')
    .where('activated', '=', true)
    .where('deleted_on', 'is', null)
    .where('deactivated_on', 'is', null)
    .where((where) => where.or([where('password_reset', '=', false), where('last_login', 'is not', null)]))
    .orderBy('id')
    .execute()
