import type { Instant } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  decideSupportAccess,
  endSupportAccess,
  listOwnSupportAccesses,
  listSupportAccesses,
  openSupportAccess,
  saveSupportApproval,
} from '@gya/domain/features/support-access/support-access.contract.ts'
import {
  hoursAfter,
  needsApproval,
  type SupportAccess,
  supportAccessState,
  whyNotAskAccess,
  whyNotDecideAccess,
  whyNotEndAccess,
} from '@gya/domain/features/support-access/support-access.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { queueMail } from '../../emails/outbox.ts'
import { supportAccessEmail, supportDecisionEmail } from '../../emails/support-access.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import {
  findSupportAccess,
  insertSupportAccess,
  listAdministrators,
  listCurrentAccessesOf,
  listSupportAccessRows,
  lockApproval,
  readApproval,
  type SupportAccessRow,
  setApproval,
  updateSupportAccess,
} from './support-access.repository.ts'

/** "The platform admin enters a company only with a reason, for at most 8 hours, visible to the company's admins." */
export function supportAccessRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerRoute(app, openSupportAccess, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId } = params
    const { support_approval, name: company } = await lockApproval(db, companyId)
    const earlier = (await listCurrentAccessesOf(db, caller.userId, now)).filter((row) => row.company_id === companyId)
    refuseIf(whyNotAskAccess(earlier.map(toAccess), now))
    const administrators = await listAdministrators(db, companyId)
    const waits = needsApproval(support_approval, administrators.length)
    const id = newId()
    const opened = waits ? { opened_on: null, ends_on: null } : { opened_on: now, ends_on: hoursAfter(now, body.hours) }
    await insertSupportAccess(db, { company_id: companyId, id, user_id: caller.userId, ...body, asked_on: now, ...opened })
    const row = await readAccess(db, companyId, id)
    await recordSecurityEvent(context, {
      kind: waits ? 'support-asked' : 'support-opened',
      companyId,
      data: { accessId: id, hours: body.hours },
    })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: waits ? 'support-asked' : 'support-opened', data: { accessId: id, hours: body.hours, reason: body.reason } },
    ])
    const access = { company, by: nameOf(row), reason: body.reason, hours: body.hours, waits, publicUrl }
    for (const administrator of administrators) await queueMail(context, supportAccessEmail(administrator, access))
    return toAnswer(row, caller.userId, now)
  })

  registerRoute(app, listSupportAccesses, async ({ params, query, caller, db, now }) => {
    const page = pageRequest(query)
    const { rows, count } = await listSupportAccessRows(db, params.companyId, page)
    const { name, support_approval } = await readApproval(db, params.companyId)
    return {
      data: rows.map((row) => toAnswer(row, caller.userId, now)),
      paging: toPaging(page, count),
      company: name,
      requiresApproval: support_approval,
      administrators: (await listAdministrators(db, params.companyId)).length,
    }
  })

  registerRoute(app, decideSupportAccess, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId, accessId } = params
    const { name: company } = await lockApproval(db, companyId)
    const before = await readAccess(db, companyId, accessId)
    refuseIf(whyNotDecideAccess(toAccess(before), now))
    const approved = body.decision === 'approve'
    const decided = approved ? { opened_on: now, ends_on: hoursAfter(now, before.hours) } : { refused_on: now }
    await updateSupportAccess(db, companyId, accessId, { ...decided, decided_by: caller.userId })
    const kind = approved ? 'support-opened' : 'support-refused'
    const facts = { accessId, hours: before.hours }
    await recordSecurityEvent(context, { kind, companyId, aboutUserId: before.user_id, data: facts })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind, data: { ...facts, reason: before.reason, name: nameOf(before) } },
    ])
    await queueMail(context, supportDecisionEmail(before, { company, approved, hours: before.hours, publicUrl }))
    return toAnswer(await readAccess(db, companyId, accessId), caller.userId, now)
  })

  registerRoute(app, endSupportAccess, async (context) => {
    const { params, caller, db, now, newId } = context
    const { companyId, accessId } = params
    await lockApproval(db, companyId)
    const before = await readAccess(db, companyId, accessId)
    if (caller.type === 'GYA_ADMIN' && before.user_id !== caller.userId) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotEndAccess(toAccess(before), now))
    await updateSupportAccess(db, companyId, accessId, { ended_on: now, ended_by: caller.userId })
    await recordSecurityEvent(context, { kind: 'support-ended', companyId, aboutUserId: before.user_id, data: { accessId } })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'support-ended', data: { accessId, name: nameOf(before) } },
    ])
    return { success: true as const }
  })

  registerRoute(app, saveSupportApproval, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId } = params
    const { support_approval } = await lockApproval(db, companyId)
    if (support_approval === body.requiresApproval) return { success: true as const }
    await setApproval(db, companyId, body.requiresApproval)
    const data = { to: body.requiresApproval ? 'required' : 'not required' }
    await recordSecurityEvent(context, { kind: 'support-approval-changed', companyId, data })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'support-approval-changed', data },
    ])
    return { success: true as const }
  })

  registerRoute(app, listOwnSupportAccesses, async ({ caller, db, now }) => ({
    data: (await listCurrentAccessesOf(db, caller.userId, now)).map((row) => ({
      ...toAnswer(row, caller.userId, now),
      companyId: row.company_id,
      company: row.company,
    })),
  }))
}

const nameOf = (row: { first_name: string; last_name: string }): string => `${row.first_name} ${row.last_name}`

async function readAccess(db: Db, companyId: string, id: string): Promise<SupportAccessRow> {
  const row = await findSupportAccess(db, companyId, id)
  if (!row) throw new DomainError('NOT_FOUND')
  return row
}

const toAccess = (row: SupportAccessRow): SupportAccess => ({
  askedOn: row.asked_on,
  endsOn: row.ends_on,
  endedOn: row.ended_on,
  refusedOn: row.refused_on,
})

const toAnswer = (row: SupportAccessRow, readerId: string, now: Instant) => ({
  _id: row.id,
  state: supportAccessState(toAccess(row), now),
  name: nameOf(row),
  reason: row.reason,
  hours: row.hours,
  askedOn: row.asked_on,
  openedOn: row.opened_on,
  endsOn: row.ends_on,
  endedOn: row.ended_on,
  decidedBy: row.decider_first_name === null ? null : `${row.decider_first_name} ${row.decider_last_name}`,
  own: row.user_id === readerId,
})
