import { reachesAllBranches } from '@gya/domain/access/permissions.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { readProgressorChoice, shareSales } from '@gya/domain/features/assignment/assignment.contract.ts'
import {
  countHeld,
  describeHeld,
  type Held,
  maxShared,
  shareSales as share,
} from '@gya/domain/features/assignment/choose-progressor.ts'
import { isCompletedPhase } from '@gya/domain/features/timeline/phase.ts'
import type { FastifyInstance } from 'fastify'
import { branchesInScope } from '../../http/access/scope.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { handOverTasks } from '../tasks/hand-over-tasks.ts'
import { recordUndo, type UndoPart } from '../undo/undo.repository.ts'
import { suggestProgressor } from './assign-sale.ts'
import { findWorkers, type Worker, whyUnknownWorker } from './assignment.repository.ts'
import { mailShare, registerShareMailPart } from './share-mail.ts'
import { digestOfShares, findSalesToShare, type SaleToShare, saveShares } from './share-sales.ts'

/** Who may run a sale, and sharing sales. [seat §5](docs/design/seat.md#5). */
export function assignmentRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config
  registerShareMailPart(publicUrl)

  registerRoute(app, readProgressorChoice, async ({ params, caller, db, today }) => {
    const { detail } = await loadProperty(db, params, today)
    const { chosen, people, progressor } = await suggestProgressor(db, params.companyId, detail)
    const own = people.find(({ _id }) => _id === caller.userId)
    return {
      progressor,
      suggested: (chosen ?? own)?._id ?? null,
      people: people.toSorted((a, b) => a.name.localeCompare(b.name)),
    }
  })

  registerRoute(app, shareSales, async (context) => {
    const { params, body, db, caller, now, newId } = context
    const { companyId } = params
    const { among: amongIds, by, from, propertyIds, moveTasks = false, preview = false } = body
    const scope = branchesInScope(caller)
    const branchIds = scopeOf(scope, body.branchIds)
    if (from !== undefined && amongIds.includes(from)) throw new DomainError('HAND_OVER_TO_SAME')
    const whose = propertyIds ? { propertyIds } : { from: from ?? '' }
    const sales = await findSalesToShare(db, { companyId, whose, branchIds, locks: !preview, most: maxShared + 1 })
    // After the locks: with the sales that the save before gave to somebody, in the branches that they reach now.
    const among = requireAmong(await findWorkers(db, companyId, { userIds: amongIds }), amongIds, scope)
    if (propertyIds && sales.length < new Set(propertyIds).size) throw new DomainError('NOT_FOUND')
    if (sales.length > maxShared)
      throw new DomainError('VALIDATION_FAILED', { message: `Share at most ${maxShared} sales at once. Choose a branch first.` })
    const open = sales.filter(({ phase }) => !isCompletedPhase(phase))
    const { chosen, after } = share(open, { among, by })
    const left = sales.flatMap((sale) => {
      const why = chosen.get(sale.propertyId) ? null : whyLeft(sale)
      return why === null ? [] : [{ propertyId: sale.propertyId, why }]
    })
    const shared = open.flatMap((sale) => {
      const to = chosen.get(sale.propertyId)
      return to ? [{ sale, to }] : []
    })
    const people = among.map(({ _id, name, sales: own, homes, withdrawn }) => {
      const before = { sales: own, homes, withdrawn }
      const gets = countHeld(shared.flatMap(({ sale, to }) => (to._id === _id ? [sale] : [])))
      return { _id, name, ...gets, before, after: after.get(_id) ?? before }
    })
    const seen = digestOfShares(sales, chosen)
    const answer = { people, left, seen }
    if (preview) return { ...answer, undoId: null }
    if (body.seen !== undefined && body.seen !== seen) throw new DomainError('BULK_CHANGED')
    const changed = shared.filter(({ sale, to }) => sale.progressorId !== to._id)
    const undoId = newId()
    const mailParts: UndoPart[] = []
    for (const [userId, own] of Map.groupBy(changed, ({ to }) => to._id)) {
      const to = among.find(({ _id }) => _id === userId)
      if (!to || userId === caller.userId) continue
      mailParts.push(
        await mailShare(
          context,
          to,
          own.map(({ sale }) => sale),
          { companyId, publicUrl },
        ),
      )
    }
    const parts: UndoPart[] = []
    const [only] = among
    const hasTasksOfAll = moveTasks && from !== undefined && from !== 'nobody' && among.length === 1
    // Of somebody who hands everything over to one person: also the tasks of no sale.
    if (hasTasksOfAll && only && body.branchIds === undefined && reachesAllBranches(caller.type))
      parts.push(...(await handOverTasks({ ...context, companyId }, { from, to: only._id, toName: only.name })))
    parts.unshift(...(await saveShares(context, companyId, changed, { undoId, moveTasks })))
    if (parts.length === 0) return { ...answer, undoId: null }
    const tasks = parts.length - changed.length
    const counts = { sales: changed.length, among: new Set(changed.map(({ to }) => to._id)).size }
    const data = tasks === 0 ? counts : { ...counts, tasks }
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [{ kind: 'sales-shared', data }])
    const about = from === undefined || from === 'nobody' ? {} : { aboutUserId: from }
    await recordSecurityEvent(context, { kind: 'sales-handed-over', companyId, ...about, data })
    await recordUndo(context, {
      undoId,
      description: describe(countHeld(changed.map(({ sale }) => sale)), tasks),
      parts: [...mailParts, ...parts],
    })
    return { ...answer, undoId }
  })
}

/** "28 sales and 2 homes for sale shared", "1 sale shared, 2 tasks moved", "2 tasks moved". */
const describe = (held: Held, tasks: number): string =>
  [
    Object.values(held).some((count) => count > 0) && `${describeHeld(held)} shared`,
    tasks > 0 && `${showCount(tasks, 'task')} moved`,
  ]
    .filter(Boolean)
    .join(', ')

const whyLeft = ({ phase, branchName }: SaleToShare): string =>
  isCompletedPhase(phase) ? 'Completed sales keep their progressor.' : `None of them works in ${branchName}.`

/** The branches of the call within the caller's; null: all. Throws NOT_FOUND for one that is out of scope. */
function scopeOf(scope: readonly string[] | null, branchIds: readonly string[] | undefined): readonly string[] | null {
  if (branchIds === undefined || scope === null) return branchIds ?? scope
  if (!branchIds.every((id) => scope.includes(id))) throw new DomainError('NOT_FOUND')
  return branchIds
}

/** Throws NOT_FOUND for people who cannot run sales or work in none of the caller's branches. */
function requireAmong(people: readonly Worker[], ids: readonly string[], scope: readonly string[] | null): readonly Worker[] {
  const known = people.filter(({ branchIds }) => scope === null || branchIds.some((id) => scope.includes(id)))
  if (known.length < ids.length) throw new DomainError('NOT_FOUND', { issues: [{ path: 'among', message: whyUnknownWorker }] })
  return known
}
