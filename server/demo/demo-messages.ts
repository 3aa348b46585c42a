import { londonDay } from '@gya/domain/common/dates.ts'
import { chooseTemplate } from '@gya/domain/features/messages/choose-template.ts'
import { fillBody, fillSubject } from '@gya/domain/features/messages/merge-text.ts'
import { mergeValuesOf } from '@gya/domain/features/messages/merge-values.ts'
import { parsePartyRef, type SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Conversation, Event, Mail, SentMessage } from '../db/schema.ts'
import { findMergeSales } from '../features/messages/message-facts.repository.ts'
import { listTemplates, toMessageTemplate } from '../features/messages/message-templates.repository.ts'
import type { LoadedProperty } from '../features/properties/read/load-property.ts'
import { insertAll } from './insert-all.ts'
import { seededIds, seededRandom } from './seeded-random.ts'

type Held = { conversation: Insertable<Conversation>; property: LoadedProperty }

/** The address of a party of a sale, or of its buyer; undefined if none is known. */
function emailOf({ detail: { contacts, buyer } }: LoadedProperty, ref: string): string | undefined {
  const { kind, id } = parsePartyRef(ref)
  if (kind === 'buyer') return buyer.email || undefined
  const { solicitor, buyerDetails } = contacts
  const firms = [solicitor, buyerDetails.solicitor, buyerDetails.mBroker]
  const firm = firms.find((one) => (kind === 'poc' ? one?.poc?._id : one?.contact._id) === id)
  return firm?.poc?.email || firm?.contact.email || undefined
}

/**
 * The e-mails of conversations by e-mail, with the text of the company's templates: mailbox, sent messages and record entries. Returns the
 * id of each e-mail by the id of its conversation.
 */
export async function demoMessages(db: Db, companyId: string, held: readonly Held[]) {
  const newId = seededIds(seededRandom('demo messages'))
  const templates = (await listTemplates(db, { companyId, branchId: null })).map(toMessageTemplate)
  const sales = await findMergeSales(db, companyId, [...new Set(held.map(({ property }) => property.detail._id))])
  const written = held.flatMap(({ conversation, property }) => {
    const sale = sales.get(property.detail._id)
    const email = emailOf(property, conversation.party_ref)
    const role = conversation.party_role as SaleRole
    const template = chooseTemplate(templates, [role], [])
    if (!sale || !email || !template) return []
    const values = mergeValuesOf({
      recipient: { name: conversation.party_name, roles: [role] },
      company: sale.company,
      today: londonDay(conversation.at),
      // The items that were outstanding at that time are unknown.
      sales: [{ ...sale, agreedPrice: sale.agreedPrice === null ? null : Number(sale.agreedPrice), roles: [role], steps: [] }],
    })
    const words = { subject: fillSubject(template.subject, values).text, body: fillBody(template.body, values).text }
    return [{ conversation, property, email, template, words, mailId: newId(conversation.at) }]
  })
  const mails = written.map(
    ({ conversation: { at, user_id }, property, email, words, mailId }): Insertable<Mail> => ({
      id: mailId,
      company_id: companyId,
      property_id: property.detail._id,
      sent_by: user_id ?? null,
      recipients: [email],
      reply_to: sales.get(property.detail._id)?.progressor?.email ?? null,
      ...words,
      // As e-mails are stored without a mail server.
      state: 'kept',
      keep_text: true,
      createdon: at,
      sent_on: at,
    }),
  )
  const sent = written.map(
    ({ conversation, template, words, mailId }): Insertable<SentMessage> => ({
      company_id: companyId,
      mail_id: mailId,
      conversation_id: conversation.id,
      template_id: template._id,
      template_number: template.number,
      ...words,
      createdon: conversation.at,
    }),
  )
  const events = written.map(
    ({
      conversation: { id, at, user_id, party_name, firm_name = null },
      property,
      template,
      words,
      mailId,
    }): Insertable<Event> => ({
      company_id: companyId,
      id: newId(at),
      property_id: property.detail._id,
      user_id: user_id ?? null,
      at,
      kind: 'message-sent',
      data: JSON.stringify({
        mailId,
        conversationId: id,
        partyName: party_name,
        firmName: firm_name,
        subject: words.subject,
        template: template.name,
        templateId: template._id,
        templateNumber: template.number,
      }),
    }),
  )
  return {
    mailIdOf: new Map(written.map(({ conversation, mailId }) => [conversation.id, mailId])),
    /** Must run after the conversations. */
    insert: async () => {
      await insertAll(db, 'mail', mails)
      await insertAll(db, 'sent_message', sent)
      await insertAll(db, 'event', events)
    },
  }
}
