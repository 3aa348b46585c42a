import type { z } from 'zod'
import type { ApiScope, KeyScope } from './access/api-scopes.ts'
import type { Permission } from './access/permissions.ts'
import { addYears, type DateOnly } from './common/dates.ts'
import type { UploadRule } from './common/uploads.ts'
import type { ReadOnlyFields } from './read-only-fields.ts'

/**
 * A call as a value. The server registers it, the browser calls it, tests enumerate it, and the OpenAPI document is
 * generated from it. Paths are relative to `/api`.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** `public`: calls made before signing in. */
  permission: Permission | 'public'
  /** A public call of a party, made with `Authorization: Link …`. Refused without an open link (404 LINK_NOT_FOUND). */
  byPartyLink?: true
  /** The scope that an API key needs for the call; without one, keys are refused (403 NOT_FOR_KEYS). */
  scope?: KeyScope
  summary: string
  /** The call as a tool of assistants. */
  assistant?: AssistantTool
  /** Declares the call twice: for a branch, and with `all` in place of `:branchId` for the company (`formsOf`). */
  places?: 'branch-or-company'
  /** Of the company's form of such a call: its summary, by default that of the branch and "All branches.", and parameters that only it takes. */
  ofCompany?: { summary: string; query?: { areaIds: true } }
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  response: z.ZodType
  /** Lets clients send an item back with its read-only fields. */
  readOnlyFields?: ReadOnlyFields
  /** Body fields that name company, branch or property; they are checked like ids in the path. */
  scopeInBody?: Partial<Record<ScopeKey, string>>
  /** Also accepts multipart/form-data: one part per top-level field, objects and arrays as JSON. */
  form?: true
  /** The body is binary (application/octet-stream), at most this many bytes: `request.body` is a Buffer. */
  bytes?: { max: number }
  /** The file part `file` of the form. */
  file?: UploadRule
  /** Media types of the returned file; `response` is then `FileResponse`. */
  responseTypes?: readonly string[]
  /** A GET of the specification that writes: it runs in one transaction and requires our own origin. */
  writes?: true
  /**
   * Opened by the browser as a page, also from other sites, and answered with 302 or a refusal. Protected by its `state` parameter instead
   * of the origin check.
   */
  redirects?: true
  /**
   * May be answered by a standby (DATABASE_READ_URLS): the caller's own changes are always visible, those of others after a few seconds.
   * Only for calls that write nothing.
   */
  readsFromStandby?: true
  /** How often a call may be made, refused ones included. Above it 429 TOO_MANY_REQUESTS with `retryAfter`. */
  limits?: readonly CallLimit[]
  /** The changes by others after which the browser repeats a GET; by default those of properties and of the company. */
  liveFor?: readonly LiveSubject[]
  /**
   * Fields with the e-mail addresses to which the call sends, such as `body.to`. Each address counts towards the limits per person and
   * company (429 TOO_MANY_EMAILS).
   */
  emailRecipients?: readonly `${'body' | 'query'}.${string}`[]
  /** Each entry of `body.to` is a party that gets a message; all count towards the same limits. */
  emailsParties?: true
  /**
   * Each address in `body.to` gets its own message, and each address in `body.cc` and `body.bcc` a copy of every message; all copies count.
   */
  messagePerRecipient?: true
  /** Accepts an Idempotency-Key although it is not a POST. */
  idempotent?: true
  /** Sends a report or document to the addresses of `emailRecipients`: only to domains that the company allows. */
  sendsDocuments?: true
  /** Requires a recent proof of identity (403 CONFIRM_IDENTITY). Accounts that must still choose a password are exempt. */
  requiresConfirmedIdentity?: true
  /** E-mails the company's administrators that it was done: the words that follow the name of the caller, such as "made an API key". */
  notifiesAdministrators?: string
  /**
   * Refused for platform admins in a support access (403 NOT_IN_SUPPORT_ACCESS), because what it makes or changes would outlast the access,
   * unless the company has no administrator who can do it. `always`: also then, because it opens a way to the data.
   */
  refusedInSupportAccess?: true | 'always'
  /** Allowed for accounts that must still choose a password (activation, forced reset). */
  allowedBeforeActivation?: true
  /** Allowed for accounts that must still set up a second factor (403 SECOND_FACTOR_SETUP_REQUIRED). */
  allowedBeforeSecondFactor?: true
  /**
   * Allowed for platform admins without an open support access: tasks of the platform such as changing a company's licences. Every other
   * call with a company, branch or property needs one (403 SUPPORT_ACCESS_REQUIRED).
   */
  withoutSupportAccess?: true
  /**
   * Deprecated: marked in the OpenAPI document, and answered with `Deprecation` and `Sunset` headers from `since` until `sunset`, at least
   * 12 months later. `use`: the path that replaces it.
   */
  deprecated?: { since: DateOnly; sunset: DateOnly; use?: `/${string}` }
  /** The response contains a secret: it is not stored for an Idempotency-Key. */
  returnsSecret?: true
}

/**
 * A call as assistants see it: its input is that of params, query and body, without `companyId` and, beside a property, `branchId`.
 * `answer` keeps a part of the response, in which texts of people lie in `quoted` alone. [open §3.1](docs/design/open.md#3.1).
 */
export type AssistantTool = {
  tool: string
  scope: ApiScope
  title: string
  /** At most 300 characters. */
  description: string
  answer: z.ZodType
}

/**
 * `most` calls within `minutes` for each person, client network, party's link or e-mail address in the body. Calls whose limits have the
 * same name are counted together.
 */
export type CallLimit = { name: string; per: 'person' | 'address' | 'link' | 'email'; most: number; minutes: number }

/** `day`: a conversation, task, snooze or update to the vendor, which changes no report, list or form of a property. */
export const liveSubjects = ['property', 'day', 'company'] as const
/** `mail`: the e-mails to file of a branch. */
export const allLiveSubjects = [...liveSubjects, 'mail'] as const
export type LiveSubject = (typeof allLiveSubjects)[number]

/** Ids in path or body that must be in the caller's scope and belong together. */
export const scopeKeys = ['companyId', 'branchId', 'propertyId'] as const
export type ScopeKey = (typeof scopeKeys)[number]

export const isWrite = ({ method, writes }: Pick<Endpoint, 'method' | 'writes'>): boolean => method !== 'GET' || writes === true

/**
 * Whether the call accepts an Idempotency-Key: "The same key and body give the same answer for 24 hours." Applies to
 * every POST by a signed-in user or a party's link; other methods are idempotent or protected by their version.
 */
export const takesIdempotencyKey = ({
  method,
  permission,
  byPartyLink,
  responseTypes,
  idempotent,
  returnsSecret,
}: Endpoint): boolean =>
  (permission !== 'public' || byPartyLink === true) &&
  !responseTypes &&
  !returnsSecret &&
  (method === 'POST' || idempotent === true)

/** Whether a deprecated call is announced "for 12 months" before its sunset. [connect §3.8](docs/design/connect.md#3.8). */
export const isAnnouncedLongEnough = ({ deprecated }: Pick<Endpoint, 'deprecated'>): boolean =>
  deprecated === undefined || deprecated.sunset >= addYears(deprecated.since, 1)

/**
 * The calls that a contract declares. With `places`: the call for a branch, then that for the company, whose permission ends in `.company`
 * instead of `.view`.
 */
export function formsOf(call: Endpoint): Endpoint[] {
  const { places, ofCompany, path, permission, params, query, summary } = call
  if (!places) return [call]
  return [
    { ...call, ...(query && ofCompany?.query ? { query: query.omit(ofCompany.query) } : {}) },
    {
      ...call,
      path: path.replace(':branchId', 'all') as Endpoint['path'],
      permission: permission.replace('.view', '.company') as Permission,
      summary: ofCompany?.summary ?? `${summary} All branches.`,
      ...(params ? { params: params.omit({ branchId: true }) } : {}),
    },
  ]
}

/** Headers of a deprecated call: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and its replacement. */
export function deprecationHeaders({ deprecated }: Pick<Endpoint, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {}
  const { since, sunset, use } = deprecated
  const midnight = (day: DateOnly): number => Date.parse(`${day}T00:00:00Z`)
  return {
    deprecation: `@${midnight(since) / 1000}`,
    sunset: new Date(midnight(sunset)).toUTCString(),
    ...(use ? { link: `</api${use}>; rel="successor-version"` } : {}),
  }
}

/** Declares a call. The compiler rejects unknown properties, so that a misspelt rule is not silently ignored. */
export const endpoint = <const E extends Endpoint>(call: E & Record<Exclude<keyof E, keyof Endpoint>, never>): E => call

type Of<T, Side extends 'in' | 'out'> = T extends z.ZodType ? (Side extends 'in' ? z.input<T> : z.output<T>) : undefined

/** Types on the wire: what the browser sends and receives. */
export type Wire<E extends Endpoint, Part extends 'params' | 'query' | 'body' | 'response'> = Of<E[Part], 'in'>
/** Types inside: dates as strings, money as pence. */
export type Decoded<E extends Endpoint, Part extends 'params' | 'query' | 'body' | 'response'> = Of<E[Part], 'out'>
