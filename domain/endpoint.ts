import type { z } from 'zod'
import type { Permission } from './access/permissions.ts'
import type { UploadRule } from './common/uploads.ts'
import type { ReadOnlyFields } from './read-only-fields.ts'

/**
 * A call as a value. The server mounts it, the browser calls it, the tests enumerate it and the OpenAPI document is
 * made from it, so a path literal stands once in the repository. Paths are below the base `/api`.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** Who may make the call: a line of the permission table, or 'public' for calls made before signing in. */
  permission: Permission | 'public'
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  response: z.ZodType
  /** Takes an item as it was answered, of which the server sets more than the body may change. */
  readOnlyFields?: ReadOnlyFields
  /** Body fields that name what the call acts on; they are held to the caller's reach like ids in the path. */
  scopeInBody?: Partial<Record<ScopeKey, string>>
  /** The body may also come as multipart/form-data: one part per top-level field, objects and arrays as JSON. */
  form?: true
  /** The file that comes in the part `file` of the form. */
  file?: UploadRule
  /** The answer is a file of one of these media types and not JSON; `response` is then `NoJson`. */
  responseTypes?: readonly string[]
  /** A GET of the specification that changes something: one transaction, and held to our own origin like every other change. */
  writes?: true
  /**
   * Where the call takes addresses that it writes to by e-mail, such as `body.to`: each counts against what one person and
   * one company may cause to be sent (429 TOO_MANY_EMAILS).
   */
  emailRecipients?: readonly `${'body' | 'query'}.${string}`[]
  /** Everybody in `body.to` is written to apart, and `body.cc` and `body.bcc` get a copy of each message: every copy counts. */
  messagePerRecipient?: true
  /** Takes an Idempotency-Key though it is no POST. */
  idempotent?: true
  /** What goes to the addresses of `emailRecipients` is a report or a document: only to the domains that the company allows. */
  sendsDocuments?: true
  /**
   * Only in a session whose person has proved lately who they are (403 CONFIRM_IDENTITY). An account that must still choose
   * its password is exempt.
   */
  requiresConfirmedIdentity?: true
  /** Also open to an account that must still choose its password (activation, forced reset). */
  allowedBeforeActivation?: true
}

/** The ids that place a call: they must belong together and be within the caller's reach. */
export const scopeKeys = ['companyId', 'branchId', 'propertyId'] as const
export type ScopeKey = (typeof scopeKeys)[number]

/** Whether a call changes something. */
export const isWrite = ({ method, writes: changes }: Endpoint): boolean => method !== 'GET' || changes === true

/**
 * Whether a call may come with the header Idempotency-Key: "The same key and body give the same answer for 24 hours." Every
 * POST by somebody who is signed in; what other methods do twice is the same as once, or refused by its version.
 */
export const takesIdempotencyKey = ({ method, permission, responseTypes: answers, idempotent: creates }: Endpoint): boolean =>
  permission !== 'public' && !answers && (method === 'POST' || creates === true)

/** Declares a call. A property that `Endpoint` does not have is refused by the compiler: a misspelt rule would be silently lost. */
export const endpoint = <const E extends Endpoint>(call: E & Record<Exclude<keyof E, keyof Endpoint>, never>): E => call

type Of<T, Side extends 'in' | 'out'> = T extends z.ZodType ? (Side extends 'in' ? z.input<T> : z.output<T>) : undefined

/** What the browser sends and receives: the wire's own types. */
export type Wire<E extends Endpoint, Part extends 'params' | 'query' | 'body' | 'response'> = Of<E[Part], 'in'>
/** What a handler sees: dates as strings, money as pence. */
export type Decoded<E extends Endpoint, Part extends 'params' | 'query' | 'body' | 'response'> = Of<E[Part], 'out'>
