import { z } from 'zod'
import { companyParams, propertyParams } from '../../common/scope-params.ts'
import { Id, line, paragraph, requiredLine } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PropertyDocument } from '../documents/documents.model.ts'
import { PartyRef, saleRoles } from '../property-contacts/parties.ts'
import { maxMessageBody, maxMessageSales, maxMessageSubject, maxMessages } from './messages.model.ts'

/** E-mails and letters to the parties of sales. Not in the specification: [day §4](docs/design/day.md#4). */

const Recipient = z.strictObject({
  partyRef: PartyRef,
  propertyIds: z
    .array(Id)
    .min(1, 'Choose a sale.')
    .max(maxMessageSales, `Choose at most ${maxMessageSales} sales.`)
    .refine((ids) => new Set(ids).size === ids.length, 'Choose each sale once.'),
})

const Words = {
  subject: line(maxMessageSubject),
  body: paragraph(maxMessageBody).min(1, 'Write the text.'),
}

const newMessage = {
  /** The template of the text and its text number. Omitted number: the current one. */
  templateId: Id.nullable().default(null),
  templateNumber: z.int().min(1).optional(),
  ...Words,
  subject: requiredLine(maxMessageSubject, 'a subject'),
  to: z
    .array(Recipient)
    .min(1, 'Choose a recipient.')
    .max(maxMessages, `At most ${maxMessages} messages are sent at once.`)
    .refine(
      (to) => new Set(to.flatMap(({ propertyIds }) => propertyIds)).size <= maxMessageSales,
      `Choose at most ${maxMessageSales} sales.`,
    )
    .refine((to) => new Set(to.map(({ partyRef }) => partyRef)).size === to.length, 'List each party only once.'),
  /** The e-mail that this answers, at the address that we hold of the one recipient: it continues its thread. */
  answers: Id.optional(),
}

const MessagePreview = z.object({
  partyRef: PartyRef,
  role: z.enum(saleRoles),
  name: z.string(),
  firm: z.string().nullable(),
  /** Empty: the party has no address, so nothing can be sent. */
  to: z.string(),
  propertyIds: z.array(Id),
  /** As it will be sent. Empty fields remain unfilled: `{expectedExchange}`. */
  subject: z.string(),
  text: z.string(),
  /** Fields without a value and without a fallback. */
  empty: z.array(z.string()),
  /** Warnings about past days: "Expected exchange 03/11/2025 has passed and is left out." */
  passed: z.array(z.string()),
  /** The sales progressor who signs the text, or the fallback; `null` if the text names none. */
  signedBy: z.string().nullable(),
  /** Fields that this party may not see. */
  notForAudience: z.array(z.string()),
  /** Why the template is not for this party: it is written for the other side of a sale. */
  otherSide: z.string().nullable(),
  /** The text for editing for this party, with known fields filled in. */
  editable: z.object({ subject: z.string(), body: z.string() }),
})
export type MessagePreview = z.output<typeof MessagePreview>

export const previewMessages = endpoint({
  method: 'POST',
  path: '/message/:companyId/preview',
  permission: 'day.work',
  summary:
    'Preview a message to each party without sending it. With templateId and the text of the template, it counts as the preview required to switch on automatic sending.',
  params: companyParams,
  body: z.strictObject(newMessage),
  response: z.object({ data: z.array(MessagePreview) }),
})

export const sendMessages = endpoint({
  method: 'POST',
  path: '/message/:companyId',
  permission: 'day.work',
  emailsParties: true,
  summary:
    'E-mail 1 to 100 parties, one message each, with replies to the sender. They are sent after 10 seconds and can be undone until then. Logs a conversation with each party.',
  params: companyParams,
  /** `proposalId`: the e-mail that an assistant proposed, which is accepted by sending it. */
  body: z.strictObject({ ...newMessage, proposalId: Id.optional() }),
  response: z.object({ undoId: Id, description: z.string(), mailIds: z.array(Id) }),
})

export const readMemorandumWords = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/memo/words',
  permission: 'property.view',
  summary:
    'Get the initial subject and text for the e-mail of the memorandum of sale: those of its template, filled in, or the default ones. `empty` lists fields without a value.',
  params: propertyParams,
  response: z.object({
    template: z.object({ _id: Id, name: z.string(), number: z.int() }).nullable(),
    subject: z.string(),
    message: z.string(),
    empty: z.array(z.string()),
  }),
})

export const makeLetter = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/letter',
  permission: 'day.work',
  summary:
    'Create a letter to a party of the sale: a PDF with the branch’s letterhead, stored with the documents of the property.',
  params: propertyParams,
  body: z.strictObject({
    templateId: Id.nullable().default(null),
    templateNumber: z.int().min(1).optional(),
    ...Words,
    partyRef: PartyRef,
  }),
  response: PropertyDocument,
})
