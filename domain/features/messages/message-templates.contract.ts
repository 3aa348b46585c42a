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

/** Templates of e-mails and letters of a company and its branches. Not in the specification: day design, section 4. */

const Purpose = z.enum(templatePurposes, 'Choose what it is for.')

const MessageTemplate = z.object({
  _id: Id,
  /** Null: the company's. */
  branchId: Id.nullable(),
  name: z.string(),
  channel: z.enum(messageChannels),
  purpose: Purpose,
  audience: z.array(z.enum(saleRoles)),
  /** Steps that it chases. */
  steps: z.array(StepKey),
  event: z.enum(messageEvents).nullable(),
  /** Sent when its event happens. */
  automatic: z.boolean(),
  /** Of the current text. */
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
    .array(z.enum(messageRoles as [(typeof messageRoles)[number]], 'There is no such party.'))
    .min(1, 'Choose whom it is for.')
    .max(messageRoles.length, 'Choose each once.')
    .refine((roles) => new Set(roles).size === roles.length, 'Choose each once.'),
  steps: z
    .array(StepKey)
    .max(40, 'Choose each once.')
    .refine((keys) => new Set(keys).size === keys.length, 'Choose each once.')
    .default([]),
  event: z.enum(messageEvents, 'There is no such event.').nullable().default(null),
  subject: line(maxMessageSubject),
  body: paragraph(maxMessageBody).min(1, 'Write the text.'),
}

export const listMessageTemplates = endpoint({
  method: 'GET',
  path: '/messagetemplate/:companyId',
  permission: 'day.view',
  readsFromStandby: true,
  summary:
    'The message templates of the company by name; with branchId those in force in the branch: its own and, unless one of its own has the same name, the company’s.',
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
  summary: 'Save a template. Changed words become a new numbered text; earlier texts are kept.',
  params: templateParams,
  body: z.strictObject({ ...messageTemplateFields, version: Version.optional() }),
  response: MessageTemplate,
})

export const deleteMessageTemplate = endpoint({
  method: 'DELETE',
  path: '/messagetemplate/:companyId/:templateId',
  permission: 'message-template.edit',
  summary: 'Delete a template. What was sent with it keeps its name and text.',
  params: templateParams,
  response: Success,
})

export const switchAutomatic = endpoint({
  method: 'PUT',
  path: '/messagetemplate/:companyId/:templateId/automatic',
  permission: 'message-template.edit',
  summary:
    'Switch on or off that an e-mail template is sent when its event happens. Off until switched on, by somebody who has previewed its current text on a sale (POST message/preview with templateId): else 409 PREVIEW_FIRST.',
  params: templateParams,
  body: z.strictObject({ automatic: z.boolean('Choose on or off.'), version: Version.optional() }),
  response: MessageTemplate,
})

export const listMessageTemplateTexts = endpoint({
  method: 'GET',
  path: '/messagetemplate/:companyId/:templateId/texts',
  permission: 'day.view',
  summary: 'The texts of a template, the newest first, with who saved them.',
  params: templateParams,
  response: z.object({
    data: z.array(
      z.object({
        number: z.int(),
        subject: z.string(),
        body: z.string(),
        savedOn: Timestamp,
        /** Null: it came with the company. */
        savedBy: z.string().nullable(),
      }),
    ),
  }),
})
