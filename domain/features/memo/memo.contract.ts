import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { FileResponse, Id, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { EmailForm } from '../mail/email-form.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { Memo, memoFields } from './memo.model.ts'

export const readMemo = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/memo',
  permission: 'property.view',
  summary: 'The memorandum of sale: its own texts and the current data of the sale.',
  params: propertyParams,
  response: Memo,
})

export const updateMemo = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/memo',
  permission: 'property.edit',
  summary: 'Save the texts of the memorandum of sale.',
  params: propertyParams,
  body: z.strictObject({ ...z.strictObject(memoFields).partial().shape, version: Version.optional() }),
  response: Memo,
})

export const downloadMemo = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/memo/pdf',
  permission: 'property.view',
  summary: 'The memorandum of sale as a PDF.',
  params: propertyParams,
  responseTypes: ['application/pdf'],
  response: FileResponse,
})

export const emailMemorandum = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/memo/email',
  permission: 'property.edit',
  summary:
    'E-mail the memorandum of sale, one message per address under to. Stores a copy with the documents and completes the step Memo of sale sent.',
  params: propertyParams,
  body: EmailForm.safeExtend({
    /** The template that the text was generated from, and the number of its text; missing: the current one. */
    templateId: Id.nullable().default(null),
    templateNumber: z.int().min(1).optional(),
  }),
  emailRecipients: ['body.to', 'body.cc', 'body.bcc'],
  messagePerRecipient: true,
  sendsDocuments: true,
  response: PropertyDetail,
})
