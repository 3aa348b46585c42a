import type { Instant } from '@gya/domain/common/dates.ts'
import type { MessageTemplate } from '@gya/domain/features/messages/message-templates.contract.ts'
import type { MessageTemplateDraft } from '@gya/domain/features/messages/messages.model.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { MessageTemplate as TemplateTable, MessageTemplateText as TextTable } from '../../db/schema.ts'

const withCurrentText = (db: Db, companyId: string) =>
  db
    .selectFrom('message_template as t')
    .innerJoin('message_template_text as x', (join) =>
      join
        .onRef('x.company_id', '=', 't.company_id')
        .onRef('x.template_id', '=', 't.id')
        .onRef('x.number', '=', 't.current_number'),
    )
    .select(['t.id', 't.branch_id', 't.name', 't.channel', 't.purpose', 't.audience', 't.steps', 't.event', 't.automatic'])
    .select(['t.current_number', 't.version', 't.createdon', 't.updatedon', 't.updated_by', 'x.subject', 'x.body', 'x.saved_on'])
    .where('t.company_id', '=', companyId)
    .where('t.deleted_on', 'is', null)

export type TemplateRow = Awaited<ReturnType<typeof listTemplates>>[number]

/** The company's templates and, if given, those of a branch, by name. */
export const listTemplates = (db: Db, { companyId, branchId }: { companyId: string; branchId: string | null }) =>
  withCurrentText(db, companyId)
    .where((where) => where.or([where('t.branch_id', 'is', null), where('t.branch_id', '=', branchId)]))
    .orderBy((order) => order.fn('lower', ['t.name']))
    .orderBy('t.id')
    .execute()

export const findTemplate = (db: Db, companyId: string, id: string) =>
  withCurrentText(db, companyId).where('t.id', '=', id).executeTakeFirst()

export const lockTemplate = (db: Db, companyId: string, id: string) =>
  withCurrentText(db, companyId).where('t.id', '=', id).forUpdate('t').executeTakeFirst()

export const listTexts = (db: Db, companyId: string, templateId: string) =>
  db
    .selectFrom('message_template_text as x')
    .leftJoin('app_user as u', 'u.id', 'x.saved_by')
    .select(['x.number', 'x.subject', 'x.body', 'x.saved_on', 'u.first_name', 'u.last_name'])
    .where('x.company_id', '=', companyId)
    .where('x.template_id', '=', templateId)
    .orderBy('x.number', 'desc')
    .execute()

/** Counts without a lock: the unique index ensures distinct names, and the maximum is only a plausibility limit. */
export async function countTemplates(db: Db, companyId: string, branchId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('message_template')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('branch_id', 'is not distinct from', branchId)
    .where('deleted_on', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findTemplateByName(
  db: Db,
  companyId: string,
  { branchId, name }: { branchId: string | null; name: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('message_template')
    .select('id')
    .where('company_id', '=', companyId)
    .where('branch_id', 'is not distinct from', branchId)
    .where((where) => where(where.fn<string>('lower', ['name']), '=', where.fn<string>('lower', [where.val(name)])))
    .where('deleted_on', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns false if there is a template with this name. */
export async function insertTemplate(db: Db, template: Insertable<TemplateTable>, text: Insertable<TextTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('message_template')
    .values(template)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await insertText(db, text)
  return true
}

export const insertText = (db: Db, text: Insertable<TextTable>) => db.insertInto('message_template_text').values(text).execute()

export const updateTemplate = (db: Db, { companyId, id }: { companyId: string; id: string }, values: Updateable<TemplateTable>) =>
  db
    .updateTable('message_template')
    .set((set) => ({ ...values, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()

type Preview = { companyId: string; templateId: string; userId: string; propertyId: string; now: Instant }

/** Records that a person has previewed the current text of a template with an event on a sale; does nothing if the texts differ. */
export async function recordPreview(
  db: Db,
  { companyId, templateId, userId, propertyId, now }: Preview,
  words: { subject: string; body: string },
): Promise<void> {
  await sql`
    insert into template_preview (company_id, template_id, number, user_id, property_id, at)
    select t.company_id, t.id, t.current_number, ${userId}, ${propertyId}, ${now}
    from message_template t
    join message_template_text x on x.company_id = t.company_id and x.template_id = t.id and x.number = t.current_number
    where t.company_id = ${companyId} and t.id = ${templateId} and t.event is not null and t.deleted_on is null
      and x.body = ${words.body} and x.subject in (${words.subject}, '')
    on conflict do nothing`.execute(db)
}

export const deletePreviews = (db: Db, companyId: string, templateId: string) =>
  db.deleteFrom('template_preview').where('company_id', '=', companyId).where('template_id', '=', templateId).execute()

/** Whether a person has previewed this text of a template on a sale. */
export async function hasPreviewed(
  db: Db,
  { companyId, templateId, number, userId }: { companyId: string; templateId: string; number: number; userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('template_preview')
    .select('at')
    .where('company_id', '=', companyId)
    .where('template_id', '=', templateId)
    .where('number', '=', number)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export const toMessageTemplate = (row: TemplateRow): MessageTemplate => ({
  _id: row.id,
  branchId: row.branch_id,
  name: row.name,
  channel: row.channel as MessageTemplate['channel'],
  purpose: row.purpose as MessageTemplate['purpose'],
  audience: row.audience as MessageTemplate['audience'],
  steps: row.steps,
  event: row.event as MessageTemplateDraft['event'],
  automatic: row.automatic,
  number: row.current_number,
  subject: row.subject,
  body: row.body,
  savedOn: row.saved_on,
  version: row.version,
})
