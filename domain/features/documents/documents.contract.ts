import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { documentFile } from '../../common/uploads.ts'
import { FileResponse, Id, paragraph, Success, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { EmailForm } from '../mail/email-form.ts'
import { PropertyDetail } from '../properties/properties.model.ts'

const documentParams = propertyParams.extend({ documentId: Id })
const note = paragraph(1000)

export const addDocument = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/document',
  permission: 'property.edit',
  scope: 'document:write',
  summary: 'Add a file to a property, with a note.',
  params: propertyParams,
  body: z.strictObject({ note: note.default('') }),
  form: true,
  file: documentFile,
  response: PropertyDetail,
})

export const updateDocument = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/document/:documentId',
  permission: 'property.edit',
  scope: 'document:write',
  summary: 'Change the note of a document.',
  params: documentParams,
  body: z.strictObject({ note, version: Version.optional() }),
  response: PropertyDetail,
})

export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/document/:documentId',
  permission: 'property.edit',
  scope: 'document:write',
  summary: 'Delete a document. An unsent e-mail keeps its copy of the file until it is sent.',
  params: documentParams,
  response: PropertyDetail,
})

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/document/:documentId/download',
  permission: 'property.view',
  scope: 'document:read',
  summary: 'Download a document under its own name.',
  params: documentParams,
  responseTypes: ['application/octet-stream'],
  response: FileResponse,
})

export const emailDocument = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/document/:documentId/email',
  permission: 'property.edit',
  summary:
    'E-mail a document, one message per address under to. Answers once they are in the outbox; the property’s sent list shows their delivery status.',
  params: documentParams,
  body: EmailForm,
  emailRecipients: ['body.to', 'body.cc', 'body.bcc'],
  messagePerRecipient: true,
  sendsDocuments: true,
  response: Success,
})
