import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, line, paragraph, requiredLine, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { saleRoles } from '../property-contacts/parties.ts'
import { StepKey } from '../timeline/timeline.schemas.ts'
import { messageRoles } from './merge-fields.ts'
import {
  maxMessageBody,
  maxMessageSubject,
  maxTemplateName,
  messageChannels,
  messageEvents,
  templatePurposes,
} from './messages.model.ts'

/** Templates of e-mails and letters of a company and its branches. Not in the specification: [day §4](docs/design/day.md#4). */

const Purpose = z.enum(templatePurposes, 'Choose a purpose.')

const MessageTemplate = z.object({
  _id: Id,
  /** `null`: a template of the company. */
  branchId: Id.nullable(),
  name: z.string(),
  channel: z.enum(messageChannels),
  purpose: Purpose,
  audience: z.array(z.enum(saleRoles)),
  /** Steps that the template chases. */
  steps: z.array(StepKey),
  event: z.enum(messageEvents).nullable(),
  /** Whether it is sent automatically when its event happens. */
  automatic: z.boolean(),
  /** Number of the current text. */
  number: z.int(),
  subject: z.string(),
  body: z.string(),
  savedOn: Timestamp,
  version: Version,
})
export type MessageTemplate = z.output<typeof MessageTemplate>

const messageTemplateFields = {
  name: requiredLine(maxTemplateName, 'a name'),
  channel: z.enum(messageChannels, 'Choose e-mail or letter.'),
  purpose: Purpose.default('general'),
  audience: z
    .array(z.enum(messageRoles as [(typeof messageRoles)[number]], 'Unknown party.'))
    .min(1, 'Choose an audience.')
    .max(messageRoles.length, 'Choose each once.')
    .refine((roles) => new Set(roles).size === roles.length, 'Choose each once.'),
  steps: z
    .array(StepKey)
    .max(40, 'Choose each once.')
    .refine((keys) => new Set(keys).size === keys.length, 'Choose each once.')
    .default([]),
  event: z.enum(messageEvents, 'Unknown event.').nullable().default(null),
  subject: line(maxMessageSubject),
  body: paragraph(maxMessageBody).min(1, 'Write the text.'),
}

export const listMessageTemplates = endpoint({
  method: 'GET',
  path: '/messagetemplate/:companyId',
  permission: 'day.view',
  readsFromStandby: true,
  summary:
    'List the message templates of the company by name. With branchId, those in force in the branch: its own, and those of the company that it does not override by name.',
  params: companyParams,
  query: z.strictObject({ branchId: Id.optional() }),
  response: z.object({ data: z.array(MessageTemplate) }),
})

export const createMessageTemplate = endpoint({
  method: 'POST',
  path: '/messagetemplate/:companyId',
  permission: 'message-template.edit',
  summary:
    'Add a template of the company (company administrators) or of a branch. An unknown merge field responds 400 with its place, one that is not for the audience 409 MERGE_FIELD_NOT_FOR_AUDIENCE.',
  params: companyParams,
  query: z.strictObject({ branchId: Id.optional() }),
  body: z.strictObject(messageTemplateFields),
  response: MessageTemplate,
})

const templateParams = companyParams.extend({ templateId: Id })

export const saveMessageTemplate = endpoint({
  method: 'PUT',
  path: '/messagetemplate/:companyId/:templateId',
  permission: 'message-template.edit',
  summary: 'Update a template. A changed text gets a new number; earlier texts are kept.',
  params: templateParams,
  body: z.strictObject({ ...messageTemplateFields, version: Version.optional() }),
  response: MessageTemplate,
})

export const deleteMessageTemplate = endpoint({
  method: 'DELETE',
  path: '/messagetemplate/:companyId/:templateId',
  permission: 'message-template.edit',
  summary: 'Delete a template. Messages sent with it keep its name and text.',
  params: templateParams,
  response: Success,
})

export const switchAutomatic = endpoint({
  method: 'PUT',
  path: '/messagetemplate/:companyId/:templateId/automatic',
  permission: 'message-template.edit',
  summary:
    'Switch automatic sending of an e-mail template on or off. Off by default. Switching on requires that the caller has previewed the current text on a sale (POST message/preview with templateId); otherwise 409 PREVIEW_FIRST.',
  params: templateParams,
  body: z.strictObject({ automatic: z.boolean('Choose on or off.'), version: Version.optional() }),
  response: MessageTemplate,
})

export const listMessageTemplateTexts = endpoint({
  method: 'GET',
  path: '/messagetemplate/:companyId/:templateId/texts',
  permission: 'day.view',
  summary: 'List the texts of a template with their authors, newest first.',
  params: templateParams,
  response: z.object({
    data: z.array(
      z.object({
        number: z.int(),
        subject: z.string(),
        body: z.string(),
        savedOn: Timestamp,
        /** `null`: created with the company. */
        savedBy: z.string().nullable(),
      }),
    ),
  }),
})
