import { z } from 'zod'
import { Id, Success, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { companyParams } from '../companies/companies.contract.ts'

/**
 * Where somebody is signed in, and ending it: one's own sessions, those of a company's people for its administrators, and
 * those of platform administrators for each other.
 */

const SignedInAt = z.object({
  _id: Id,
  /** "Firefox on Windows"; empty where it is not known. */
  device: z.string(),
  /** The network without its last part: 203.0.113.x. Empty where it is not known. */
  network: z.string(),
  signedInOn: Timestamp,
  /** To ten minutes. */
  lastSeenOn: Timestamp,
  /** The session that asks. */
  current: z.boolean(),
})

const Sessions = z.object({ data: z.array(SignedInAt) })
const Ended = z.object({ success: z.literal(true), ended: z.int() })

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/user/me/sessions',
  permission: 'account.use',
  summary: 'Where one is signed in, the last seen first.',
  response: Sessions,
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/user/me/sessions/:sessionId',
  permission: 'account.use',
  summary: 'Sign out somewhere else. It holds from the next call, and ends open streams.',
  params: z.strictObject({ sessionId: Id }),
  response: Success,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/me/sessions',
  permission: 'account.use',
  summary: 'Sign out everywhere but here.',
  response: Ended,
})

export const listMemberSessions = endpoint({
  method: 'GET',
  path: '/company/:companyId/sessions',
  permission: 'session.end-member',
  summary: 'Where somebody of the company is signed in.',
  params: companyParams,
  query: z.strictObject({ userId: Id }),
  response: Sessions,
})

export const endMemberSession = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/sessions/:sessionId',
  permission: 'session.end-member',
  summary: 'Sign somebody of the company out somewhere.',
  params: companyParams.extend({ sessionId: Id }),
  response: Success,
})

export const endMemberSessions = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/sessions',
  permission: 'session.end-member',
  summary: 'Sign somebody of the company out everywhere.',
  params: companyParams,
  query: z.strictObject({ userId: Id }),
  response: Ended,
})

const platformParams = z.strictObject({ userId: Id })

export const listPlatformSessions = endpoint({
  method: 'GET',
  path: '/user/gyaadmin/:userId/sessions',
  permission: 'platform-admin.edit',
  summary: 'Where an administrator of the platform is signed in.',
  params: platformParams,
  response: Sessions,
})

export const endPlatformSession = endpoint({
  method: 'DELETE',
  path: '/user/gyaadmin/:userId/sessions/:sessionId',
  permission: 'platform-admin.edit',
  summary: 'Sign an administrator of the platform out somewhere.',
  params: platformParams.extend({ sessionId: Id }),
  response: Success,
})

export const endPlatformSessions = endpoint({
  method: 'DELETE',
  path: '/user/gyaadmin/:userId/sessions',
  permission: 'platform-admin.edit',
  summary: 'Sign an administrator of the platform out everywhere.',
  params: platformParams,
  response: Ended,
})
