import { DomainError } from '@gya/domain/error-catalogue.ts'
import { saveAssignRule } from '@gya/domain/features/assignment/assignment.contract.ts'
import type { FastifyInstance } from 'fastify'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { findWorkers } from '../assignment/assignment.repository.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { lockBranch, updateBranchColumns } from './branches.repository.ts'
import { loadBranch } from './branches.response.ts'

/** Who runs new sales of a branch. [seat §5](docs/design/seat.md#5). */
export function assignRuleRoutes(app: FastifyInstance): void {
  registerRoute(app, saveAssignRule, async ({ params, body, caller, db, now, newId }) => {
    const { companyId, branchId } = params
    const { rule, among } = body
    const branch = await lockBranch(db, companyId, branchId)
    if (!branch) throw new DomainError('NOT_FOUND')
    await requireCurrentVersion(db, body.version, branch, caller.userId)
    // Somebody chosen before may have left; nobody else without the branch is added.
    const people = among.length === 0 ? [] : await findWorkers(db, companyId, { userIds: among, branchId })
    const known = new Set([...people.map(({ _id }) => _id), ...branch.assign_among])
    if (!among.every((id) => known.has(id))) throw new DomainError('NOT_A_MEMBER')
    if (rule !== branch.assign_rule || among.join() !== branch.assign_among.join()) {
      const columns = { assign_rule: rule, assign_among: among, updatedon: now, updated_by: caller.userId }
      await updateBranchColumns(db, companyId, branchId, columns)
      const data = { branchId, name: branch.name, before: branch.assign_rule, rule, among: among.length }
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [{ kind: 'assign-rule-saved', data }])
    }
    return loadBranch(db, params, caller)
  })
}
