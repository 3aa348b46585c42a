import { DomainError } from '@gya/domain/error-catalogue.ts'
import { whyNotSaveTemplate } from '@gya/domain/features/timeline/product-template.ts'
import type { Template } from '@gya/domain/features/timeline/timeline.model.ts'
import { saveBranchTimeline, saveCompanyTimeline } from '@gya/domain/features/timeline/timeline-templates.contract.ts'
import type { FastifyInstance } from 'fastify'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { lockCompany, updateCompanyColumns } from '../companies/companies.repository.ts'
import { loadCompany } from '../companies/companies.response.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { lockBranch, updateBranchColumns } from './branches.repository.ts'
import { loadBranch } from './branches.response.ts'

/**
 * "Changes affect only data created afterwards." [administration §2](docs/design/administration.md#2): a template is copied when a branch
 * or property is created, so saving it updates one column.
 */
export function templatesRoutes(app: FastifyInstance): void {
  registerRoute(app, saveCompanyTimeline, async ({ params: { companyId }, body, caller, db, now, newId }) => {
    const company = await lockCompany(db, companyId)
    if (!company) throw new DomainError('NOT_FOUND')
    await requireCurrentVersion(db, body.version, company, caller.userId)
    requireWholeTemplate(body.timeline)
    const changes = changedRows(company.timeline as unknown as Template, body.timeline)
    if (changes.length > 0) {
      const timeline = JSON.stringify(body.timeline)
      await updateCompanyColumns(db, companyId, { timeline, updatedon: now, updated_by: caller.userId })
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'company-timeline-edited', data: { changes } },
      ])
    }
    return loadCompany(db, companyId, caller)
  })

  registerRoute(app, saveBranchTimeline, async ({ params: { companyId, branchId }, body, caller, db, now, newId }) => {
    const branch = await lockBranch(db, companyId, branchId)
    if (!branch) throw new DomainError('NOT_FOUND')
    await requireCurrentVersion(db, body.version, branch, caller.userId)
    requireWholeTemplate(body.timeline)
    const changes = changedRows(branch.timeline_template as unknown as Template, body.timeline)
    if (changes.length > 0) {
      const timeline_template = JSON.stringify(body.timeline)
      await updateBranchColumns(db, companyId, branchId, { timeline_template, updatedon: now, updated_by: caller.userId })
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'branch-timeline-edited', data: { branchId, changes } },
      ])
    }
    return loadBranch(db, { companyId, branchId }, caller)
  })
}

/** Names the steps that are missing or too many: a template that is saved replaces the whole. */
function requireWholeTemplate(template: Template): void {
  const message = whyNotSaveTemplate(template)
  if (message !== null) throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'timeline', message }] })
}

type Row = Template[number]
const fields = ['title', 'description', 'daysToComplete', 'state'] as const
const isSameRow = (one: Row | undefined, other: Row | undefined): boolean =>
  one === other || fields.every((field) => one?.[field] === other?.[field])

/** The steps changed, removed or added, before and after. The order of rows does not matter. */
function changedRows(before: Template, after: Template) {
  const keys = [...new Set([...before, ...after].map(({ key }) => key))]
  const pairs = keys.map((key) => ({
    key,
    from: before.find((row) => row.key === key) ?? null,
    to: after.find((row) => row.key === key) ?? null,
  }))
  return pairs.filter(({ from, to }) => !isSameRow(from ?? undefined, to ?? undefined))
}
