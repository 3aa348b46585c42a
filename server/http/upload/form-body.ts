import { fromFormFields } from '@gya/domain/common/form-fields.ts'
import { findRepeatedMember } from '@gya/domain/common/repeated-member.ts'
import { maxFileBytes } from '@gya/domain/common/uploads.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCodeOf } from '../errors/error-handler.ts'
import { receiveUpload, type Upload } from './receive-upload.ts'

const refusal = (path: string, message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path, message }] })

/** The largest file plus 10 MB for fields and boundaries. */
const maxFormBytes = maxFileBytes + 10_000_000

type Form = { fields: Record<string, string>; upload: Upload | null }

/**
 * Parses a multipart body into the object that the contract validates, as if it were JSON, and receives the file. Only for
 * contracts with `form`; files only with `file`.
 */
export async function readFormBody(request: FastifyRequest, call: Endpoint): Promise<void> {
  if (!request.isMultipart()) return
  if (!call.form || !call.body) throw new DomainError('MEDIA_TYPE_NOT_ALLOWED')
  // Refuse by Content-Length before reading.
  if (Number(request.headers['content-length']) > maxFormBytes)
    throw new DomainError(call.file ? 'FILE_TOO_LARGE' : 'BODY_TOO_LARGE')
  const { fields, upload } = await readForm(request, call)
  request.upload = upload
  request.body = fromFormFields(fields, call.body)
  for (const [name, text] of Object.entries(fields)) refuseRepeatedMember(name, text, request.body as Record<string, unknown>)
}

/** A part that was read as JSON. */
function refuseRepeatedMember(name: string, text: string, body: Record<string, unknown>): void {
  if (typeof body[name] !== 'object') return
  const repeated = findRepeatedMember(text)
  if (repeated !== null) throw refusal(`${name}.${repeated}`, 'This field occurs twice.')
}

/** Throws FILE_MISSING if a required file is missing. */
export function requireFile({ upload }: FastifyRequest, { file }: Endpoint): void {
  if (file?.required && !upload) throw new DomainError('FILE_MISSING')
}

/** Requests whose handler is running: it removes the file at its end. */
const inHandler = new WeakSet<FastifyRequest>()

/**
 * Removes the temporary file when the connection closes before the handler runs. Fastify then runs neither the handler nor the hooks for
 * errors and responses.
 */
export function discardUploadWithConnection(request: FastifyRequest, { raw }: FastifyReply): void {
  if (!request.upload) return
  const discard = () => {
    if (!inHandler.has(request)) void discardUpload(request)
  }
  if (raw.destroyed) discard()
  else raw.once('close', discard)
}

/** Runs a handler, and removes the temporary file after it, also where the handler did not save it. */
export async function withoutUploadAfter<T>(request: FastifyRequest, handle: () => Promise<T>): Promise<T> {
  inHandler.add(request)
  try {
    return await handle()
  } finally {
    await discardUpload(request)
  }
}

/** Removes the temporary file. Idempotent. */
export async function discardUpload(request: FastifyRequest): Promise<void> {
  const { upload } = request
  request.upload = null
  await upload?.discard()
}

async function readForm(request: FastifyRequest, call: Endpoint): Promise<Form> {
  const form: Form = { fields: {}, upload: null }
  try {
    for await (const part of request.parts()) {
      if (part.fieldname !== 'file' && Object.hasOwn(form.fields, part.fieldname))
        throw refusal(part.fieldname, 'This field occurs twice.')
      if (part.type === 'file') {
        if (!call.file || part.fieldname !== 'file' || form.upload) {
          part.file.resume()
          throw new DomainError('FILE_NOT_ALLOWED')
        }
        form.upload = await receiveUpload(part.file, part.filename, call.file.kinds)
      } else {
        if (part.fieldnameTruncated || part.valueTruncated) throw new DomainError('BODY_TOO_LARGE')
        form.fields[part.fieldname] = String(part.value)
      }
    }
  } catch (error) {
    await form.upload?.discard()
    // Errors of the multipart parser itself: the form is truncated or malformed.
    throw error instanceof Error && errorCodeOf(error) === null ? refusal('', 'This form is incomplete.') : error
  }
  return form
}
