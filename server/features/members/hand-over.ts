import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import { describeHeld } from '@gya/domain/features/assignment/choose-progressor.ts'
import type { Member } from '@gya/domain/features/members/members.contract.ts'
import { whyNotHandOver } from '@gya/domain/features/members/members.rules.ts'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AppUser } from '../../db/schema.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import { salesHandedOverEmail } from '../../emails/sales-handed-over.ts'
import type { Caller } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { countByBranch, findSalesToShare, saveShares } from '../assignment/share-sales.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { handOverTasks } from '../tasks/hand-over-tasks.ts'
import { countOpenTasks, findActiveStaff } from '../tasks/tasks.repository.ts'

/** `branchId`: only in this branch. */
type LeftBy = { companyId: string; userId: string; branchId?: string | undefined }

/** The uncompleted properties of an agent contact. Completed ones keep their agent contact. */
const findOpenSales = (db: Db, { companyId, userId, branchId }: LeftBy, locks: boolean) =>
  findSalesToShare(db, { companyId, whose: { from: userId }, branchIds: branchId === undefined ? null : [branchId], locks })

/** The number of uncompleted sales, by branch, and of open tasks. */
export async function countOpenSales(db: Db, left: LeftBy) {
  const { companyId, userId } = left
  const tasks = await countOpenTasks(db, companyId, { propertyIds: [], assigneeIds: [userId] })
  return { ...countByBranch(await findOpenSales(db, left, false)), tasks: tasks.get(userId) ?? 0 }
}

/** `null`: nobody. */
export const assignProgressor = (db: Db, companyId: string, propertyIds: readonly string[], userId: string | null) =>
  db
    .updateTable('property')
    .set({ b_staff: userId })
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${propertyIds}::uuid[])`)
    .execute()

type HandOverContext = OutboxContext & RecordingContext & { caller: Caller; publicUrl: string; today: string }

/**
 * Moves all uncompleted sales of a leaver, or those of one branch, to a colleague in one transaction, with record and projections. Throws
 * HAND_OVER_TO_SAME, MEMBER_DEACTIVATED, HAND_OVER_OUT_OF_BRANCH.
 */
export async function handOverOpenSales(
  context: HandOverContext,
  companyId: string,
  { from, to, branchId }: { from: Pick<Member, '_id' | 'fullName'>; to: Selectable<AppUser>; branchId?: string | undefined },
) {
  const { db, now, newId, caller, publicUrl } = context
  const sales = await findOpenSales(db, { companyId, userId: from._id, branchId }, true)
  const summary = countByBranch(sales)
  const colleague = (await findActiveStaff(db, companyId, [to.id])).get(to.id)
  const missingBranches = summary.branches.filter(({ _id }) => !colleague?.branchIds.includes(_id))
  const toName = `${to.first_name} ${to.last_name}`
  const code = whyNotHandOver(from._id, { _id: to.id, isDeactivated: to.deactivated_on !== null }, missingBranches.length)
  if (code === 'HAND_OVER_OUT_OF_BRANCH') {
    const names = missingBranches.map(({ name, held }) => `${name} (${describeHeld(held)})`).join(', ')
    const message = `${toName} does not belong to ${names}. Add them to it first, or choose somebody else.`
    throw new DomainError(code, { message, issues: [{ path: 'to', message }] })
  }
  if (code) throw new DomainError(code, { issues: [{ path: 'to', message: errors[code][1] }] })
  const { length: tasks } = await handOverTasks({ ...context, companyId }, { from: from._id, to: to.id, toName, branchId })
  if (sales.length === 0) return { ...summary, tasks }
  const person = { _id: to.id, name: toName }
  await saveShares(
    context,
    companyId,
    sales.map((sale) => ({ sale, to: person })),
    { moveTasks: false },
  )
  const data = { from: from._id, to: to.id, sales: sales.length }
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [{ kind: 'sales-handed-over', data }])
  await recordSecurityEvent(context, { kind: 'sales-handed-over', companyId, aboutUserId: from._id, data })
  if (to.id !== caller.userId)
    await queueMail(
      context,
      salesHandedOverEmail(to, {
        companyId,
        from: from.fullName,
        held: summary.held,
        branches: summary.branches,
        publicUrl,
      }),
    )
  return { ...summary, tasks }
}
