import type { DateOnly } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { readTargets, saveTargets, type TargetEdit } from '@gya/domain/features/week/targets.contract.ts'
import { countsFees, maxTargetMonths, perMonthAt, type TargetMetric, targetMetrics } from '@gya/domain/features/week/targets.ts'
import { weekLabels } from '@gya/domain/features/week/week.model.ts'
import { firstOfMonth } from '@gya/domain/features/week/week-periods.ts'
import type { FastifyInstance } from 'fastify'
import { branchesInScope } from '../../http/access/scope.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import {
  listTargetOwners,
  listTargets,
  lockTargets,
  type StoredTarget,
  saveTarget,
  type TargetOwner,
} from './targets.repository.ts'

export function targetsRoutes(app: FastifyInstance): void {
  registerRoute(app, readTargets, async ({ params: { companyId }, query: { from, until }, caller, db }) => {
    const months = monthsBetween(from, until)
    const owners = await listTargetOwners(db, companyId, branchesInScope(caller))
    const targets = await listTargets(db, companyId, until)
    const numbers = (owner: TargetOwner, metric: TargetMetric): number[] => {
      const given = givenTo(targets, owner, metric)
      return months.map((month) => shown(metric, perMonthAt(given, month)))
    }
    const rows = owners.map((owner) => ({
      ...owner,
      numbers: Object.fromEntries(targetMetrics.map((metric) => [metric, numbers(owner, metric)])) as Record<
        TargetMetric,
        number[]
      >,
    }))
    return { months, rows }
  })

  registerRoute(app, saveTargets, async ({ params: { companyId }, body: { edits }, caller, db, now, newId }) => {
    const owners = await listTargetOwners(db, companyId, branchesInScope(caller))
    await lockTargets(db, companyId)
    const targets = await listTargets(db, companyId, lastMonth)
    const changes: string[] = []
    for (const edit of edits) {
      const owner = ownerOf(owners, edit)
      const given = givenTo(targets, owner, edit.metric)
      if (shown(edit.metric, perMonthAt(given, edit.fromMonth)) !== edit.was) throw new DomainError('STALE_VERSION')
      const perMonth = edit.perMonth * unitOf(edit.metric)
      await saveTarget(db, { companyId, id: newId(), now }, { ...edit, ...owner, perMonth })
      changes.push(
        `${owner.name}, ${weekLabels[edit.metric]} from ${edit.fromMonth.slice(5, 7)}/${edit.fromMonth.slice(0, 4)}: ${edit.was} to ${edit.perMonth}`,
      )
    }
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'targets-saved', data: { targets: changes } },
    ])
    return { success: true } as const
  })
}

const lastMonth = '2099-12-01'

/** Fees are stored in pence. */
const unitOf = (metric: TargetMetric): number => (countsFees(metric) ? 100 : 1)
const shown = (metric: TargetMetric, perMonth: number): number => perMonth / unitOf(metric)

function monthsBetween(from: DateOnly, until: DateOnly): DateOnly[] {
  const months: DateOnly[] = []
  for (let month = from; month <= until && months.length <= maxTargetMonths; month = firstOfMonth(month, 1)) months.push(month)
  if (months.length > 0 && months.length <= maxTargetMonths) return months
  const message = `Choose 1 to ${maxTargetMonths} months.`
  throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'until', message }] })
}

const givenTo = (targets: readonly StoredTarget[], { branchId, userId }: Omit<TargetOwner, 'name'>, metric: TargetMetric) =>
  targets.filter((one) => one.metric === metric && one.branchId === branchId && one.userId === userId)

/** "a branch or person out of reach 404". */
function ownerOf(owners: readonly TargetOwner[], { branchId, userId }: TargetEdit): TargetOwner {
  const owner = owners.find((one) => one.branchId === (branchId ?? null) && one.userId === (userId ?? null))
  if (!owner) throw new DomainError('NOT_FOUND')
  return owner
}
