import { hasPermission } from '@gya/domain/access/permissions.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { templatesInForce } from '@gya/domain/features/tasks/task-templates.ts'
import { readTaskTemplates, saveTaskTemplates, type TaskTemplate } from '@gya/domain/features/tasks/tasks.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import {
  findListVersion,
  listTemplateRows,
  lockTemplateList,
  replaceTemplates,
  type TemplateOwner,
  toTemplate,
} from './task-templates.repository.ts'

export function taskTemplatesRoutes(app: FastifyInstance): void {
  registerRoute(app, readTaskTemplates, async ({ params: { companyId }, query, db }) =>
    readTemplates(db, { companyId, branchId: query.branchId ?? null }),
  )

  registerRoute(app, saveTaskTemplates, async ({ params: { companyId }, query, body, caller, db, now, newId }) => {
    const owner = { companyId, branchId: query.branchId ?? null }
    if (owner.branchId === null && !hasPermission(caller.type, 'template.edit')) throw new DomainError('FORBIDDEN')
    const list = await lockTemplateList(db, owner, now)
    await requireCurrentVersion(db, body.version, list, caller.userId)
    const before = (await listTemplateRows(db, owner)).filter(({ branch_id }) => branch_id === owner.branchId)
    const known = new Set(before.map(({ id }) => id))
    if (body.templates.some(({ _id }) => _id !== undefined && !known.has(_id))) throw new DomainError('NOT_FOUND')
    const templates = body.templates.map((one) => ({ ...one, _id: one._id ?? newId() }))
    if (new Set(templates.map(({ _id }) => _id)).size < templates.length) throw new DomainError('VALIDATION_FAILED')
    if (isSame(before.map(toTemplate), templates)) return readTemplates(db, owner)
    const rows = templates.map(({ _id, offsetDays, ...template }, position) => ({
      ...template,
      company_id: companyId,
      id: _id,
      branch_id: owner.branchId,
      offset_days: offsetDays,
      position,
    }))
    await replaceTemplates(db, owner, rows, { now, userId: caller.userId })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'task-templates-saved', data: { branchId: owner.branchId, before: before.length, templates: templates.length } },
    ])
    return readTemplates(db, owner)
  })
}

const isSame = (before: readonly TaskTemplate[], after: readonly TaskTemplate[]): boolean =>
  before.length === after.length &&
  before.every((one, at) => (Object.keys(one) as (keyof TaskTemplate)[]).every((field) => one[field] === after[at]?.[field]))

async function readTemplates(db: Db, owner: TemplateOwner) {
  const rows = await listTemplateRows(db, owner)
  const [ofCompany, ofBranch] = [
    rows.filter(({ branch_id }) => branch_id === null),
    rows.filter(({ branch_id }) => branch_id !== null),
  ]
  return {
    templates: templatesInForce(ofCompany, ofBranch).map(toTemplate),
    fromCompany: owner.branchId !== null && ofBranch.length === 0,
    version: await findListVersion(db, owner),
  }
}
