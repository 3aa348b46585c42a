import { fromFormFields } from '@gya/domain/common/form-data.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { FastifyRequest } from 'fastify'

/**
 * Reads a multipart body into the object that the contract's schema checks, exactly as a JSON body would be. Files are
 * refused here until a call declares that it takes one.
 */
export async function readFormBody(request: FastifyRequest, call: Endpoint): Promise<void> {
  if (!request.isMultipart()) return
  const fields: Record<string, string> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      part.file.resume()
      throw new DomainError('FILE_NOT_ALLOWED')
    }
    if (part.fieldnameTruncated || part.valueTruncated) throw new DomainError('BODY_TOO_LARGE')
    fields[part.fieldname] = String(part.value)
  }
  request.body = call.body ? fromFormFields(fields, call.body) : fields
}
