import { hasPermission } from '@gya/domain/access/permissions.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { whyNotSwitchOn } from '@gya/domain/features/messages/automatic.rules.ts'
import { audienceIssues, mergeIssues } from '@gya/domain/features/messages/merge-text.ts'
import {
  createMessageTemplate,
  deleteMessageTemplate,
  listMessageTemplates,
  listMessageTemplateTexts,
  saveMessageTemplate,
  switchAutomatic,
} from '@gya/domain/features/messages/message-templates.contract.ts'
import { maxMessageTemplates, type TemplatePurpose, templatesOfBranch } from '@gya/domain/features/messages/messages.model.ts'
import { memorandumRoles } from '@gya/domain/features/messages/usual-memorandum-words.ts'
import type { SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import {
  countTemplates,
  deletePreviews,
  findTemplate,
  findTemplateByName,
  hasPreviewed,
  insertTemplate,
  insertText,
  listTemplates,
  listTexts,
  lockTemplate,
  type TemplateRow,
  toMessageTemplate,
  updateTemplate,
} from './message-templates.repository.ts'

type Words = { subject: string; body: string; audience: readonly SaleRole[]; purpose: TemplatePurpose }

/** "Saving an unknown field: 400 with its place. A field not for the audience is refused on saving." */
function refuseWrongFields(words: Words): void {
  const unknown = mergeIssues(words)
  if (unknown.length > 0) throw new DomainError('VALIDATION_FAILED', { issues: unknown })
  const audience = words.purpose === 'memorandum' ? [...new Set([...words.audience, ...memorandumRoles])] : words.audience
  const forbidden = audienceIssues(words, audience)
  if (forbidden.length > 0) throw new DomainError('MERGE_FIELD_NOT_FOR_AUDIENCE', { issues: forbidden })
}

/** Only administrators change the company's templates. */
function requireOwner(caller: Caller, branchId: string | null): void {
  if (branchId === null && !hasPermission(caller.type, 'template.edit')) throw new DomainError('FORBIDDEN')
}

/** "A template of another company or branch out of scope: 404." */
function inScope<Row extends Pick<TemplateRow, 'branch_id'>>(row: Row | undefined, caller: Caller): Row {
  const branchIds = branchesInScope(caller)
  const isVisible = row && (row.branch_id === null || branchIds === null || branchIds.includes(row.branch_id))
  if (!isVisible) throw new DomainError('NOT_FOUND')
  return row
}

async function read(db: Db, companyId: string, id: string) {
  const row = await findTemplate(db, companyId, id)
  if (!row) throw new DomainError('NOT_FOUND')
  return toMessageTemplate(row)
}

export function messageTemplatesRoutes(app: FastifyInstance): void {
  registerRoute(app, listMessageTemplates, async ({ params: { companyId }, query, db }) => {
    const branchId = query.branchId ?? null
    return { data: templatesOfBranch((await listTemplates(db, { companyId, branchId })).map(toMessageTemplate)) }
  })

  registerRoute(app, listMessageTemplateTexts, async ({ params: { companyId, templateId }, caller, db }) => {
    inScope(await findTemplate(db, companyId, templateId), caller)
    const texts = await listTexts(db, companyId, templateId)
    return {
      data: texts.map(({ number, subject, body, saved_on, first_name, last_name }) => ({
        number,
        subject,
        body,
        savedOn: saved_on,
        savedBy: first_name === null ? null : `${first_name} ${last_name}`,
      })),
    }
  })

  registerRoute(app, createMessageTemplate, async ({ params: { companyId }, query, body, caller, db, now, newId }) => {
    const branchId = query.branchId ?? null
    requireOwner(caller, branchId)
    refuseWrongFields(body)
    if ((await countTemplates(db, companyId, branchId)) >= maxMessageTemplates) throw new DomainError('TOO_MANY_TEMPLATES')
    const { name, channel, purpose, audience, steps, event, subject } = body
    const id = newId()
    const row = { name, channel, purpose, audience, steps, event: channel === 'email' ? event : null }
    const template = { ...row, company_id: companyId, id, branch_id: branchId, current_number: 1, createdon: now }
    const text = { company_id: companyId, template_id: id, number: 1, subject, body: body.body, saved_on: now }
    const isNew = await insertTemplate(db, template, { ...text, saved_by: caller.userId })
    if (!isNew) throw new DomainError('TEMPLATE_NAME_TAKEN')
    const record = { companyId, userId: caller.userId, at: now, newId }
    await recordCompanyEvents(db, record, [
      { kind: 'message-template-saved', data: { templateId: id, branchId, name, number: 1 } },
    ])
    return read(db, companyId, id)
  })

  registerRoute(app, saveMessageTemplate, async ({ params, body, caller, db, now, newId }) => {
    const { companyId, templateId } = params
    const row = inScope(await lockTemplate(db, companyId, templateId), caller)
    requireOwner(caller, row.branch_id)
    await requireCurrentVersion(db, body.version, row, caller.userId)
    refuseWrongFields(body)
    const { name, channel, purpose, audience, steps, subject } = body
    const event = channel === 'email' ? body.event : null
    const owner = { branchId: row.branch_id, name }
    const sameName = await findTemplateByName(db, companyId, owner)
    if (sameName !== null && sameName !== templateId) throw new DomainError('TEMPLATE_NAME_TAKEN')
    const isNewText = subject !== row.subject || body.body !== row.body
    const number = row.current_number + (isNewText ? 1 : 0)
    const before = { name: row.name, channel: row.channel, purpose: row.purpose, audience: row.audience, steps: row.steps }
    const fields = { name, channel, purpose, audience, steps }
    if (!isNewText && event === row.event && JSON.stringify(before) === JSON.stringify(fields)) return toMessageTemplate(row)
    if (isNewText)
      await insertText(db, {
        company_id: companyId,
        template_id: templateId,
        number,
        subject,
        body: body.body,
        saved_by: caller.userId,
        saved_on: now,
      })
    // Automatic sending was approved for one event; another event requires a new approval.
    const automatic = row.automatic && event === row.event
    if (event !== row.event) await deletePreviews(db, companyId, templateId)
    await updateTemplate(
      db,
      { companyId, id: templateId },
      { ...fields, event, automatic, current_number: number, updatedon: now, updated_by: caller.userId },
    )
    const record = { companyId, userId: caller.userId, at: now, newId }
    await recordCompanyEvents(db, record, [
      { kind: 'message-template-saved', data: { templateId, branchId: row.branch_id, name, number } },
      ...(row.automatic && !automatic ? [{ kind: 'automatic-switched' as const, data: { templateId, name, automatic } }] : []),
    ])
    return read(db, companyId, templateId)
  })

  registerRoute(app, deleteMessageTemplate, async ({ params, caller, db, now, newId }) => {
    const { companyId, templateId } = params
    const row = inScope(await lockTemplate(db, companyId, templateId), caller)
    requireOwner(caller, row.branch_id)
    const deleted = { deleted_on: now, automatic: false, updatedon: now, updated_by: caller.userId }
    await updateTemplate(db, { companyId, id: templateId }, deleted)
    const { name, branch_id: branchId } = row
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'message-template-saved', data: { templateId, branchId, name, deleted: true } },
    ])
    return { success: true as const }
  })

  registerRoute(app, switchAutomatic, async ({ params, body, caller, db, now, newId }) => {
    const { companyId, templateId } = params
    const row = inScope(await lockTemplate(db, companyId, templateId), caller)
    requireOwner(caller, row.branch_id)
    await requireCurrentVersion(db, body.version, row, caller.userId)
    const { automatic } = body
    if (automatic && row.event === null)
      throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'automatic', message: 'Choose an event first.' }] })
    if (automatic === row.automatic) return toMessageTemplate(row)
    if (automatic) {
      const text = { companyId, templateId, number: row.current_number, userId: caller.userId }
      refuseIf(whyNotSwitchOn({ wasRead: await hasPreviewed(db, text) }))
    }
    const saved = { automatic, updatedon: now, updated_by: caller.userId }
    await updateTemplate(db, { companyId, id: templateId }, saved)
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'automatic-switched', data: { templateId, branchId: row.branch_id, name: row.name, automatic } },
    ])
    return read(db, companyId, templateId)
  })
}
