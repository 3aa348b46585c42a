import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'

/** A text of a template, including deleted templates; without a number, the current text. */
const findText = (db: Db, companyId: string, { templateId, number }: { templateId: string; number?: number | undefined }) =>
  db
    .selectFrom('message_template as t')
    .innerJoin('message_template_text as x', (join) =>
      join.onRef('x.company_id', '=', 't.company_id').onRef('x.template_id', '=', 't.id'),
    )
    .select(['t.name', 't.branch_id', 't.audience', 'x.number', 'x.subject', 'x.body'])
    .where('t.company_id', '=', companyId)
    .where('t.id', '=', templateId)
    .where('x.number', '=', number ?? sql.ref<number>('t.current_number'))
    .executeTakeFirst()

type TemplateSource = { templateId: string | null; templateNumber?: number | undefined }
/** A text of a template. */
export type SourceText = {
  templateId: string
  name: string
  number: number
  audience: readonly SaleRole[]
  subject: string
  body: string
}

/** The template text from which a message was written; without a number, the current text. Throws NOT_FOUND for a template out of scope. */
export async function findSourceText(
  db: Db,
  { companyId, caller }: { companyId: string; caller: Caller },
  { templateId, templateNumber }: TemplateSource,
): Promise<SourceText | null> {
  if (templateId === null) return null
  const text = await findText(db, companyId, { templateId, number: templateNumber })
  const branchIds = branchesInScope(caller)
  const isVisible = text && (text.branch_id === null || branchIds === null || branchIds.includes(text.branch_id))
  if (!isVisible) throw new DomainError('NOT_FOUND')
  const { name, number, audience, subject, body } = text
  return { templateId, name, number, audience: audience as SaleRole[], subject, body }
}

/** Identifies the text that a message is based on, for an entry of the record. */
export const sourceFacts = (source: SourceText | null) => ({
  template: source?.name ?? null,
  templateId: source?.templateId ?? null,
  templateNumber: source?.number ?? null,
})

/** For a conversation, which names its sales, or for one property. */
type SentText = { mailId: string; conversationId: string | null; propertyId: string | null; subject: string; body: string }

/** Stores the text of e-mails and the template text on which they are based; the outbox deletes texts once they are sent. */
export const insertSentTexts = (
  db: Db,
  { companyId, now, source }: { companyId: string; now: Instant; source: SourceText | null },
  texts: readonly SentText[],
): Promise<unknown> =>
  db
    .insertInto('sent_message')
    .values(
      texts.map(({ mailId, conversationId, propertyId, subject, body }) => ({
        company_id: companyId,
        mail_id: mailId,
        conversation_id: conversationId,
        property_id: propertyId,
        template_id: source?.templateId ?? null,
        template_number: source?.number ?? null,
        subject,
        body,
        createdon: now,
      })),
    )
    .execute()
