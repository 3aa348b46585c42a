import { DomainError } from '@gya/domain/error-catalogue.ts'
import { decideJoinRequest, listJoinRequests } from '@gya/domain/features/members/join-requests.contract.ts'
import type { FastifyInstance } from 'fastify'
import { joinDecisionEmail } from '../../emails/join-decision.ts'
import { queueMail } from '../../emails/outbox.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { joinBranch } from './branch-membership.ts'
import { deleteJoinRequest, listJoinRequestRows, lockJoinRequest } from './join-requests.repository.ts'

/** Requests to join a branch that wait for approval. */
export function joinRequestsRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerRoute(app, listJoinRequests, async ({ params, caller, db }) => {
    const rows = await listJoinRequestRows(db, params.companyId, branchesInScope(caller))
    const data = rows.map((row) => ({
      _id: row.id,
      user: { _id: row.user_id, fullName: `${row.first_name} ${row.last_name}`, email: row.email },
      branch: { _id: row.branch_id, name: row.branch_name },
      askedBy: `${row.asked_first} ${row.asked_last}`,
      askedOn: row.asked_on,
    }))
    return { data }
  })

  registerRoute(app, decideJoinRequest, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId, requestId } = params
    const request = await lockJoinRequest(db, companyId, requestId)
    if (!request) throw new DomainError('NOT_FOUND')
    const { user_id: userId, branch_id: branchId } = request
    const membership = { companyId, branchId, userId }
    if (body.approved) await joinBranch({ ...context, publicUrl }, membership)
    else {
      await deleteJoinRequest(db, membership)
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'join-declined', data: { userId, branchId } },
      ])
      await recordSecurityEvent(context, { kind: 'branch-join-declined', aboutUserId: userId, data: { branchId } })
    }
    if (request.asked_deleted === null)
      await queueMail(
        context,
        joinDecisionEmail(
          { email: request.asked_email, firstName: request.asked_first },
          {
            companyId,
            member: `${request.first_name} ${request.last_name}`,
            branch: request.branch_name,
            approved: body.approved,
          },
        ),
      )
    return { success: true as const }
  })
}
