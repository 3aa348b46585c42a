import { fromFormFields } from '@gya/domain/common/form-data.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { FastifyRequest } from 'fastify'
import { codeOf } from './answer-errors.ts'

const refusal = (path: string, message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path, message }] })

/**
 * Reads a multipart body into the object that the contract's schema checks, exactly as a JSON body would be. Only a call
 * whose contract says so takes one. Files are refused here until a call declares that it takes one.
 */
export async function readFormBody(request: FastifyRequest, call: Endpoint): Promise<void> {
  if (!request.isMultipart()) return
  if (!call.form || !call.body) throw new DomainError('MEDIA_TYPE_NOT_ALLOWED')
  request.body = fromFormFields(await readFields(request), call.body)
}

async function readFields(request: FastifyRequest): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        part.file.resume()
        throw new DomainError('FILE_NOT_ALLOWED')
      }
      if (part.fieldnameTruncated || part.valueTruncated) throw new DomainError('BODY_TOO_LARGE')
      if (Object.hasOwn(fields, part.fieldname)) throw refusal(part.fieldname, 'This field is there twice.')
      fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    // What the parser of forms throws of its own is about a form that is cut off or put together wrongly.
    throw error instanceof Error && codeOf(error) === null ? refusal('', 'This form is not complete.') : error
  }
  return fields
}
